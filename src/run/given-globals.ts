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
  /** The folder that `--out` names for a command that writes several files; `out` is undefined then. */
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

/** Whether lines of a batch get the flag unless they have their own. */
const isInherited = ({ scope, services }: GlobalFlag): boolean =>
  scope === 'item' || (scope === 'server' && services === 'all');

const read = (flag: GlobalFlag, given: InputValue | undefined, reading: Reading): unknown => {
  if (flag.read !== undefined) return flag.read(given, reading);
  return flag.type === 'boolean' ? given === true : given;
};

/** @throws TrivetError usage */
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

export const inheritedFrom = (globals: Globals): Inherited =>
  Object.fromEntries(
    members.flatMap(([member, , flag]) => (isInherited(flag) ? [[member, globals[member]]] : [])),
  );

/** The flags that decide how and where an operation is sent, not how its result is printed. */
export const ofOneItem = (globals: Globals): Inherited =>
  Object.fromEntries(
    members.flatMap(([member, , { scope }]) =>
      scope === 'server' || scope === 'item' ? [[member, globals[member]]] : [],
    ),
  );

/** The globals without those about printing, for a result that is returned as a value. */
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

/** A text that is equal for globals that choose the same server. */
export const serverChoice = memoize((globals: Globals): string =>
  JSON.stringify(serverMembers.map((member) => globals[member])),
);

const typedAgain = (value: GlobalValues[keyof GlobalValues]): readonly string[] => {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return [];
  return value.map((one) => (typeof one === 'string' ? one : one.again));
};

export const repeatedFlags = memoize((globals: Globals): readonly RepeatedFlag[] =>
  members
    .filter(([, , { scope }]) => scope === 'server')
    .flatMap(([member, key]) =>
      typedAgain(globals[member]).map((value) => ({ key, text: ` --${key} ${shellWord(value)}` })),
    ),
);

/** Makes paths absolute, since the words may be read in another folder. */
const locatedIn = (folder: string, { metavar, type }: GlobalFlag, value: string): string => {
  const whole = (path: string): string => (path === '-' ? path : resolve(folder, path));
  if (metavar === 'file') return whole(value);
  const [, name = '', path = ''] = (type === 'secret-pairs' && /^([^=]+=@)(.+)$/s.exec(value)) || [];
  return path === '' ? value : `${name}${whole(path)}`;
};

/** The flags that differ from their default. @param folder of the run */
export const itemWords = (globals: Globals, folder: string): readonly string[] =>
  members.flatMap(([member, key, flag]): readonly string[] => {
    if (flag.scope !== 'server' && flag.scope !== 'item') return [];
    const value = globals[member];
    if (typeof value === 'boolean')
      return value === (flag.negated === true) ? [] : [`--${value ? '' : 'no-'}${key}`];
    if (typeof value === 'number') return [`--${key}=${value}ms`];
    return typedAgain(value).map((one) => `--${key}=${locatedIn(folder, flag, one)}`);
  });

const withLongName = (word: string): string => {
  const [, letter = '', equals = '', value = ''] = /^-([a-zA-Z])(=?)(.*)$/s.exec(word) ?? [];
  const key = shortFlags[letter];
  return key === undefined ? word : `--${key}${equals || value ? '=' : ''}${value}`;
};

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
    else if (flag.type !== 'boolean' && !long.includes('=')) index += 1;
  }
  return [...kept, ...words.slice(end)];
};
