/** Builds the request from an operation and its input: the same one is sent and shown. */
import type { Json } from '../documents/json/json.ts';
import { isArray, isObject } from '../documents/json/json.ts';
import { bodyPlace } from '../catalogue/operation.ts';
import type { Operation } from '../catalogue/operation.ts';
import type { InputRecord, InputValue, Parameter } from '../catalogue/parameter.ts';
import { documentedName, flagName } from '../catalogue/parameter.ts';
import { writeJson } from '../documents/json/lossless.ts';
import { serviceTraits } from '../catalogue/product.ts';
import type { Pointer } from '../documents/json/pointer.ts';
import { escapeToken, setAt, setSteps, tokens } from '../documents/json/pointer.ts';
import type { HttpRequest, Secret } from '../catalogue/http.ts';
import { pathExpander } from './path.ts';
import { isSensitive, namedSecrets, secretVariable } from '../catalogue/shown.ts';

interface WireNames {
  readonly wire?: Readonly<Record<string, string>>;
  readonly path?: string | undefined;
}

export interface BuildOptions {
  /** The body of `--body`, into which flags are merged. */
  readonly base?: Json | undefined;
  /** Values of `--set`, applied last. */
  readonly extra?: readonly (readonly [Pointer, Json])[] | undefined;
}

type RequestBuilder = (input: InputRecord, options?: BuildOptions) => HttpRequest;

type Rename = (name: string) => string;
type Steps = readonly string[];

const plain = (value: InputValue): string => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(String).join(',');
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
};

const jsonOf = (value: InputValue, key: string, parameter: Parameter): Json => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (value !== null && parameter.sentAs !== undefined)
    return parameter.sentAs(value, `--${flagName(key, parameter)}`);
  if (parameter.type === 'pairs') return null;
  return value as Json;
};

const wireSteps = (pointer: Pointer, wire: Rename): Steps => {
  const steps = tokens(pointer);
  return [...steps.slice(0, -1), wire(steps.at(-1) ?? '')];
};

export const pointerOf = (operation: Operation, key: string, parameter: Parameter): Pointer =>
  parameter.pointer ?? `${bodyPlace(operation)}/${escapeToken(documentedName(key, parameter))}`;

const put = (body: Json | undefined, steps: Steps, value: Json): Json => {
  if (body === undefined) return setSteps(body, steps, value);
  // Several parameters may fill one list (tags by name and by id).
  const present = valueAt(body, steps);
  return setSteps(body, steps, isArray(present) && isArray(value) ? [...present, ...value] : value);
};

const valueAt = (body: Json, steps: Steps): Json | undefined =>
  steps.reduce<Json | undefined>(
    (current, step) =>
      typeof current === 'object' && current !== null && !isArray(current) && Object.hasOwn(current, step)
        ? current[step]
        : undefined,
    body,
  );

export const writtenIn = (
  operation: Operation,
  { base, extra = [] }: BuildOptions,
): ((key: string, parameter: Parameter) => Json | undefined) => {
  if (base === undefined && extra.length === 0) return () => undefined;
  const whole = extra.reduce<Json>((so, [pointer, value]) => setAt(so, pointer, value), base ?? {});
  return (key, parameter) =>
    parameter.in === 'body' ? valueAt(whole, tokens(pointerOf(operation, key, parameter))) : undefined;
};

interface BodyField {
  readonly key: string;
  readonly parameter: Parameter;
  readonly steps: Steps | undefined;
  readonly implied: readonly (readonly [Steps, Json])[];
}

const bodyFields = (operation: Operation, wire: Rename): readonly BodyField[] =>
  Object.entries(operation.parameters)
    .filter(([, { in: where, implies }]) => where === 'body' || implies !== undefined)
    .map(([key, parameter]) => ({
      key: parameter.repeatsInput ?? key,
      parameter,
      steps: parameter.in === 'body' ? wireSteps(pointerOf(operation, key, parameter), wire) : undefined,
      implied: Object.entries(parameter.implies ?? {}).map(
        ([pointer, value]) => [wireSteps(pointer as Pointer, wire), value] as const,
      ),
    }));

const renamer = (operation: Operation, wire: Rename) => {
  const moves = Object.entries(operation.parameters).flatMap(([key, parameter]) => {
    if (parameter.in !== 'body') return [];
    const from = pointerOf(operation, key, parameter);
    const to = wireSteps(from, wire);
    return to.join('/') === tokens(from).join('/') ? [] : [{ from, steps: tokens(from), to }];
  });
  return {
    base: (body: Json): Json =>
      moves.reduce((so, { steps, to }) => {
        const value = valueAt(so, steps);
        if (value === undefined) return so;
        const rest = without(so, steps);
        return valueAt(rest, to) === undefined ? setSteps(rest, to, value) : rest;
      }, body),
    steps: (pointer: Pointer): Steps => moves.find(({ from }) => from === pointer)?.to ?? tokens(pointer),
  };
};

const without = (body: Json, [head = '', ...rest]: Steps): Json => {
  if (!isObject(body)) return body;
  const { [head]: inner, ...others } = body;
  return rest.length === 0 || inner === undefined ? others : { ...others, [head]: without(inner, rest) };
};

const keyIn = (known: Json | undefined, name: string): string => {
  if (!isObject(known) || Object.hasOwn(known, name)) return name;
  return Object.keys(known).find((key) => key.toLowerCase() === name.toLowerCase()) ?? name;
};

/** Gives keys of `--body` and `--set` the documented spelling, for a service that takes any. */
const speller = ({ service }: Operation, fields: readonly BodyField[]) => {
  if (serviceTraits[service].anyCase !== true)
    return { base: (body: Json): Json => body, steps: (steps: Steps): Steps => steps };
  const documented = fields.reduce<Json>((so, { steps }) => (steps ? setSteps(so, steps, {}) : so), {});
  const spelled = (given: Json, known: Json | undefined): Json =>
    isObject(given) && isObject(known)
      ? Object.fromEntries(
          Object.entries(given).map(([name, value]) => {
            const key = keyIn(known, name);
            return [key, value === undefined ? value : spelled(value, known[key])];
          }),
        )
      : given;
  return {
    base: (body: Json): Json => spelled(body, documented),
    steps: (steps: Steps): Steps =>
      steps.reduce<Steps>((so, name) => [...so, keyIn(valueAt(documented, so), name)], []),
  };
};

const bodyBuilder = (operation: Operation, wire: Rename) => {
  const renamed = renamer(operation, wire);
  const fields = bodyFields(operation, wire);
  const spell = speller(operation, fields);
  const constants = Object.entries(operation.body ?? {});
  return (input: InputRecord, { base, extra }: BuildOptions): Json | undefined => {
    let body: Json | undefined;
    let filled = constants.length > 0;
    for (const [pointer, value] of constants) body = setAt(body, pointer as Pointer, value);
    for (const { key, parameter, steps, implied } of fields) {
      const value = input[key];
      if (value === undefined) continue;
      if (steps !== undefined) {
        body = put(body, steps, jsonOf(value, key, parameter));
        filled = true;
      }
      if (value === false || value === null) continue;
      for (const [place, said] of implied) body = setSteps(body, place, said);
      if (implied.length > 0) filled = true;
    }
    if (base !== undefined) {
      body = merge(renamed.base(spell.base(base)), body);
      filled = true;
    }
    for (const [pointer, value] of extra ?? []) {
      body = setSteps(body, spell.steps(renamed.steps(pointer)), value);
      filled = true;
    }
    if (filled) return body;
    return operation.body === undefined ? undefined : {};
  };
};

/**
 * The input as sent: `--set` replaces flags, and `--body` completes them.
 * @param known keys that count as given
 */
export const asSent = <In extends InputRecord>(
  operation: Operation,
  input: In,
  options: BuildOptions,
  known: BuildOptions = {},
): In => {
  if (options.base === known.base && (options.extra ?? []).length === 0) return input;
  const bodyOf = bodyBuilder(operation, (name) => name);
  const [before = {}, after = {}] = [bodyOf(input, known), bodyOf(input, options)];
  const changes = Object.entries(operation.parameters).flatMap(([key, parameter]) => {
    if (parameter.in !== 'body') return [];
    const steps = tokens(pointerOf(operation, key, parameter));
    const [from, to] = [valueAt(before, steps), valueAt(after, steps)];
    return to === undefined || to === from || (from !== undefined && writeJson(to) === writeJson(from))
      ? []
      : [[key, to] as const];
  });
  return changes.length === 0 ? input : { ...input, ...Object.fromEntries(changes) };
};

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

type Pair = readonly [name: string, value: string];
type Field = readonly [key: string, parameter: Parameter];

const queryBuilder =
  (fields: readonly Field[], wire: Rename) =>
  (input: InputRecord): readonly Pair[] =>
    fields.flatMap(([key, parameter]): readonly Pair[] => {
      const value = input[key];
      if (value === undefined || value === null) return [];
      if (parameter.sentAs === undefined) return [[wire(documentedName(key, parameter)), plain(value)]];
      return Object.entries(parameter.sentAs(value, key) ?? {}).map(([name, one]) => [name, String(one)]);
    });

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  if (value instanceof Uint8Array) return [Buffer.from(value).toString('utf8')];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

const secretName = ([key, parameter]: Field): string => secretVariable(documentedName(key, parameter));

const secretsOf = (fields: readonly Field[], valueOf: (field: Field) => unknown): readonly Secret[] =>
  fields.flatMap((field) =>
    textsIn(valueOf(field))
      .filter((value) => value !== '')
      .map((value) => ({ name: secretName(field), value })),
  );

/** Secrets of a whole body, by declaration of its operations or by name. Each value gets its own variable. */
export const secretsInBody = (operations: readonly Operation[], body: Json): readonly Secret[] => {
  const declared = operations.flatMap((operation) =>
    secretsOf(
      Object.entries(operation.parameters).filter(
        ([, parameter]) => parameter.in === 'body' && isSensitive(parameter),
      ),
      ([key, parameter]) => valueAt(body, tokens(pointerOf(operation, key, parameter))),
    ),
  );
  const names = new Map<string, string>();
  for (const { name, value } of [...declared, ...namedSecrets(body)]) {
    if (value === '' || names.has(value)) continue;
    const same = [...names.values()].filter((one) => one.replace(/_\d+$/, '') === name).length;
    names.set(value, same === 0 ? name : `${name}_${same + 1}`);
  }
  return [...names].map(([value, name]) => ({ name, value }));
};

const secretsBuilder = (operation: Operation, fields: readonly Field[], wire: Rename) => {
  const inBody = fields.filter(([, parameter]) => parameter.in === 'body');
  return (
    input: InputRecord,
    { base, extra = [] }: BuildOptions,
    body: Json | undefined,
  ): readonly Secret[] => {
    if (fields.length === 0) return [];
    const typed = secretsOf(fields, ([key]) => input[key]);
    if (body === undefined || (base === undefined && extra.length === 0)) return typed;
    const written = secretsOf(inBody, ([key, parameter]) =>
      valueAt(body, wireSteps(pointerOf(operation, key, parameter), wire)),
    );
    return [...typed, ...written.filter(({ value }) => typed.every((one) => one.value !== value))];
  };
};

const headersOf = (fields: readonly Field[], input: InputRecord): Readonly<Record<string, string>> => {
  const headers: Record<string, string> = {};
  for (const [key, parameter] of fields) {
    const value = input[key];
    if (value !== undefined && value !== null) headers[documentedName(key, parameter)] = plain(value);
  }
  return headers;
};

/** @throws TrivetError usage (the builder), for a path value that is empty, `.`, `..`, or hides a separator */
export const requestBuilder = (operation: Operation, { wire = {}, path }: WireNames = {}): RequestBuilder => {
  const rename: Rename = (name) => wire[name] ?? name;
  const all = Object.entries(operation.parameters);
  const inHeaders = all.filter(([, parameter]) => parameter.in === 'header');
  const sensitive = all.filter(([, parameter]) => isSensitive(parameter));
  const bodyOf = bodyBuilder(operation, rename);
  const secretsIn = secretsBuilder(operation, sensitive, rename);
  const expand = pathExpander(path ?? operation.path, operation.parameters);
  const queryOf = queryBuilder(
    all.filter(([, parameter]) => parameter.in === 'query'),
    rename,
  );
  return (input, options = {}) => {
    const body = bodyOf(input, options);
    return {
      method: operation.method,
      path: expand((key) => {
        const value = input[key];
        return value === undefined || value === null ? undefined : plain(value);
      }),
      query: queryOf(input),
      headers: headersOf(inHeaders, input),
      body: body === undefined ? undefined : { kind: 'json', value: body },
      secrets: secretsIn(input, options, body),
    };
  };
};
