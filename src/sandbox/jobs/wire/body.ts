import type { Json, SandboxRequest } from '../../contract.ts';
import { Refusal } from './failure.ts';
import { isObject, member, typeName, type JsonObject } from './json.ts';

export function readBody(request: SandboxRequest): JsonObject {
  const source = request.bytes.toString('utf8');
  if (source.trim() === '') throw new Refusal(400, 'Request body is empty');
  let value: Json;
  try {
    value = JSON.parse(source) as Json;
  } catch (error) {
    throw new Refusal(400, `invalid JSON: ${error instanceof Error ? error.message : 'syntax error'}`);
  }
  if (!isObject(value)) {
    throw new Refusal(400, `json: cannot unmarshal ${typeName(value)} into an object`);
  }
  return value;
}

function mismatch(value: Json, name: string, type: string): Refusal {
  return new Refusal(400, `json: cannot unmarshal ${typeName(value)} into field ${name} of type ${type}`);
}

export function bodyText(body: JsonObject, name: string): string {
  const value = member(body, name) ?? null;
  if (value === null) return '';
  if (typeof value !== 'string') throw mismatch(value, name, 'string');
  return value;
}

export function bodyBoolean(body: JsonObject, name: string): boolean {
  const value = member(body, name) ?? null;
  if (value === null) return false;
  if (typeof value !== 'boolean') throw mismatch(value, name, 'bool');
  return value;
}

export function bodyInteger(body: JsonObject, name: string): number | undefined {
  const value = member(body, name) ?? null;
  if (value === null) return undefined;
  if (typeof value !== 'number' || !Number.isInteger(value)) throw mismatch(value, name, 'int');
  return value;
}

export function bodyUnsigned(body: JsonObject, name: string): number | undefined {
  const value = bodyInteger(body, name);
  if (value !== undefined && value < 0) {
    throw new Refusal(400, `json: cannot unmarshal number ${value} into field ${name} of type uint64`);
  }
  return value;
}

export function bodyObject(body: JsonObject, name: string): JsonObject | undefined {
  const value = member(body, name) ?? null;
  if (value === null) return undefined;
  if (!isObject(value)) throw mismatch(value, name, 'object');
  return value;
}

export function bodyStringMap(body: JsonObject, name: string): Readonly<Record<string, string>> | undefined {
  const value = bodyObject(body, name);
  if (value === undefined) return undefined;
  const map: Record<string, string> = {};
  for (const [key, item] of Object.entries(value)) {
    if (typeof item !== 'string') throw mismatch(item, `${name}.${key}`, 'string');
    map[key] = item;
  }
  return map;
}
