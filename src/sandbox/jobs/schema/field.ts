import type { Json } from '../../contract.ts';

export type Kind =
  | 'string'
  | 'int'
  | 'number'
  | 'bool'
  | 'duration'
  | 'strings'
  | 'map'
  | 'free'
  | 'object'
  | 'objects'
  | 'keyed';

export interface Field {
  readonly json: string;
  readonly hcl: string | undefined;
  readonly kind: Kind;
  readonly unset: Json;
  readonly shape?: Shape;
}

export interface Shape {
  readonly name: string;
  readonly fields: readonly Field[];
  readonly label?: string;
}

function snakeCase(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/gu, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/gu, '$1_$2')
    .toLowerCase();
}

interface Options {
  readonly hcl?: string | false;
  readonly unset?: Json;
}

function field(kind: Kind, json: string, options: Options, shape?: Shape): Field {
  const hcl = options.hcl === false ? undefined : (options.hcl ?? snakeCase(json));
  return { json, hcl, kind, unset: options.unset ?? null, ...(shape === undefined ? {} : { shape }) };
}

export const string = (json: string, options: Options = {}): Field => field('string', json, options);
export const int = (json: string, options: Options = {}): Field => field('int', json, options);
export const number = (json: string, options: Options = {}): Field => field('number', json, options);
export const bool = (json: string, options: Options = {}): Field => field('bool', json, options);
export const duration = (json: string, options: Options = {}): Field => field('duration', json, options);
export const strings = (json: string, options: Options = {}): Field => field('strings', json, options);
export const map = (json: string, options: Options = {}): Field => field('map', json, options);
export const freeForm = (json: string, options: Options = {}): Field => field('free', json, options);
export const one = (json: string, shape: Shape, options: Options = {}): Field =>
  field('object', json, options, shape);
export const many = (json: string, shape: Shape, options: Options = {}): Field =>
  field('objects', json, options, shape);
export const keyed = (json: string, shape: Shape, options: Options = {}): Field =>
  field('keyed', json, options, shape);

export const internal = (kind: Kind, json: string, unset: Json = null): Field => ({
  json,
  hcl: undefined,
  kind,
  unset,
});
