import type { Json } from '../../contract.ts';
import { Refusal } from '../wire/failure.ts';
import { isList, isObject, typeName, type JsonObject } from '../wire/json.ts';
import { parseDuration } from '../wire/duration.ts';
import type { Field, Shape } from './field.ts';

function mismatch(value: Json, path: string, type: string): Refusal {
  return new Refusal(
    400,
    `json: cannot unmarshal ${typeName(value)} into Go struct field ${path} of type ${type}`,
  );
}

function decodeNumber(value: Json, field: Field, path: string): number {
  if (field.kind === 'duration' && typeof value === 'string') {
    const parsed = parseDuration(value);
    if (parsed !== undefined) return parsed;
  }
  if (typeof value !== 'number') throw mismatch(value, path, 'int');
  if (field.kind !== 'number' && !Number.isInteger(value)) throw mismatch(value, path, 'int');
  return value;
}

function decodeStrings(value: Json, path: string): Json {
  if (!isList(value)) throw mismatch(value, path, '[]string');
  for (const item of value) if (typeof item !== 'string') throw mismatch(item, path, 'string');
  return value;
}

function decodeMap(value: Json, path: string): Json {
  if (!isObject(value)) throw mismatch(value, path, 'map[string]string');
  for (const item of Object.values(value)) if (typeof item !== 'string') throw mismatch(item, path, 'string');
  return value;
}

function decodeObjects(value: Json, shape: Shape, path: string): Json {
  if (!isList(value)) throw mismatch(value, path, `[]${shape.name}`);
  return value.map((item) => decodeShape(item, shape, path));
}

function decodeKeyed(value: Json, shape: Shape, path: string): Json {
  if (!isObject(value)) throw mismatch(value, path, `map[string]${shape.name}`);
  const entries = Object.entries(value).map(([key, item]) => [key, decodeShape(item, shape, path)] as const);
  return Object.fromEntries(entries);
}

function decodeField(value: Json, field: Field, path: string): Json {
  if (value === null) return field.unset;
  switch (field.kind) {
    case 'string':
      if (typeof value !== 'string') throw mismatch(value, path, 'string');
      return value;
    case 'bool':
      if (typeof value !== 'boolean') throw mismatch(value, path, 'bool');
      return value;
    case 'int':
    case 'number':
    case 'duration':
      return decodeNumber(value, field, path);
    case 'strings':
      return decodeStrings(value, path);
    case 'map':
      return decodeMap(value, path);
    case 'object':
      return field.shape === undefined ? value : decodeShape(value, field.shape, path);
    case 'objects':
      return field.shape === undefined ? value : decodeObjects(value, field.shape, path);
    case 'keyed':
      return field.shape === undefined ? value : decodeKeyed(value, field.shape, path);
    case 'free':
      return value;
  }
}

/** Names match in any case; unknown members are dropped, absent ones get their unset value. */
export function decodeShape(value: Json, shape: Shape, path = shape.name): JsonObject {
  if (!isObject(value)) throw mismatch(value, path, shape.name);
  const given = new Map(Object.entries(value).map(([key, item]) => [key.toLowerCase(), item]));
  const decoded: Record<string, Json> = {};
  for (const field of shape.fields) {
    const item = given.get(field.json.toLowerCase()) ?? null;
    decoded[field.json] = decodeField(item, field, `${path}.${field.json}`);
  }
  return decoded;
}
