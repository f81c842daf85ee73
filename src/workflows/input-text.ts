/** The text of an input value, for what was typed as one: a name, a serial number, a time. */
import type { InputRecord } from '../model/parameter.ts';

/** Empty when the value is absent or no text. */
export const textIn = (input: InputRecord, key: string): string => {
  const value = input[key];
  return typeof value === 'string' ? value : '';
};
