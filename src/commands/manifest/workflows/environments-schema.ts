/** JSON Schema of trivet.yaml, for editors. */
import { schemaDialect, textListSchema } from '../../../catalogue/json-schema.ts';
import type { Json, JsonObject } from '../../../documents/json/json.ts';
import { stateKinds } from '../../../catalogue/kind-name.ts';
import type { ObjectKind } from '../../../catalogue/kind.ts';
import type { Catalogue } from '../../../catalogue/catalogue.ts';

const removed: Json = {
  description: 'Objects to delete: KIND:NAME, or an object with kind, name and scope',
  type: 'array',
  items: {
    anyOf: [
      { type: 'string', pattern: `^(?:${stateKinds.join('|')}):.+` },
      {
        type: 'object',
        properties: {
          kind: { enum: [...stateKinds] },
          name: { type: 'string' },
          organization: { type: 'string' },
          namespace: { type: 'string' },
          mount: { type: 'string' },
        },
        required: ['kind', 'name'],
        additionalProperties: false,
      },
    ],
  },
};

export const environmentsSchema = async (catalogue: Catalogue): Promise<JsonObject> => {
  const kinds = (await Promise.all(stateKinds.map(catalogue.kind))).filter(
    (kind): kind is ObjectKind => kind !== undefined,
  );
  const ids = Object.fromEntries(kinds.flatMap(({ ids: of = {} }) => Object.entries(of)));
  const names = Object.entries(ids).map(([key, what]): [string, Json] => [
    key,
    { description: `Names for IDs: ${what}`, type: 'object', additionalProperties: { type: 'string' } },
  ]);
  const environment: Json = {
    type: 'object',
    properties: {
      profile: { description: 'Profile that the command line must name, too', type: 'string' },
      layers: {
        description: 'Folders below this file; a later one changes what an earlier one says',
        ...textListSchema,
      },
      protected: { description: 'Changes are confirmed by the name of the profile', type: 'boolean' },
      names: { type: 'object', properties: Object.fromEntries(names), additionalProperties: false },
      ignore: { description: 'Settings that are not compared, as KIND.FIELD', ...textListSchema },
      removed,
      waves: {
        description: 'What apply changes first; an object belongs to the first wave that it satisfies',
        type: 'array',
        items: {
          type: 'object',
          properties: {
            where: {
              description: "Conditions of the form 'FIELD OP VALUE'",
              anyOf: [{ type: 'string' }, textListSchema],
            },
            wait: { description: 'Wait for the jobs of the wave', type: 'boolean' },
          },
          additionalProperties: false,
        },
      },
    },
    required: ['layers'],
    additionalProperties: false,
  };
  return {
    $schema: schemaDialect,
    title: 'trivet.yaml',
    description: 'Environments of the files that trivet diff and trivet apply read with --env',
    type: 'object',
    properties: { environments: { type: 'object', additionalProperties: environment }, removed },
    required: ['environments'],
    additionalProperties: false,
  };
};
