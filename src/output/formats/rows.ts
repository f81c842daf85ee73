import type { Json, JsonObject } from '../../documents/json/json.ts';
import { isArray, isObject } from '../../documents/json/json.ts';
import { recordView, tableView } from '../../catalogue/view.ts';
import type { View } from '../../catalogue/view.ts';

interface FoundRows {
  readonly view: View;
  readonly items: readonly JsonObject[];
}

/** Parts of a list are numbered from 1; the key of another value is `value`. */
const rowOf = (value: Json): JsonObject => {
  if (isArray(value)) return Object.fromEntries(value.map((part, index) => [String(index + 1), part]));
  return isObject(value) ? value : { value };
};

export const tabulate = (document: Json): FoundRows => {
  const items = (isArray(document) ? document : [document]).filter((one) => one !== null).map(rowOf);
  const keys = [...new Set(items.flatMap((item) => Object.keys(item)))];
  const fields = Object.fromEntries(keys.map((key) => [key, { type: 'text', summary: key } as const]));
  const common = { fields, name: 'id', columns: keys, open: true } as const;
  const view: View = isArray(document)
    ? tableView({ ...common, empty: 'nothing', rows: { path: '' } })
    : recordView(common);
  return { view, items };
};

export const hasRows = (document: Json): boolean =>
  isArray(document) ? document.length > 0 && document.every(isObject) : isObject(document);
