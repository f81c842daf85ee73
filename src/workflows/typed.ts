/** A value of the input as the text that it was typed as. */
import type { InputRecord } from '../model/parameter.ts';

/** The text of a word or a number; empty for anything else. */
export const wordOf = (input: InputRecord, key: string): string => {
  const value = input[key];
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
    ? value.toString()
    : '';
};

/** The same, undefined when it was not given. */
export const wordIn = (input: InputRecord, key: string): string | undefined =>
  input[key] === undefined ? undefined : wordOf(input, key);
