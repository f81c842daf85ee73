/** JSON Schemas of the documents that `-o json` prints: the envelope of each service around the schema of an item. */
import type { Fields } from '../../src/catalogue/field.ts';
import type { JsonObject } from '../../src/documents/json/json.ts';
import type { ServiceName } from '../../src/catalogue/product.ts';
import type { Rows, View } from '../../src/catalogue/view.ts';
import { fieldsOf } from '../../src/catalogue/view.ts';
import type { Envelope } from '../../src/services/envelope.ts';
import { bareSchema, listOf, object, without } from '../../src/services/envelope.ts';
import { rowsWanted } from '../../src/services/items.ts';
import { envelopeOf } from './services.ts';

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
  const envelope = service === undefined ? bare : (envelopeOf(service) ?? bare);
  // A success without content is null.
  if (view.kind === 'message') return { anyOf: [{ type: 'null' }, envelope(view, fields)] };
  if (view.kind === 'bytes') return bareSchema(fields);
  const rows = rowsWanted(view);
  return rows === undefined ? envelope(view, fields) : rowsSchema(rows, fields);
};
