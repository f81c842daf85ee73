import type { Json, JsonObject } from '../../documents/json/json.ts';
import { writeJson } from '../../documents/json/lossless.ts';
import type { Aliases } from '../text/item.ts';
import { find } from '../text/item.ts';
import type { PageWriter } from './writer.ts';

export const picked = (item: JsonObject, fields: readonly string[], aliases?: Aliases): JsonObject => {
  // Without a prototype, `__proto__` is an own property.
  const some: Record<string, Json> = Object.create(null) as Record<string, Json>;
  for (const field of fields) some[field] = find(item, field, aliases) ?? null;
  return some;
};

export const jsonlRows = (fields: readonly string[] | undefined, aliases?: Aliases): PageWriter => ({
  page: (items) => {
    let text = '';
    for (const item of items) {
      text += `${writeJson(fields === undefined ? item : picked(item, fields, aliases))}\n`;
    }
    return text;
  },
});
