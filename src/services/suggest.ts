/** Printed commands, with the flags that make them reach their object. */
import type { InputValue } from '../catalogue/parameter.ts';
import type { Part } from '../catalogue/target.ts';
import { parts } from '../catalogue/target.ts';
import { shellWord } from '../catalogue/text/shell-words.ts';

export interface RepeatedFlag {
  readonly key: string;
  readonly text: string;
}

/** The scope as given, without what the profile and variables say. */
export type GivenScope = Readonly<Partial<Record<Part, InputValue | undefined>>>;

const quotedWord = /(?:\$'(?:[^'\\]|\\.)*'|'[^']*'|"(?:[^"\\]|\\.)*"|\\.|[^\s'"\\])+/g;

const parted = (words: string): readonly [own: string, tail: string] => {
  const end = [...words.matchAll(quotedWord)].find(([word]) => word === '--')?.index;
  return end === undefined ? [words, ''] : [words.slice(0, end).trimEnd(), ` ${words.slice(end)}`];
};

/** Splits off the operands from the first one that would be read as a flag; flags between them are kept apart. */
const withoutDashed = (own: string): readonly [own: string, operands: string] => {
  const words = [...own.matchAll(quotedWord)].map(([word]) => word);
  const isFlag = (word: string | undefined): boolean => word?.startsWith('-') === true;
  const first = words.findIndex((word, place) => /^\$?'-/.test(word) && !isFlag(words[place - 1]));
  if (first === -1) return [own, ''];
  const kept = words.slice(0, first);
  const operands: string[] = [];
  for (const [place, word] of words.slice(first).entries()) {
    const before = words[first + place - 1];
    const isValue = place > 0 && isFlag(before) && before?.includes('=') === false;
    (isFlag(word) || isValue ? kept : operands).push(word);
  }
  return [kept.join(' '), ` -- ${operands.join(' ')}`];
};

/**
 * Adds the scope and flags that the words lack, before a `--`. The scope replaces the flag of its name, since the
 * object may be in another namespace than the list.
 * @param words after `trivet`, quoted for a shell
 */
export const suggestWith = (
  given: readonly RepeatedFlag[],
  words: string,
  scope: GivenScope = {},
): string => {
  const [before, after] = parted(words);
  const [own, tail] = after === '' ? withoutDashed(before) : [before, after];
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

/** Repeats only the profile, for a command about this machine. */
export const suggestHere = (given: readonly RepeatedFlag[], words: string): string =>
  suggestWith(
    given.filter(({ key }) => key === 'profile'),
    words,
  );
