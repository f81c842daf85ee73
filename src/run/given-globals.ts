/** The global flags of a run, and what follows from the scope of each. */
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
  /** `--out` of a command whose reply is several files: their directory; `out` is then undefined. */
  readonly outFolder?: string | undefined;
  /** Milliseconds for a read of a command that waits: no longer than `--wait-timeout`. */
  readonly longestRead?: number | undefined;
}

/** Whether the user chose parts of the document, which another view would not contain. */
export const choosesOfDocument = ({ query, field, fields }: Globals): boolean =>
  (query ?? field ?? fields) !== undefined;

/** Values that a batch passes on to its items, by member. */
export type Inherited = Readonly<Partial<Globals>>;

const members = Object.entries(allFlags).map(
  ([key, flag]) => [memberOf(key) as keyof GlobalValues, key, flag] as const,
);

/** Whether every line of a batch gets this flag unless it has its own. */
const isInherited = ({ scope, services }: GlobalFlag): boolean =>
  scope === 'item' || (scope === 'server' && services === 'all');

const read = (flag: GlobalFlag, given: InputValue | undefined, reading: Reading): unknown => {
  if (flag.read !== undefined) return flag.read(given, reading);
  return flag.type === 'boolean' ? given === true : given;
};

/**
 * The value of every global flag.
 * @param given what was typed, by key
 * @throws TrivetError usage, when a value is not one that the flag takes
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

/** The globals that the items of a batch inherit. */
export const inheritedFrom = (globals: Globals): Inherited =>
  Object.fromEntries(
    members.flatMap(([member, , flag]) => (isInherited(flag) ? [[member, globals[member]]] : [])),
  );

/** The globals that say how and where one operation is done, not what is printed of it. */
export const ofOneItem = (globals: Globals): Inherited =>
  Object.fromEntries(
    members.flatMap(([member, , { scope }]) =>
      scope === 'server' || scope === 'item' ? [[member, globals[member]]] : [],
    ),
  );

/** The globals of a command whose result is a value for another one: what the run prints of its own result is not asked of it. */
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

/** Identifies the server that these flags choose: equal values give equal texts. */
export const serverChoice = memoize((globals: Globals): string =>
  JSON.stringify(serverMembers.map((member) => globals[member])),
);

/** A value as it would be typed; several occurrences of a list. Empty if it was not given. */
const typedAgain = (value: GlobalValues[keyof GlobalValues]): readonly string[] => {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return [];
  return value.map((one) => (typeof one === 'string' ? one : one.again));
};

/** The flags that chose the server, which a look-up command must repeat. The environment stays as it is. */
export const repeatedFlags = memoize((globals: Globals): readonly RepeatedFlag[] =>
  members
    .filter(([, , { scope }]) => scope === 'server')
    .flatMap(([member, key]) =>
      typedAgain(globals[member]).map((value) => ({ key, text: ` --${key} ${shellWord(value)}` })),
    ),
);

/** A value with its file named from the root: its words may be read in another folder. */
const locatedIn = (folder: string, { metavar, type }: GlobalFlag, value: string): string => {
  const whole = (path: string): string => (path === '-' ? path : resolve(folder, path));
  if (metavar === 'file') return whole(value);
  const [, name = '', path = ''] = (type === 'secret-pairs' && /^([^=]+=@)(.+)$/s.exec(value)) || [];
  return path === '' ? value : `${name}${whole(path)}`;
};

/**
 * The flags with which a run chose how and where operations are done, as words for a command that it gives itself:
 * switches that are on, or off where on is usual; milliseconds; everything else with its value.
 * @param folder the one of the run
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

/** `--output=json` for `-ojson`; any other word as it is. */
const withLongName = (word: string): string => {
  const [, letter = '', equals = '', value = ''] = /^-([a-zA-Z])(=?)(.*)$/s.exec(word) ?? [];
  const key = shortFlags[letter];
  return key === undefined ? word : `--${key}${equals || value ? '=' : ''}${value}`;
};

/** Words of a command without global flags that `more` gives, too, which would contradict each other. */
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
    // Its value is the next word.
    else if (flag.type !== 'boolean' && !long.includes('=')) index += 1;
  }
  return [...kept, ...words.slice(end)];
};
