import type { Fields } from '../catalogue/field.ts';
import { fieldsSchema } from '../catalogue/json-schema.ts';
import type { Json, JsonObject } from '../documents/json/json.ts';
import type { View } from '../catalogue/view.ts';

export type Envelope = (view: View, fields: Fields) => JsonObject;

export const bareSchema = (fields: Fields): JsonObject => fieldsSchema(fields, { bare: true });

export const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
});

export const listOf = (items: Json): JsonObject => ({ type: 'array', items });

export const without = (fields: Fields, leave: (key: string) => boolean): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => !leave(key)));
