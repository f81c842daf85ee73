import type { TrivetError } from '../system/error.ts';
import { usageError } from '../system/error.ts';
import type { Fields } from './field.ts';
import { closest } from './text/suggest.ts';

const most = 40;

export const unknownField = (flag: string, word: string, fields: Fields): TrivetError => {
  const near = closest(word, Object.keys(fields));
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
