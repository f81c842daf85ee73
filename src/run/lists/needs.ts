/** Adds the input that fields need: `--field holder` includes the holder of the lock. */
import type { Fields } from '../../catalogue/field.ts';
import { needOf } from '../../catalogue/field.ts';
import type { Operation } from '../../catalogue/operation.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import type { View } from '../../catalogue/view.ts';
import { fieldsOf } from '../../catalogue/view.ts';

export const explaining = (fields: Fields, paths: readonly string[]): readonly string[] =>
  Object.keys(fields).filter((key) => paths.includes(fields[key]?.explains ?? ''));

export const withColumns = (view: View, keys: readonly string[]): View => {
  if (view.kind !== 'table' || keys.length === 0) return view;
  const keyOf = (column: (typeof view.columns)[number]): string =>
    typeof column === 'string' ? column : column[0];
  const others = view.columns.filter((column) => !keys.includes(keyOf(column)));
  const [name, rest] = [
    others.filter((one) => keyOf(one) === view.name),
    others.filter((one) => keyOf(one) !== view.name),
  ];
  return { ...view, columns: [...name, ...keys, ...rest] };
};

/**
 * Adds the input for requested fields.
 * @param fields where the paths are declared; default: the operation's view
 */
export const withNeeds = (
  { view, parameters }: Operation,
  input: InputRecord,
  paths: readonly string[],
  fields: Fields = fieldsOf(view),
): InputRecord => {
  const added: Record<string, InputRecord[string]> = {};
  for (const path of paths) {
    const needs = needOf(fields, path);
    if (needs === undefined || parameters[needs.input] === undefined) continue;
    const given = added[needs.input] ?? input[needs.input];
    if (needs.value === true) {
      added[needs.input] = given ?? true;
      continue;
    }
    const texts = Array.isArray(given) ? given.filter((one) => typeof one === 'string') : [];
    if (!texts.includes(needs.value)) added[needs.input] = [...texts, needs.value];
  }
  return { ...input, ...added };
};
