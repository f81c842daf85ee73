import type { Json, JsonObject } from '../../documents/json/json.ts';
import { isArray } from '../../documents/json/json.ts';
import { writeJson } from '../../documents/json/lossless.ts';
import type { Aliases } from '../text/item.ts';
import { find } from '../text/item.ts';
import { safe } from '../text/safe.ts';
import { plainText } from '../text/value.ts';
import type { PageWriter } from './writer.ts';

/** Returns a list of scalars one per line, other lists and objects as JSON, nothing for null. */
export const fieldText = (value: Json | undefined): string => {
  if (isArray(value) && value.every((item) => typeof item !== 'object' || item === null)) {
    return value.map((item) => plainText(item)).join('\n');
  }
  return typeof value === 'object' && value !== null ? writeJson(value) : plainText(value);
};

export const fieldOf = (item: JsonObject, path: string, terminal: boolean, aliases?: Aliases): string => {
  const text = fieldText(find(item, path, aliases));
  return terminal ? `${safe(text, { multiline: true })}\n` : text;
};

export const fieldRows = (path: string, terminal: boolean, aliases?: Aliases): PageWriter => ({
  page: (items) => {
    let text = '';
    for (const item of items) {
      const value = fieldText(find(item, path, aliases));
      text += `${terminal ? safe(value, { multiline: true }) : value}\n`;
    }
    return text;
  },
});
