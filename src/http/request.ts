/** From an operation and its input to the request, purely: what is built here is what is sent and what is shown. */
import type { Json } from '../model/json.ts';
import { isArray } from '../model/json.ts';
import type { Operation } from '../model/operation.ts';
import type { InputRecord, InputValue, Parameter } from '../model/parameter.ts';
import { documentedName, isSensitive } from '../model/parameter.ts';
import type { Pointer } from '../model/pointer.ts';
import { escapeToken, setAt, tokens } from '../model/pointer.ts';
import type { HttpRequest, Secret } from './http.ts';
import { expandPath } from './path.ts';

export interface BuildOptions {
  /** The product's name for a documented one. */
  readonly wire?: (name: string) => string;
  /** The product's path for the operation, where it differs. */
  readonly path?: string | undefined;
  /** `--body`: what the flags are merged into. */
  readonly base?: Json | undefined;
  /** `--set`, last. */
  readonly extra?: readonly (readonly [Pointer, Json])[];
}

const same = (name: string): string => name;

/** How a value stands in a path or a query. */
const plain = (value: InputValue): string => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(String).join(',');
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
};

/** How a value stands in a JSON body. */
const jsonOf = (value: InputValue, parameter: Parameter): Json => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (parameter.blank === true && isStrings(value) && value.length === 0) return '';
  if (parameter.join !== undefined && isStrings(value)) return value.join(parameter.join);
  if (parameter.items !== undefined && isStrings(value)) {
    const { of, at } = parameter.items;
    return value.map((one) => setAt(of, at, one));
  }
  if (parameter.entries !== undefined) return entriesOf(value, parameter.entries);
  if (parameter.type === 'pairs') return null;
  return value as Json;
};

const isStrings = (value: InputValue): value is readonly string[] => Array.isArray(value);

const entriesOf = (value: InputValue, entries: NonNullable<Parameter['entries']>): Json => {
  const pairs = Array.isArray(value)
    ? value.map((pair) => (typeof pair === 'object' && pair !== null && 'key' in pair ? pair : undefined))
    : Object.entries(Object(value)).map(([key, one]) => ({ key, value: String(one) }));
  return pairs.flatMap((pair): Json[] => {
    if (pair === undefined) return [];
    const item = setAt(entries.of, entries.key, String(pair.key));
    return [pair.value === undefined ? item : setAt(item, entries.value, String(pair.value))];
  });
};

const wirePointer = (pointer: Pointer, wire: (name: string) => string): Pointer => {
  const steps = tokens(pointer);
  const last = steps.at(-1) ?? '';
  const name = wire(last);
  return name === last ? pointer : `/${[...steps.slice(0, -1), name].map(escapeToken).join('/')}`;
};

/** Where a body parameter goes: its own pointer, or its documented name below the operation's place. */
const pointerOf = (operation: Operation, key: string, parameter: Parameter): Pointer =>
  parameter.pointer ?? `${operation.body?.at ?? ''}/${escapeToken(documentedName(key, parameter))}`;

const put = (body: Json | undefined, pointer: Pointer, value: Json): Json => {
  // Several parameters may fill one list (tags by name and by id).
  const present = pointerValue(body, pointer);
  return setAt(body, pointer, isArray(present) && isArray(value) ? [...present, ...value] : value);
};

const pointerValue = (body: Json | undefined, pointer: Pointer): Json | undefined =>
  tokens(pointer).reduce<Json | undefined>(
    (current, step) =>
      typeof current === 'object' && current !== null && !isArray(current) && Object.hasOwn(current, step)
        ? current[step]
        : undefined,
    body,
  );

const bodyOf = (operation: Operation, input: InputRecord, options: BuildOptions): Json | undefined => {
  const wire = options.wire ?? same;
  let body: Json | undefined;
  let filled = false;
  for (const [pointer, value] of Object.entries(operation.body?.constants ?? {})) {
    body = setAt(body, pointer as Pointer, value);
  }
  for (const [key, parameter] of Object.entries(operation.parameters)) {
    const value = input[parameter.from ?? key];
    if (value === undefined) continue;
    if (parameter.in === 'body') {
      body = put(body, wirePointer(pointerOf(operation, key, parameter), wire), jsonOf(value, parameter));
      filled = true;
    }
    if (parameter.implies !== undefined && value !== false && value !== null) {
      for (const [pointer, implied] of Object.entries(parameter.implies)) {
        body = setAt(body, wirePointer(pointer as Pointer, wire), implied);
      }
      filled = true;
    }
  }
  if (options.base !== undefined) {
    body = merge(options.base, body);
    filled = true;
  }
  for (const [pointer, value] of options.extra ?? []) {
    body = setAt(body, pointer, value);
    filled = true;
  }
  const constant = operation.body?.constants !== undefined;
  if (filled || constant) return body;
  return operation.body?.always === true ? {} : undefined;
};

/** Objects are merged key by key, `over` wins; everything else is replaced. */
export const merge = (under: Json, over: Json | undefined): Json => {
  if (over === undefined) return under;
  if (typeof under !== 'object' || under === null || isArray(under)) return over;
  if (typeof over !== 'object' || over === null || isArray(over)) return over;
  const merged: Record<string, Json | undefined> = Object.assign(Object.create(null), under);
  for (const [key, value] of Object.entries(over)) {
    if (value === undefined) continue;
    const present = merged[key];
    merged[key] = present === undefined ? value : merge(present, value);
  }
  return merged;
};

const queryOf = (
  operation: Operation,
  input: InputRecord,
  wire: (name: string) => string,
): readonly (readonly [string, string])[] => {
  const query: [string, string][] = [];
  for (const [key, parameter] of Object.entries(operation.parameters)) {
    const value = input[key];
    if (parameter.in !== 'query' || value === undefined || value === null) continue;
    if (parameter.indexed !== undefined && Array.isArray(value)) {
      value.forEach((pair, index) => {
        if (typeof pair !== 'object' || pair === null || !('key' in pair)) return;
        query.push([String(parameter.indexed?.key).replace('{i}', String(index)), String(pair.key)]);
        if (pair.value !== undefined) {
          query.push([String(parameter.indexed?.value).replace('{i}', String(index)), String(pair.value)]);
        }
      });
      continue;
    }
    query.push([wire(documentedName(key, parameter)), plain(value)]);
  }
  return query;
};

/** Every text in a value, however deep. */
const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  if (value instanceof Uint8Array) return [Buffer.from(value).toString('utf8')];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

const secretsOf = (operation: Operation, input: InputRecord): readonly Secret[] =>
  Object.entries(operation.parameters).flatMap(([key, parameter]) => {
    if (!isSensitive(parameter)) return [];
    const name = documentedName(key, parameter)
      .replaceAll(/[^A-Za-z0-9]+/g, '_')
      .toUpperCase();
    return textsIn(input[key])
      .filter((value) => value !== '')
      .map((value) => ({ name: `TRIVET_SECRET_${name}`, value }));
  });

/**
 * The request of an operation.
 * @throws TrivetError usage, when a path value is empty, `.`, `..`, or hides a separator
 */
export const buildRequest = (
  operation: Operation,
  input: InputRecord,
  options: BuildOptions = {},
): HttpRequest => {
  const wire = options.wire ?? same;
  const body = bodyOf(operation, input, options);
  const headers: Record<string, string> = {};
  for (const [key, parameter] of Object.entries(operation.parameters)) {
    const value = input[key];
    if (parameter.in === 'header' && value !== undefined && value !== null) {
      headers[documentedName(key, parameter)] = plain(value);
    }
  }
  return {
    method: operation.method,
    path: expandPath(options.path ?? operation.path, operation.parameters, (key) => {
      const value = input[key];
      return value === undefined || value === null ? undefined : plain(value);
    }),
    query: queryOf(operation, input, wire),
    headers,
    body: body === undefined ? undefined : { kind: 'json', value: body },
    secrets: secretsOf(operation, input),
  };
};
