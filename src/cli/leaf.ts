/** The words of one command: its flags (`words.ts`), and its positionals in their places. commander says what is wrong. */
import type { Command } from '../model/command.ts';
import { perObject } from '../model/per-object.ts';
import { objectOf } from '../model/selection.ts';
import type { Flag } from './flags.ts';
import { sortWords } from './words.ts';

/** What was typed, by key: every occurrence of a flag, every word of a positional. */
export interface Typed {
  readonly flags: ReadonlyMap<Flag, readonly string[]>;
  readonly positionals: ReadonlyMap<string, readonly string[]>;
}

/**
 * Words that fit are there at once: a batch reads those of thousands of lines.
 * @param words flags and positionals without the words of the path
 * @param tail what stood after `--`: more positionals, unless the command runs a child with it
 * @throws TrivetError usage
 */
export const parseWords = (
  command: Command,
  all: readonly Flag[],
  words: readonly string[],
  tail: readonly string[],
): Typed | Promise<Typed> => {
  const { flags, positionals } = sortWords(words, command.tail === true ? [] : tail, all, command);
  const object = flags.size === 0 ? undefined : objectOf(command);
  const selecting =
    object === undefined
      ? undefined
      : [...flags.keys()].find(
          ({ key, scope }) => scope === 'command' && (key === 'where' || key === 'all' || key === 'resume'),
        );
  // With - the names are read first: of two selections the check of the words tells.
  const selects = selecting !== undefined && positionals[0] !== '-';
  const placing = selects ? withoutObject(command) : command;
  const found = inPlaces(placing, positionals);
  return found === undefined
    ? refused(placing, flags, positionals, selects ? selecting.name : undefined)
    : { flags, positionals: found };
};

/** Its positionals without the object in whose place a selection stands. */
const withoutObject = perObject((command: Command): Command => {
  const object = objectOf(command);
  const positional = command.positional?.filter(({ name }) => name !== object?.place) ?? [];
  return object === undefined ? command : { ...command, positional };
});

/**
 * Words that fit their places, as commander puts them there: loading it would be a tenth of the whole command, and a
 * batch places the words of thousands of lines. Undefined for words that do not fit, which it refuses.
 */
export const inPlaces = (
  { positional = [] }: Command,
  words: readonly string[],
): ReadonlyMap<string, readonly string[]> | undefined => {
  const last = positional.at(-1);
  if (words.length > positional.length && last?.variadic !== true) return undefined;
  const found = new Map<string, readonly string[]>();
  for (let index = 0; index < positional.length; index += 1) {
    const place = positional[index];
    const word = words[index];
    if (place === undefined) continue;
    if (word !== undefined) found.set(place.name, place.variadic === true ? words.slice(index) : [word]);
    else if (place.optional !== true) return undefined;
  }
  return found;
};

/** Loaded for words that do not fit: it says why. */
const refused = async (
  command: Command,
  flags: Typed['flags'],
  words: readonly string[],
  instead: string | undefined,
): Promise<Typed> => ({
  flags,
  positionals: await (await import('./by-commander.ts')).byCommander(command, words, instead),
});
