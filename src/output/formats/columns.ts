import { keyOfWord } from '../../catalogue/aliases.ts';
import type { Field, Fields } from '../../catalogue/field.ts';
import { fieldAt } from '../../catalogue/field.ts';
import type { JsonObject } from '../../documents/json/json.ts';
import { own } from '../../documents/json/json.ts';
import { memoize } from '../../system/values/memoize.ts';
import type { Column, ColumnFormat, View } from '../../catalogue/view.ts';
import { fieldsOf } from '../../catalogue/view.ts';
import { isSecretField } from '../../catalogue/shown.ts';
import type { TrivetError } from '../../system/error.ts';
import { usageError } from '../../system/error.ts';

const formatOf = ({ type, unit, format, tones }: Field): ColumnFormat => {
  if (format !== undefined) return format;
  if (tones === 'status') return 'status';
  if (type === 'boolean') return 'yes-no';
  if (type === 'time') return unit === 'ns' ? 'nanosecond-time' : 'time';
  if (type !== 'duration' || unit === undefined) return 'text';
  return unit === 'ns' ? 'nanoseconds' : unit === 'ms' ? 'milliseconds' : 'seconds';
};

/** Columns that are never cut: a part of an ID or a serial number is useless. */
const isIdentifier = /(?:^|[._-])(?:id|serial(?:[_-]number)?)$|ID$/;

const columnOf = (fields: Fields, path: string, header: string, rank: number): Column => {
  const exact = fields[keyOfWord('fields', path, fields) ?? ''];
  const tones = exact?.tones;
  const isWhole = exact?.type === 'time' || exact?.refers !== undefined || isIdentifier.test(path);
  const narrowest = exact?.narrowest ?? (isWhole ? 'whole' : undefined);
  return {
    header,
    path,
    rank: fieldAt(fields, path)?.rank ?? rank,
    ...(exact === undefined ? {} : { format: formatOf(exact) }),
    ...(narrowest === undefined ? {} : { narrowest }),
    ...(exact?.readable === undefined ? {} : { readable: exact.readable }),
    ...(exact?.lines === undefined ? {} : { lines: exact.lines }),
    ...(isSecretField(fields, path) ? { sensitive: true } : {}),
    ...(tones === undefined || tones === 'status' ? {} : { tones }),
    ...(exact?.toneWhen === undefined ? {} : { toneWhen: exact.toneWhen }),
  };
};

/** The name column and the first one are never dropped. */
export const columnsOf = memoize((view: View): readonly Column[] => {
  const fields = fieldsOf(view);
  if (view.kind === 'text') return [columnOf(fields, view.path, view.path, 0)];
  if (!('columns' in view)) return [];
  return view.columns.map((key, place) => {
    const [path, header] = typeof key === 'string' ? [key, key] : key;
    return columnOf(fields, path, header, path === view.name ? 0 : place);
  });
});

const cellOf = (item: JsonObject, key: string): string => {
  const value = own(item, key) ?? '';
  return typeof value === 'string' ? value : '';
};

/** Compares only items with an equal `within`, and skips items without an optional value. */
const isMixed = (
  items: readonly JsonObject[],
  key: string,
  { comparedWithin, optional }: NonNullable<Field['scope']>,
): boolean => {
  const first = new Map<string, string>();
  return items.some((item) => {
    const group = comparedWithin === undefined ? '' : cellOf(item, comparedWithin);
    const value = cellOf(item, key);
    if (optional === true && value === '') return false;
    const known = first.get(group);
    if (known === undefined) first.set(group, value);
    return known !== undefined && known !== value;
  });
};

/** The fields that are part of the scope and differ among the items. */
const mixedIn = (view: View, items: readonly JsonObject[]): readonly (readonly [string, Field])[] =>
  Object.entries(fieldsOf(view)).filter(
    ([key, { scope }]) => scope !== undefined && isMixed(items, key, scope),
  );

/** The error for `-o name` if the next command would look for the name in another scope. */
export const ambiguousNames = (format: string, part: string): TrivetError =>
  usageError(
    `-o ${format} is for objects of one ${part}, that of the settings: their names are ambiguous`,
    'For lines that another command reads: -o jsonl.',
  );

export const refuseMixedNames = (view: View, items: readonly JsonObject[], format: string): void => {
  if (view.kind !== 'table') return;
  const mixed = mixedIn(view, items).find(([, { scope }]) => scope?.foundByName !== true);
  if (mixed !== undefined) throw ambiguousNames(format, mixed[0]);
};

/** Adds a column that is never dropped for each scope in which the items differ. */
export const withScopes = <V extends View>(view: V, items: readonly JsonObject[]): V => {
  if (view.kind !== 'table') return view;
  const fields = fieldsOf(view);
  const mixed = mixedIn(view, items);
  if (mixed.length === 0) return view;
  const shown = new Set(columnsOf(view).map(({ path }) => path));
  const kept = Object.fromEntries(mixed.map(([key, field]) => [key, { ...field, rank: 0 }]));
  const more = mixed.flatMap(([key]) => (shown.has(key) ? [] : [key]));
  return { ...view, fields: { ...fields, ...kept }, columns: [...view.columns, ...more] };
};

/** A field with a column keeps its header; chosen columns are never dropped. */
export const chosenColumns = (view: View, fields: readonly string[] | undefined): readonly Column[] => {
  const known = columnsOf(view);
  if (fields === undefined) return known;
  const declared = fieldsOf(view);
  return fields.map((path) => {
    const key = keyOfWord('fields', path, declared);
    return {
      ...(known.find((column) => column.path === key) ?? columnOf(declared, path, path, 0)),
      path,
      rank: 0,
    };
  });
};
