import {
  fieldsSchema,
  nullable,
  parameterSchema,
  schemaDialect,
  textListSchema,
} from '../../../catalogue/json-schema.ts';
import type { Json, JsonObject } from '../../../documents/json/json.ts';
import { isObject, own } from '../../../documents/json/json.ts';
import type { ObjectKind, ObjectPart } from '../../../catalogue/kind.ts';
import type { Setting } from '../../../catalogue/kind-settings.ts';
import { settingsOf } from '../../../catalogue/kind-settings.ts';

const settingSchema = ({ key, summary, parameter, secret }: Setting, kind: ObjectKind): Json => {
  if (parameter !== undefined) {
    const schema = parameterSchema(parameter);
    if (secret) return { ...schema, description: `${summary.replace(/:.*/, '')}: env:NAME or file:PATH` };
    // A reply, and so an export, has these pairs as an object.
    if (schema['type'] === 'array' && kind.fields[key]?.type === 'object')
      return nullable({ ...schema, type: ['array', 'object'], additionalProperties: { type: 'string' } });
    const { pattern } = schema;
    // Servers report an unset text as empty.
    return nullable(typeof pattern === 'string' ? { ...schema, pattern: `^$|${pattern}` } : schema);
  }
  const field = kind.fields[key];
  const inner =
    field === undefined
      ? undefined
      : own(own(fieldsSchema({ [key]: field }, { bare: true }), 'properties'), key);
  return { description: field?.summary ?? summary, ...(isObject(inner) ? inner : {}) };
};

const settingsSchema = (kind: ObjectKind, settings: readonly Setting[]): JsonObject => {
  const properties: Record<string, Json> = {};
  for (const setting of settings) {
    const [head = '', ...rest] = setting.key.split('.');
    const schema = settingSchema(setting, kind);
    if (rest.length === 0) {
      properties[head] = schema;
      continue;
    }
    const group = own(properties[head], 'properties');
    properties[head] = {
      type: ['object', 'null'],
      properties: { ...(isObject(group) ? group : {}), [rest.join('.')]: schema },
      additionalProperties: false,
    };
  }
  return {
    type: 'object',
    properties,
    // A whole document may have undeclared members.
    ...(kind.write?.documentParameter === undefined ? { additionalProperties: false } : {}),
  };
};

const partSchema = ({ shape, summary }: ObjectPart): Json => {
  if (shape === 'names') return { description: summary, ...textListSchema };
  return { description: summary, type: [shape === 'text' ? 'string' : 'object', 'null'] };
};

const text = (description: string): Json => ({ type: 'string', description });

const scopes = {
  organization: text('Organization; default: that of the command line or profile'),
  namespace: text('Namespace; default: that of the command line or profile'),
  mount: text('Mount of the engine; default: that of the command line or profile'),
} as const;

const goingMembers: JsonObject = {
  state: { const: 'absent', description: 'The object is to be deleted' },
  'renamed-from': text('Name that the object had'),
};

const secretsVersion: Json = {
  type: 'integer',
  description: 'A number to raise when the secrets are to be written again',
};

/** A job can also be written in HCL. */
const fileMembers = (kind: ObjectKind): JsonObject =>
  kind.write?.documentParameter === undefined
    ? {}
    : {
        file: text('File next to this one that has the object in its own language'),
        variables: {
          description: 'Variables of that file',
          type: 'object',
          additionalProperties: { type: 'string' },
        },
        'variable-files': { description: 'Files with variables of that file', ...textListSchema },
      };

export const kindSchema = (kind: ObjectKind): JsonObject => {
  const files = fileMembers(kind);
  return {
    $schema: schemaDialect,
    title: kind.kind,
    description: `A ${kind.summary}, as trivet diff and trivet apply read it. A setting that is left out is not managed; null clears it.`,
    type: 'object',
    properties: {
      kind: { const: kind.kind },
      ...(kind.singleton === true ? {} : { name: text('Name') }),
      ...Object.fromEntries(kind.scope.map((scope) => [scope, scopes[scope]])),
      settings: settingsSchema(kind, settingsOf(kind)),
      ...(settingsOf(kind).some(({ secret }) => secret) ? { 'secrets-version': secretsVersion } : {}),
      ...(kind.remove === undefined ? {} : goingMembers),
      ...Object.fromEntries((kind.parts ?? []).map((part) => [part.part, partSchema(part)])),
      ...files,
    },
    required:
      kind.singleton === true || kind.name.assigned !== undefined || 'file' in files
        ? ['kind']
        : ['kind', 'name'],
    additionalProperties: false,
  };
};
