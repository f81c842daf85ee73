import type { Json } from '../../contract.ts';

export interface JsonObject {
  readonly [key: string]: Json;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

export function member(value: JsonObject, name: string): Json | undefined {
  const exact = value[name];
  if (exact !== undefined) return exact;
  const wanted = name.toLowerCase();
  for (const [key, candidate] of Object.entries(value)) if (key.toLowerCase() === wanted) return candidate;
  return undefined;
}

export function text(value: JsonObject, name: string): string {
  const found = value[name];
  return typeof found === 'string' ? found : '';
}

export function integer(value: JsonObject, name: string): number {
  const found = value[name];
  return typeof found === 'number' ? found : 0;
}

export function flag(value: JsonObject, name: string): boolean {
  return value[name] === true;
}

export function object(value: JsonObject, name: string): JsonObject | undefined {
  const found = value[name];
  return isObject(found) ? found : undefined;
}

export function objects(value: JsonObject, name: string): readonly JsonObject[] {
  const found = value[name];
  return isList(found) ? found.filter(isObject) : [];
}

export function strings(value: JsonObject, name: string): readonly string[] {
  const found = value[name];
  return isList(found) ? found.filter((item) => typeof item === 'string') : [];
}

export function stringMap(value: JsonObject, name: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [key, item] of Object.entries(object(value, name) ?? {})) {
    if (typeof item === 'string') found[key] = item;
  }
  return found;
}

export function typeName(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

export function sameJson(left: Json | undefined, right: Json | undefined): boolean {
  if (left === right) return true;
  if (left === null || left === undefined) return right === null || right === undefined;
  if (isList(left)) {
    return (
      isList(right) && left.length === right.length && left.every((item, at) => sameJson(item, right[at]))
    );
  }
  if (!isObject(left) || !isObject(right)) return false;
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...keys].every((key) => sameJson(left[key], right[key]));
}
