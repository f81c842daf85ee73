import type { Json } from '../../documents/json/json.ts';
import { isArray, isObject, valueAtPath } from '../../documents/json/json.ts';
import type { View } from '../../catalogue/view.ts';
import { rowsWanted } from '../../services/items.ts';
import type { Service } from '../../services/service.ts';

const replacedAt = (document: Json, path: string, change: (found: Json) => Json): Json => {
  if (path === '') return change(document);
  if (!isObject(document)) return document;
  const [key = '', ...rest] = path.split('.');
  const found = document[key];
  return found === undefined ? document : { ...document, [key]: replacedAt(found, rest.join('.'), change) };
};

const keepRows = (document: Json, path: string, keep: (place: number) => boolean): Json =>
  replacedAt(document, path, (rows) => {
    if (isArray(rows)) return rows.filter((_, place) => keep(place));
    if (!isObject(rows)) return rows;
    return Object.fromEntries(Object.entries(rows).filter((_, place) => keep(place)));
  });

export const keepItems = (
  service: Service,
  document: Json,
  view: View,
  keep: (place: number) => boolean,
): Json => {
  const rows = rowsWanted(view);
  const { path, beside } = rows === undefined ? service.listAt : { path: rows.path, beside: undefined };
  const kept = keepRows(document, path, keep);
  const more = beside === undefined ? undefined : valueAtPath(kept, beside);
  if (beside === undefined || !isObject(more)) return kept;
  const keys = valueAtPath(kept, path);
  const names = Object.keys(more);
  return keepRows(kept, beside, (place) => isArray(keys) && keys.includes(names[place] ?? ''));
};
