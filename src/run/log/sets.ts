/** What a request sets of its object. If nothing proves a change, the advice names only these fields. */
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { isArray, isObject, valueAtPath } from '../../documents/json/json.ts';
import type { Operation, State } from '../../catalogue/operation.ts';
import { resetsOf } from '../../catalogue/operation.ts';
import type { InputRecord, InputValue, Parameter } from '../../catalogue/parameter.ts';
import { documentedName } from '../../catalogue/parameter.ts';
import { defaultSetting } from '../../catalogue/setting.ts';
import { isSensitive } from '../../catalogue/shown.ts';

const isJson = (value: unknown): value is Json => {
  if (value === null || ['string', 'number', 'bigint', 'boolean'].includes(typeof value)) return true;
  if (Array.isArray(value)) return value.every(isJson);
  const prototype: unknown = typeof value === 'object' && value !== null ? Object.getPrototypeOf(value) : 1;
  return (
    (prototype === null || prototype === Object.prototype) && Object.values(value as object).every(isJson)
  );
};

/** Adding to a list, or removing from it, keeps the elements that others added. */
const listAfter = ({ method, undo }: Operation, before: Json, given: Json): Json => {
  if (undo?.pick === undefined || method === 'PATCH' || !isArray(given)) return given;
  const known = isArray(before) ? before : [];
  if (method === 'DELETE') return known.filter((one) => !given.includes(one));
  return [...known, ...given.filter((one) => !known.includes(one))];
};

const settingFor = (
  { parameters }: Operation,
  field: string,
): readonly [key: string, parameter: Parameter, path: string | undefined] | undefined => {
  for (const [key, parameter] of Object.entries(parameters)) {
    if (parameter.in !== 'body' || isSensitive(parameter)) continue;
    for (const name of [key, documentedName(key, parameter)]) {
      if (field === name) return [key, parameter, undefined];
      if (field.startsWith(`${name}.`)) return [key, parameter, field.slice(name.length + 1)];
    }
  }
  return undefined;
};

const valueFor = (value: InputValue, path: string | undefined): Json | undefined => {
  if (value instanceof Uint8Array)
    return path === undefined ? Buffer.from(value).toString('base64') : undefined;
  if (!isJson(value)) return undefined;
  return path === undefined ? value : isObject(value) ? valueAtPath(value, path) : undefined;
};

/** Undefined if the request does not contain the values: it sets a version, or makes the object. */
export const setBy = (operation: Operation, input: InputRecord, before: State): JsonObject | undefined => {
  const { undo } = operation;
  if (before === null || undo?.counters !== undefined) return undefined;
  const { resets = [] } = resetsOf(operation) ?? {};
  const values = Object.entries(before).flatMap(([field, earlier = null]) => {
    const [key = '', parameter, path] = settingFor(operation, field) ?? [];
    if (parameter === undefined) return [];
    const given = input[key];
    if (given !== undefined) {
      const value = valueFor(given, path);
      return value === undefined ? [] : [[field, listAfter(operation, earlier, value)] as const];
    }
    const isReset = resets === 'all' || resets.includes(key);
    return isReset ? [[field, defaultSetting(parameter)] as const] : [];
  });
  return Object.fromEntries(values);
};
