/** Refuses values of `--field` and `--fields` that the reply does not declare, before anything is sent. */
import { fieldAt } from '../../catalogue/field.ts';
import type { Fields } from '../../catalogue/field.ts';
import type { View } from '../../catalogue/view.ts';
import { fieldsOf } from '../../catalogue/view.ts';
import type { Globals } from '../given-globals.ts';

/**
 * @param wire names of the product, by the documented ones that they may replace
 * @throws TrivetError usage, for the first field that the view does not declare
 */
export const checkFields = (
  view: View | undefined,
  { field, fields: several }: Pick<Globals, 'field' | 'fields'>,
  wire: Readonly<Record<string, string>> = {},
): void | Promise<void> => {
  if (field === undefined && several === undefined) return undefined;
  if (view === undefined || ('open' in view && view.open)) return undefined;
  const fields = fieldsOf(view);
  const asked = [
    ...(field === undefined ? [] : [['--field', field] as const]),
    ...(several ?? []).map((one) => ['--fields', one] as const),
  ];
  for (const [flag, word] of asked) {
    if (fieldAt(fields, word) === undefined && !Object.values(wire).includes(word))
      return refuse(flag, word, fields);
  }
  return undefined;
};

const refuse = async (flag: string, word: string, fields: Fields): Promise<never> => {
  throw (await import('../../catalogue/unknown-field.ts')).unknownField(flag, word, fields);
};
