/**
 * Separates the flags of one command, with their values, from its positionals. Decides what no parser knows: tri-state
 * booleans, names that start with `no`, values that look like flags.
 */
import { meantWord } from '../catalogue/aliases.ts';
import { documentedName, kebab } from '../catalogue/parameter.ts';
import { usageError } from '../system/error.ts';
import { memoize } from '../system/values/memoize.ts';
import { shortFlags } from '../config/globals.ts';
import type { Flag } from '../engine/flags.ts';

const truth: Readonly<Record<string, string>> = { true: 'true', false: 'false' };

const looksLikeFlag = (word: string): boolean =>
  word.length > 1 && word.startsWith('-') && !/^-\d/.test(word);

interface Found {
  readonly flag: Flag;
  readonly negated: boolean;
}

const find = (name: string, flags: ReadonlyMap<string, Flag>): Found | undefined => {
  const named = (word: string): Flag | undefined => flags.get(word) ?? flags.get(meantWord('flags', word));
  const direct = named(name);
  if (direct !== undefined) return { flag: direct, negated: false };
  if (!name.startsWith('no-')) return undefined;
  const positive = named(name.slice(3));
  return positive?.negatable === true ? { flag: positive, negated: true } : undefined;
};

/** trivet's spelling of what the documents of the service, or another tool, call `name`. */
export const foreign = (name: string, flags: ReadonlyMap<string, Flag>): string | undefined => {
  // A setting of the command is meant before the flags that all commands have.
  for (const { key, name: own, parameter, scope } of flags.values())
    if (scope === 'command' && parameter.flag !== undefined && kebab(documentedName(key, parameter)) === name)
      return `--${own}`;
  for (const flag of flags.values()) {
    const known = Object.entries(flag.declared?.knownAs ?? {}).find(([alias]) => alias === name)?.[1];
    if (known !== undefined) return known;
    if (flag.parameter.aliases?.includes(name) === true) return `--${flag.name}`;
  }
  return undefined;
};

interface Sorted {
  /** Every occurrence of the given flags, in the order of the catalogue. */
  readonly flags: ReadonlyMap<Flag, readonly string[]>;
  readonly positionals: readonly string[];
  /** The first word that looks like a flag but is not one of the command's. */
  readonly unknown?: string;
}

/** `-var x`, `-json`: tools that take long flags after one dash. `-ojson` is a short flag with its value. */
const isLongWithOneDash = (word: string, flags: ReadonlyMap<string, Flag>): boolean => {
  const [name = ''] = word.slice(1).split('=');
  return !word.startsWith('--') && name.length > 1 && (flags.has(name) || foreign(name, flags) !== undefined);
};

const namesOf = memoize(
  (flags: readonly Flag[]): ReadonlyMap<string, Flag> => new Map(flags.map((flag) => [flag.name, flag])),
);

/** @throws TrivetError usage: missing value, value for a switch */
export const sortWords = (
  words: readonly string[],
  tail: readonly string[],
  flags: readonly Flag[],
): Sorted => {
  const byName = namesOf(flags);
  // Most lines of a batch have no flags.
  let values: Map<Flag, string[]> | undefined;
  const give = (flag: Flag, value: string): void => {
    values ??= new Map();
    const before = values.get(flag);
    if (before === undefined) values.set(flag, [value]);
    else before.push(value);
  };
  const positionals: string[] = [];
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] ?? '';
    if (!looksLikeFlag(word)) {
      positionals.push(word);
      continue;
    }
    const [shownName, attached] = split(word);
    const found = find(shownName, byName);
    if (found === undefined || isLongWithOneDash(word, byName))
      return { flags: noFlags, positionals, unknown: word };
    const { flag, negated } = found;
    const shown = word.startsWith('--') ? `--${negated ? 'no-' : ''}${flag.name}` : word.slice(0, 2);
    if (flag.parameter.type === 'boolean') {
      if (attached !== undefined && (negated || truth[attached] === undefined)) {
        throw usageError(`${shown} is a switch: ${shown} or ${shown}=false`);
      }
      give(flag, negated ? 'false' : (attached ?? 'true'));
      continue;
    }
    if (attached !== undefined) {
      give(flag, attached);
      continue;
    }
    const next = words[i + 1];
    // `--sort -name`: a documented value may start with a dash.
    const documented = next !== undefined && flag.parameter.enum?.includes(next) === true;
    if (next === undefined || (looksLikeFlag(next) && !documented)) {
      throw usageError(
        `${shown} needs a value`,
        next === undefined ? undefined : `To give a value that starts with a dash: ${shown}=${next}`,
      );
    }
    give(flag, next);
    i += 1;
  }
  return {
    flags: values === undefined ? noFlags : inOrder(values, flags),
    positionals: tail.length === 0 ? positionals : [...positionals, ...tail],
  };
};

const noFlags: Sorted['flags'] = new Map();

const inOrder = (
  values: ReadonlyMap<Flag, readonly string[]>,
  flags: readonly Flag[],
): ReadonlyMap<Flag, readonly string[]> =>
  new Map(
    flags.flatMap((flag) => {
      const given = values.get(flag);
      return given === undefined ? [] : [[flag, given]];
    }),
  );

/** Name and attached value of `--a=b`, `--a`, `-ojson`, `-o=json`, `-o`. */
const split = (word: string): readonly [name: string, attached: string | undefined] => {
  if (word.startsWith('--')) {
    const equals = word.indexOf('=');
    return equals === -1 ? [word.slice(2), undefined] : [word.slice(2, equals), word.slice(equals + 1)];
  }
  const letter = word.slice(1, 2);
  const name = Object.hasOwn(shortFlags, letter) ? shortFlags[letter] : undefined;
  const attached = word.length > 2 ? word.slice(2).replace(/^=/, '') : undefined;
  return [name ?? word.slice(1), attached];
};
