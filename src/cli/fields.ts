/** `--field` and `--fields`: what a reply does not declare is refused before anything is sent. */
import { usageError } from '../model/error.ts';
import type { TrivetError } from '../model/error.ts';
import { fieldAt } from '../model/field.ts';
import type { Fields } from '../model/field.ts';
import { closest } from '../model/suggest.ts';
import type { View } from '../model/view.ts';
import { fieldsOf } from '../model/view.ts';
import type { Globals } from '../runtime/globals.ts';

/** Names that are shown of a long list. */
const most = 40;

/** The fields that a word was probably meant to be, by their names and by those of the vendors. */
const meant = (word: string, fields: Fields): readonly string[] => {
  const known = Object.entries(fields).find(([, { aliases }]) => aliases?.includes(word) === true)?.[0];
  return known === undefined ? closest(word, Object.keys(fields)) : [known];
};

/** A usage error that names the fields that were probably meant, or all of them. */
const unknownField = (flag: string, word: string, fields: Fields): TrivetError => {
  const near = meant(word, fields);
  const all = Object.keys(fields);
  const listed = `${all.slice(0, most).join(', ')}${all.length > most ? ', …' : ''}`;
  return usageError(
    `${flag}: the reply has no field "${word}"`,
    near.length > 0
      ? `Did you mean ${near.join(' or ')}?`
      : all.length === 0
        ? 'This command has no fields to choose from.'
        : `Its fields are ${listed}.`,
  );
};

/**
 * @param wire names of the product that may stand for the documented ones
 * @throws TrivetError usage, for the first field that the view does not declare
 */
export const checkFields = (
  view: View | undefined,
  { field, fields: several }: Pick<Globals, 'field' | 'fields'>,
  wire: readonly string[] = [],
): void => {
  if (view === undefined || ('open' in view && view.open)) return;
  const fields = fieldsOf(view);
  const asked = [
    ...(field === undefined ? [] : [['--field', field] as const]),
    ...(several ?? []).map((one) => ['--fields', one] as const),
  ];
  for (const [flag, word] of asked) {
    if (fieldAt(fields, word) === undefined && !wire.includes(word)) throw unknownField(flag, word, fields);
  }
};
