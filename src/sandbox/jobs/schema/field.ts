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

/** One member of an object of the job document. */
export interface Field {
  readonly json: string;
  /** Name of the attribute or block in a job file; undefined when a job file cannot set it. */
  readonly hcl: string | undefined;
  readonly kind: Kind;
  /** Value in a parsed job whose file does not set it. */
  readonly unset: Json;
  readonly shape?: Shape;
}

/** An object of the job document (section 2 leaves the fields open; these are the service's own). */
export interface Shape {
  readonly name: string;
  readonly fields: readonly Field[];
  /** The field that a block's label fills. */
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
/** A map of strings to strings. */
export const map = (json: string, options: Options = {}): Field => field('map', json, options);
/** A value without a fixed form, such as a driver's configuration. */
export const freeForm = (json: string, options: Options = {}): Field => field('free', json, options);
export const one = (json: string, shape: Shape, options: Options = {}): Field =>
  field('object', json, options, shape);
export const many = (json: string, shape: Shape, options: Options = {}): Field =>
  field('objects', json, options, shape);
/** Objects in a map whose keys are the labels of their blocks. */
export const keyed = (json: string, shape: Shape, options: Options = {}): Field =>
  field('keyed', json, options, shape);

/** A field that only the server writes, or that no job file can set. */
export const internal = (kind: Kind, json: string, unset: Json = null): Field => ({
  json,
  hcl: undefined,
  kind,
  unset,
});
