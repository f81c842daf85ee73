/** Refuses values of `--field` and `--fields` that the reply does not declare, before anything is sent. */
import { fieldAt } from '../model/field.ts';
import { unknownField } from '../model/unknown-field.ts';
import type { View } from '../model/view.ts';
import { fieldsOf } from '../model/view.ts';
import type { Globals } from '../runtime/globals.ts';

/**
 * @param wire names of the product, by the documented ones that they may replace
 * @throws TrivetError usage, for the first field that the view does not declare
 */
export const checkFields = (
  view: View | undefined,
  { field, fields: several }: Pick<Globals, 'field' | 'fields'>,
  wire: Readonly<Record<string, string>> = {},
): void => {
  if (field === undefined && several === undefined) return;
  if (view === undefined || ('open' in view && view.open)) return;
  const fields = fieldsOf(view);
  const asked = [
    ...(field === undefined ? [] : [['--field', field] as const]),
    ...(several ?? []).map((one) => ['--fields', one] as const),
  ];
  for (const [flag, word] of asked) {
    if (fieldAt(fields, word) === undefined && !Object.values(wire).includes(word))
      throw unknownField(flag, word, fields);
  }
};
