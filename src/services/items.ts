import type { Json, JsonObject } from '../documents/json/json.ts';
import { isArray, isObject, valueAtPath } from '../documents/json/json.ts';
import type { Rows, View } from '../catalogue/view.ts';

const asItem = (row: Json, field: string): JsonObject => (isObject(row) ? row : { [field]: row });

export const rowsOf = (document: Json, rows: Rows | undefined): readonly JsonObject[] | undefined => {
  if (rows === undefined) return undefined;
  const found = rows.path === '' ? document : valueAtPath(document, rows.path);
  if (found === undefined || found === null) return [];
  const { key } = rows;
  if (key !== undefined && isObject(found)) {
    return Object.entries(found).map(([name, value]) => ({ [key]: name, ...asItem(value ?? null, 'value') }));
  }
  return isArray(found) ? found.map((row) => asItem(row, rows.scalar ?? 'value')) : [asItem(found, 'value')];
};

export const misshapenRows = (document: Json, rows: Rows): string | undefined => {
  const found = rows.path === '' ? document : valueAtPath(document, rows.path);
  const what = `it has no ${rows.path === '' ? 'list' : rows.path}`;
  if (rows.key !== undefined) return isObject(found) ? undefined : what;
  if (found === null && rows.path !== '') return undefined;
  if (!isArray(found)) return what;
  const fits = (row: Json): boolean =>
    isObject(row) || (rows.scalar !== undefined && typeof row === 'string');
  return found.every(fits) ? undefined : 'an entry of its list is not an object';
};

export const rowsWanted = (view: View): Rows | undefined => (view.kind === 'table' ? view.rows : undefined);
