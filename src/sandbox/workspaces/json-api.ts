import type { Json } from '../contract.ts';
import { ApiError, unprocessable } from './errors.ts';

export type JsonObject = Readonly<Record<string, Json>>;

export function asObject(value: Json | undefined): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function member(object: JsonObject | undefined, name: string): Json | undefined {
  return object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;
}

export function path(object: JsonObject | undefined, ...names: readonly string[]): Json | undefined {
  let value: Json | undefined = object;
  for (const name of names) value = member(asObject(value), name);
  return value;
}

export function readJson(bytes: Buffer): JsonObject {
  if (bytes.length === 0) return {};
  let value: Json;
  try {
    const parsed: Json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    value = parsed;
  } catch (error) {
    throw new ApiError(400, {
      detail: `JSON body is invalid: ${error instanceof Error ? error.message : 'unreadable'}`,
    });
  }
  const object = asObject(value);
  if (object === undefined) throw unprocessable('The body must be a JSON object.', '');
  return object;
}

export interface WorkspaceBody {
  readonly attributes: JsonObject;
  readonly relationships: JsonObject;
}

export function readWorkspaceBody(bytes: Buffer): WorkspaceBody {
  const data = asObject(member(readJson(bytes), 'data'));
  if (data === undefined) throw unprocessable('The body must have a data object.', '/data');
  if (member(data, 'type') !== 'workspaces') throw unprocessable("type must be 'workspaces'.", '/data/type');
  const attributes = member(data, 'attributes') ?? {};
  const relationships = member(data, 'relationships') ?? {};
  if (!isObject(attributes)) throw unprocessable('attributes must be an object.', '/data/attributes');
  if (!isObject(relationships))
    throw unprocessable('relationships must be an object.', '/data/relationships');
  return { attributes, relationships };
}

export function readIdentifiers(bytes: Buffer, type: string): readonly JsonObject[] {
  const data = member(readJson(bytes), 'data');
  if (!Array.isArray(data)) throw unprocessable('data must be an array.', '/data');
  return data.map((item: Json, index) => {
    const object = asObject(item);
    if (object === undefined) throw unprocessable('The item must be an object.', `/data/${index}`);
    if (member(object, 'type') !== type)
      throw unprocessable(`type must be '${type}'.`, `/data/${index}/type`);
    return object;
  });
}
