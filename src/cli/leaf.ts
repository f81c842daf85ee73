/** Parses the words of one command: its flags (`words.ts`), and its positionals. commander reports what is wrong. */
import type { Command } from '../catalogue/command.ts';
import { memoize } from '../system/values/memoize.ts';
import { objectOf } from '../catalogue/selection/selection.ts';
import type { Flag } from '../engine/flags.ts';
import type { Placed, Typed } from '../engine/invocation/placed.ts';
import { sortWords } from './words.ts';

/**
 * Parses synchronously if the words fit, because a batch does this for thousands of lines.
 * @param words flags and positionals without the words of the path
 * @param tail the words after `--`: more positionals, unless the command runs a child with them
 * @throws TrivetError usage
 */
export const parseWords = (
  command: Command,
  all: readonly Flag[],
  words: readonly string[],
  tail: readonly string[],
): Typed | Promise<Typed> => {
  const { flags, positionals, unknown } = sortWords(words, command.tail === true ? [] : tail, all);
  if (unknown !== undefined) return refusedFlag(unknown, command, all);
  return placeWords(command, flags, positionals);
};

/**
 * Puts words into the places of a command.
 * @throws TrivetError usage, for too few or too many
 */
export const placeWords = (
  command: Command,
  flags: Typed['flags'],
  words: readonly string[],
): Typed | Promise<Typed> => {
  const object = flags.size === 0 ? undefined : objectOf(command);
  const selecting =
    object === undefined
      ? undefined
      : [...flags.keys()].find(
          ({ key, scope }) => scope === 'command' && (key === 'where' || key === 'all' || key === 'resume'),
        );
  // With - the names are read first; the check of the words reports two selections.
  const selects = selecting !== undefined && words[0] !== '-';
  const placing = selects ? withoutObject(command) : command;
  const found = inPlaces(placing, words);
  return found === undefined
    ? refused(placing, flags, words, selects ? selecting.name : undefined)
    : { flags, positionals: found };
};

/** The positionals without the object that a selection replaces. */
const withoutObject = memoize((command: Command): Command => {
  const object = objectOf(command);
  const positional = command.positional?.filter(({ name }) => name !== object?.place) ?? [];
  return object === undefined ? command : { ...command, positional };
});

/**
 * Assigns words that fit, like commander, whose loading would take a tenth of the whole command. Undefined for words
 * that do not fit, which commander refuses.
 */
export const inPlaces = (
  { positional: all = [] }: Command,
  words: readonly string[],
): readonly Placed[] | undefined => {
  const positional =
    words.length < all.length
      ? all.filter(({ unless }, index) => unless?.test(words[index] ?? '') !== true)
      : all;
  const last = positional.at(-1);
  if (words.length > positional.length && last?.variadic !== true) return undefined;
  const found: Placed[] = [];
  for (let index = 0; index < positional.length; index += 1) {
    const place = positional[index];
    const word = words[index];
    if (place === undefined) continue;
    if (word !== undefined)
      found.push({ key: place.name, words: place.variadic === true ? words.slice(index) : [word] });
    else if (place.optional !== true) return undefined;
  }
  return found;
};

const refusedFlag = async (word: string, command: Command, flags: readonly Flag[]): Promise<never> => {
  throw (await import('./unknown-flag.ts')).unknownFlag(word, command, flags);
};

/** Loaded only for words that do not fit, to report why. */
const refused = async (
  command: Command,
  flags: Typed['flags'],
  words: readonly string[],
  instead: string | undefined,
): Promise<Typed> => ({
  flags,
  positionals: await (await import('./by-commander.ts')).byCommander(command, words, instead),
});
