/** Fields of a record beside its columns: columns only rank them. */
import { fieldAt } from '../../catalogue/field.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { isArray, isObject } from '../../documents/json/json.ts';
import type { Column } from '../../catalogue/view.ts';
import { fieldsOf, writesFiles } from '../../catalogue/view.ts';
import { chosenColumns } from './columns.ts';
import type { RowOptions } from './writer.ts';
import { isSecretName } from '../../catalogue/shown.ts';

interface Rest {
  readonly columns: readonly Column[];
  /** Fields that are too deep for a line, so that only their names are shown. */
  readonly deep: readonly string[];
}

const isDeep = (value: Json | undefined): boolean =>
  isObject(value)
    ? Object.keys(value).length > 0
    : isArray(value) && value.some((one) => isObject(one) || isArray(one));

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0);

export const restOf = (item: JsonObject, { view, columns, fields, aliases }: RowOptions): Rest => {
  if (fields !== undefined || view.kind !== 'record' || writesFiles(view)) return { columns: [], deep: [] };
  const shown = new Set(columns.flatMap(({ path }) => [path, aliases[path] ?? path]));
  const isShown = (key: string): boolean =>
    shown.has(key) || [...shown].some((path) => path.startsWith(`${key}.`));
  const rest = Object.keys(item).filter((key) => !isShown(key) && !isEmpty(item[key]));
  const known = fieldsOf(view);
  return {
    columns: chosenColumns(
      view,
      rest.filter((key) => !isDeep(item[key])),
    ).map((column) =>
      fieldAt(known, column.path) === undefined && isSecretName(column.path)
        ? { ...column, sensitive: true }
        : column,
    ),
    deep: rest.filter((key) => isDeep(item[key])),
  };
};
