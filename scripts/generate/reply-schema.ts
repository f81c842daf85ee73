/** JSON Schemas of the documents that `-o json` prints: the envelope of each service around the schema of an item. */
import type { Fields } from '../../src/catalogue/field.ts';
import type { JsonObject, Json } from '../../src/documents/json/json.ts';
import type { ServiceName } from '../../src/catalogue/product.ts';
import type { Rows, View } from '../../src/catalogue/view.ts';
import { fieldsOf } from '../../src/catalogue/view.ts';
import { rowsWanted } from '../../src/services/items.ts';
import { fieldsSchema } from '../../src/catalogue/json-schema.ts';

type Envelope = (view: View, fields: Fields) => JsonObject;

const bareSchema = (fields: Fields): JsonObject => fieldsSchema(fields, { bare: true });

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
});

const listOf = (items: Json): JsonObject => ({ type: 'array', items });

const without = (fields: Fields, leave: (key: string) => boolean): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => !leave(key)));

const leaseKeys = ['lease_id', 'lease_duration', 'renewable'];

const secrets: Envelope = (view, fields) => {
  const data =
    view.kind === 'table'
      ? object({
          keys: listOf({ type: 'string' }),
          key_info: { type: ['object', 'null'], additionalProperties: bareSchema(fields) },
        })
      : { ...bareSchema(without(fields, (key) => leaseKeys.includes(key))), type: ['object', 'null'] };
  return object({
    request_id: { type: 'string' },
    lease_id: { type: 'string' },
    lease_duration: { type: 'integer' },
    renewable: { type: 'boolean' },
    data,
    warnings: { type: ['array', 'null'], items: { type: 'string' } },
    // A wrapped reply has this instead of the data.
    wrap_info: { type: ['object', 'null'] },
  });
};

const resourceSchema = (fields: Fields): JsonObject =>
  object({
    id: { type: 'string' },
    type: { type: 'string' },
    attributes: bareSchema(
      without(
        fields,
        (key) => key === 'id' || key === 'type' || fields[key.split('.')[0] ?? '']?.refers !== undefined,
      ),
    ),
    relationships: { type: 'object' },
  });

const workspaces: Envelope = (view, fields) =>
  object(
    {
      data: view.kind === 'table' ? listOf(resourceSchema(fields)) : resourceSchema(fields),
      included: listOf(object({ id: { type: 'string' }, type: { type: 'string' } })),
      meta: { type: 'object' },
    },
    { required: ['data'] },
  );

/** A service without one prints its items bare. */
const envelopes: Readonly<Partial<Record<ServiceName, Envelope>>> = { secrets, workspaces };

/** Rows that lie at a path, as entries of an object or as texts where the view says so; `null` stands for no rows. */
const rowsSchema = ({ path, key, scalar }: Rows, fields: Fields): JsonObject => {
  const item = bareSchema(key === undefined ? fields : without(fields, (name) => name === key));
  const row =
    key === undefined && scalar === undefined ? item : { anyOf: [item, { not: { type: 'object' } }] };
  const rows = key === undefined ? listOf(row) : object({}, { additionalProperties: row });
  const steps = path === '' ? [] : path.split('.');
  return steps.reduceRight<JsonObject>(
    (inner, step, index) =>
      object({ [step]: index === steps.length - 1 ? { anyOf: [inner, { type: 'null' }] } : inner }),
    rows,
  );
};

/** The items, or the one item, without anything around them. */
const bare: Envelope = (view, fields) =>
  view.kind === 'table' ? listOf(bareSchema(fields)) : bareSchema(fields);

/**
 * The schema of what a command with this view prints under `-o json`.
 * @param service undefined for a document of the tool's own, which has no envelope
 */
export const replySchema = (service: ServiceName | undefined, view: View): JsonObject => {
  const fields = fieldsOf(view);
  const envelope = service === undefined ? bare : (envelopes[service] ?? bare);
  // A success without content is null.
  if (view.kind === 'message') return { anyOf: [{ type: 'null' }, envelope(view, fields)] };
  if (view.kind === 'bytes') return bareSchema(fields);
  const rows = rowsWanted(view);
  return rows === undefined ? envelope(view, fields) : rowsSchema(rows, fields);
};
