/** Rows of a document where the view says they lie; the parts that the three services share. */
import type { Json, JsonObject } from '../model/json.ts';
import { isArray, isObject, lookup } from '../model/json.ts';
import type { Rows, View } from '../model/view.ts';

const asItem = (row: Json, field: string): JsonObject => (isObject(row) ? row : { [field]: row });

/** Rows at `rows.path` (empty: the document itself); undefined when the view names none. */
export const rowsOf = (document: Json, rows: Rows | undefined): readonly JsonObject[] | undefined => {
  if (rows === undefined) return undefined;
  const found = rows.path === '' ? document : lookup(document, rows.path);
  if (found === undefined || found === null) return [];
  const { key } = rows;
  if (key !== undefined && isObject(found)) {
    return Object.entries(found).map(([name, value]) => ({ [key]: name, ...asItem(value ?? null, 'value') }));
  }
  return isArray(found) ? found.map((row) => asItem(row, rows.scalar ?? 'value')) : [asItem(found, 'value')];
};

export const rowsWanted = (view: View): Rows | undefined => (view.kind === 'table' ? view.rows : undefined);
