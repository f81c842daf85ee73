import { resolve } from 'node:path';
import { meantWord } from '../catalogue/aliases.ts';
import type { InputValue } from '../catalogue/parameter.ts';
import { memoize } from '../system/values/memoize.ts';
import { allFlags, shortFlags } from '../config/globals.ts';
import type { GlobalValues } from '../config/globals.ts';
import { memberOf } from '../config/global-flag.ts';
import type { GlobalFlag, Reading } from '../config/global-flag.ts';
import { shellWord } from '../catalogue/text/shell-words.ts';
import type { RepeatedFlag } from '../services/suggest.ts';

export interface Globals extends GlobalValues {
  /** `--out` of a command with several files; `out` is undefined then. */
  readonly outFolder?: string | undefined;
  /** Milliseconds, for commands that wait: at most `--wait-timeout`. */
  readonly longestRead?: number | undefined;
}

export const choosesOfDocument = ({ query, field, fields }: Globals): boolean =>
  (query ?? field ?? fields) !== undefined;

export type Inherited = Readonly<Partial<Globals>>;

const members = Object.entries(allFlags).map(
  ([key, flag]) => [memberOf(key) as keyof GlobalValues, key, flag] as const,
);

/** Lines of a batch get the flag unless they have their own. */
const isInherited = ({ scope, services }: GlobalFlag): boolean =>
  scope === 'item' || (scope === 'server' && services === 'all');

const read = (flag: GlobalFlag, given: InputValue | undefined, reading: Reading): unknown => {
  if (flag.read !== undefined) return flag.read(given, reading);
  return flag.type === 'boolean' ? given === true : given;
};

/**
 * @param given by key
 * @throws TrivetError usage
 */
export const readGlobals = (
  given: ReadonlyMap<string, InputValue>,
  reading: Reading,
  inherited: Inherited = {},
): GlobalValues =>
  Object.fromEntries(
    members.map(([member, key, flag]) => [
      member,
      !given.has(key) && member in inherited ? inherited[member] : read(flag, given.get(key), reading),
    ]),
  ) as GlobalValues;

/** For lines of a batch. */
export const inheritedFrom = (globals: Globals): Inherited =>
  Object.fromEntries(
    members.flatMap(([member, , flag]) => (isInherited(flag) ? [[member, globals[member]]] : [])),
  );

/** How and where one operation is done, not what is printed. */
export const ofOneItem = (globals: Globals): Inherited =>
  Object.fromEntries(
    members.flatMap(([member, , { scope }]) =>
      scope === 'server' || scope === 'item' ? [[member, globals[member]]] : [],
    ),
  );

/** For a result that is a value: without the printing flags. */
export const forValue = (globals: Globals): Globals => ({
  ...globals,
  output: 'json',
  quiet: true,
  out: undefined,
  field: undefined,
  fields: undefined,
  query: undefined,
  wrapTtl: undefined,
});

const serverMembers = members.filter(([, , { scope }]) => scope === 'server').map(([member]) => member);

/** Equal servers have equal texts. */
export const serverChoice = memoize((globals: Globals): string =>
  JSON.stringify(serverMembers.map((member) => globals[member])),
);

const typedAgain = (value: GlobalValues[keyof GlobalValues]): readonly string[] => {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return [];
  return value.map((one) => (typeof one === 'string' ? one : one.again));
};

/** A look-up command must repeat these; the environment stays. */
export const repeatedFlags = memoize((globals: Globals): readonly RepeatedFlag[] =>
  members
    .filter(([, , { scope }]) => scope === 'server')
    .flatMap(([member, key]) =>
      typedAgain(globals[member]).map((value) => ({ key, text: ` --${key} ${shellWord(value)}` })),
    ),
);

/** Absolute paths: the words may be read in another folder. */
const locatedIn = (folder: string, { metavar, type }: GlobalFlag, value: string): string => {
  const whole = (path: string): string => (path === '-' ? path : resolve(folder, path));
  if (metavar === 'file') return whole(value);
  const [, name = '', path = ''] = (type === 'secret-pairs' && /^([^=]+=@)(.+)$/s.exec(value)) || [];
  return path === '' ? value : `${name}${whole(path)}`;
};

/**
 * Flags of a command that the run starts itself: switches that differ from the default, milliseconds, and values.
 * @param folder of the run
 */
export const itemWords = (globals: Globals, folder: string): readonly string[] =>
  members.flatMap(([member, key, flag]): readonly string[] => {
    if (flag.scope !== 'server' && flag.scope !== 'item') return [];
    const value = globals[member];
    if (typeof value === 'boolean')
      return value === (flag.negated === true) ? [] : [`--${value ? '' : 'no-'}${key}`];
    if (typeof value === 'number') return [`--${key}=${value}ms`];
    return typedAgain(value).map((one) => `--${key}=${locatedIn(folder, flag, one)}`);
  });

/** `--output=json` for `-ojson`. */
const withLongName = (word: string): string => {
  const [, letter = '', equals = '', value = ''] = /^-([a-zA-Z])(=?)(.*)$/s.exec(word) ?? [];
  const key = shortFlags[letter];
  return key === undefined ? word : `--${key}${equals || value ? '=' : ''}${value}`;
};

/** Drops global flags that `more` contradicts. */
export const withoutRepeated = (words: readonly string[], more: readonly string[]): readonly string[] => {
  const keyOf = (word: string): string =>
    meantWord('flags', word.replace(/^--(?:no-)?/, '').replace(/=.*$/s, ''));
  const given = new Set(more.map(keyOf));
  const kept: string[] = [];
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  for (let index = 0; index < end; index += 1) {
    const word = words[index] ?? '';
    const long = withLongName(word);
    const flag = members.find(([, key]) => long.startsWith('--') && key === keyOf(long))?.[2];
    if (flag === undefined || !given.has(keyOf(long))) kept.push(word);
    // The value is the next word.
    else if (flag.type !== 'boolean' && !long.includes('=')) index += 1;
  }
  return [...kept, ...words.slice(end)];
};
