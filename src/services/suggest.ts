/** Commands that trivet prints, with the flags that make them reach the place that they are about. */
import type { InputValue } from '../catalogue/parameter.ts';
import type { Part } from '../catalogue/target.ts';
import { parts } from '../catalogue/target.ts';
import { shellWord } from '../catalogue/text/shell-words.ts';

/** A flag to be given again: its key, and ` --profile staging`. */
export interface RepeatedFlag {
  readonly key: string;
  readonly text: string;
}

/** The parts of a server that a command is about, as they were given; not what the profile and variables say. */
export type GivenScope = Readonly<Partial<Record<Part, InputValue | undefined>>>;

/** A word as a shell reads it, with its quotes. */
const quotedWord = /(?:\$'(?:[^'\\]|\\.)*'|'[^']*'|"(?:[^"\\]|\\.)*"|\\.|[^\s'"\\])+/g;

/** The words of a command, and those after its `--`. */
const parted = (words: string): readonly [own: string, tail: string] => {
  const end = [...words.matchAll(quotedWord)].find(([word]) => word === '--')?.index;
  return end === undefined ? [words, ''] : [words.slice(0, end).trimEnd(), ` ${words.slice(end)}`];
};

/**
 * Returns `trivet WORDS` with the scope and the flags that the words do not have, before a `--`. A part of the scope
 * replaces the flag of its name: the object can be in another namespace than the one that was listed.
 * @param words after `trivet`, quoted for a shell
 */
export const suggestWith = (
  given: readonly RepeatedFlag[],
  words: string,
  scope: GivenScope = {},
): string => {
  const [own, tail] = parted(words);
  const typed = [...own.matchAll(quotedWord)].map(([word]) => word.replace(/=.*$/s, ''));
  const ofScope = parts.flatMap((key): readonly RepeatedFlag[] => {
    const value = scope[key];
    return typeof value === 'string' && value !== '' ? [{ key, text: ` --${key} ${shellWord(value)}` }] : [];
  });
  const flags = [
    ...ofScope.filter(({ key }) => given.every((flag) => flag.key !== key)),
    ...given.map((flag) => ofScope.find(({ key }) => key === flag.key) ?? flag),
  ].filter(({ key }) => !typed.includes(`--${key}`));
  return `trivet ${own}${flags.map(({ text }) => text).join('')}${tail}`;
};

/** Like suggestWith, for a command about this machine: of a server it only has the profile. */
export const suggestHere = (given: readonly RepeatedFlag[], words: string): string =>
  suggestWith(
    given.filter(({ key }) => key === 'profile'),
    words,
  );
