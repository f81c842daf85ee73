import type { Field, Fields } from './field.ts';
import { documentedDefault } from './documented-default.ts';
import { groupedBy } from '../system/values/grouped.ts';
import type { Json, JsonObject } from '../documents/json/json.ts';
import type { Limits, Parameter, Parameters } from './parameter.ts';
import { documentedName } from './parameter.ts';
import { productsMatching } from './product.ts';
import { isSensitive } from './shown.ts';

export const schemaDialect = 'https://json-schema.org/draft/2020-12/schema';

const secretReference = '^(?:@|env:).+$';

/** A duration, or -1, which some parameters use for "no limit". */
const durationText = String.raw`^(?:-1|\d{1,15}|(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h|d))+)$`;

const present = (members: Readonly<Record<string, Json | undefined>>): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

/** A limit of bytes becomes one of characters: necessary, not sufficient. */
const textSchema = (values: readonly string[] | undefined, limits: Limits): JsonObject =>
  present({
    type: 'string',
    enum: values,
    pattern: limits.pattern === undefined ? undefined : `^(?:${limits.pattern})$`,
    maxLength: limits.maxBytes,
  });

const valueSchema = ({ type, enum: values, limits = {} }: Parameter): JsonObject => {
  switch (type) {
    case 'string':
    case 'text':
    case 'bytes':
    case 'time':
      return textSchema(values, limits);
    case 'secret':
      return { type: 'string', pattern: secretReference };
    case 'integer':
      return present({ type: 'integer', minimum: limits.minimum, maximum: limits.maximum });
    case 'boolean':
      return { type: 'boolean' };
    case 'duration':
      return { type: ['string', 'integer'], pattern: durationText, minimum: limits.minimumSeconds ?? -1 };
    case 'strings':
      return present({
        type: 'array',
        items: textSchema(values, limits.pattern === undefined ? {} : { pattern: limits.pattern }),
        maxItems: limits.maxItems,
      });
    case 'map':
      return present({
        type: 'object',
        additionalProperties: { type: 'string' },
        maxProperties: limits.maxItems,
      });
    case 'json-map':
      return present({
        type: 'object',
        additionalProperties: limits.values === undefined ? true : { enum: limits.values },
        maxProperties: limits.maxItems,
      });
    case 'pairs':
    case 'secret-pairs':
    case 'conditions':
      return present({ type: 'array', items: { type: 'string', minLength: 1 }, maxItems: limits.maxItems });
    case 'json':
      return {};
  }
};

export const textListSchema = { type: 'array', items: { type: 'string' } } as const satisfies JsonObject;

export const nullable = (schema: JsonObject): JsonObject => {
  const { type, enum: values } = schema;
  if (type === undefined || (Array.isArray(type) && type.includes('null'))) return schema;
  return {
    ...schema,
    type: [...(Array.isArray(type) ? type : [type]), 'null'],
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
  };
};

interface SchemaOptions {
  readonly bare?: boolean;
}

/** `null` unsets a nullable parameter; secrets are references: `env:NAME`, `@file`. */
export const parameterSchema = (parameter: Parameter, { bare = false }: SchemaOptions = {}): JsonObject => {
  const schema = valueSchema(parameter);
  const typed = parameter.nullable === true ? nullable(schema) : schema;
  if (bare) return typed;
  return present({
    description: parameter.summary,
    ...typed,
    default: documentedDefault(parameter),
    deprecated: parameter.deprecated === undefined ? undefined : true,
    writeOnly: isSensitive(parameter) || undefined,
  });
};

interface ParametersSchemaOptions extends SchemaOptions {
  readonly nameOf?: (key: string, parameter: Parameter) => string;
  readonly isRequired?: (key: string, parameter: Parameter) => boolean;
  readonly open?: boolean;
}

export const parametersSchema = (
  parameters: Parameters,
  options: ParametersSchemaOptions = {},
): JsonObject => {
  const { nameOf = documentedName, isRequired = () => false, open = false } = options;
  const entries = Object.entries(parameters);
  const required = entries.flatMap(([key, one]) => (isRequired(key, one) ? [nameOf(key, one)] : []));
  return present({
    type: 'object',
    properties: Object.fromEntries(
      entries.map(([key, one]) => [nameOf(key, one), parameterSchema(one, options)]),
    ),
    required: required.length === 0 ? undefined : required,
    additionalProperties: open ? undefined : false,
  });
};

/** Any value of a reply may be null, and an included object replaces its ID. */
const fieldTypes: Readonly<Record<Field['type'], readonly string[]>> = {
  text: ['string', 'null'],
  version: ['string', 'null'],
  integer: ['integer', 'null'],
  number: ['number', 'null'],
  boolean: ['boolean', 'null'],
  time: ['string', 'number', 'null'],
  duration: ['string', 'number', 'null'],
  list: ['array', 'null'],
  object: ['object', 'null'],
};

const fieldSchema = (
  { type, summary, sensitive, returnedOnce, unit, readOnly, source, servers }: Field,
  { bare }: SchemaOptions,
): JsonObject =>
  present({
    description: bare === true ? undefined : summary,
    type: fieldTypes[type],
    'x-sensitive': sensitive === true || returnedOnce === true ? true : undefined,
    ...(bare === true
      ? {}
      : {
          readOnly,
          'x-unit': unit,
          'x-source': source,
          'x-products': servers === undefined ? undefined : [...productsMatching(servers)],
        }),
  });

/** Servers add fields and leave out those that do not apply, so none is required and others are allowed. */
export const fieldsSchema = (fields: Fields, options: SchemaOptions = {}): JsonObject => {
  const parentOf = (key: string): string | undefined => {
    for (let dot = key.lastIndexOf('.'); dot > 0; dot = key.lastIndexOf('.', dot - 1)) {
      if (Object.hasOwn(fields, key.slice(0, dot))) return key.slice(0, dot);
    }
    return undefined;
  };
  const families = groupedBy(Object.entries(fields), ([key]) => parentOf(key));
  const below = (parent: string | undefined): JsonObject =>
    Object.fromEntries(
      (families.get(parent) ?? []).map(([key, field]) => {
        const inner = families.has(key) ? { properties: below(key) } : {};
        const name = parent === undefined ? key : key.slice(parent.length + 1);
        return [name, { ...fieldSchema(field, options), ...inner }];
      }),
    );
  return { type: 'object', properties: below(undefined) };
};
