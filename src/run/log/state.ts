/** The state of an object in a receipt: what of it a change can change, and nothing that is a secret. */
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { fingerprintOf, movedFields } from '../../documents/json/fingerprint.ts';
import { valueAtPath } from '../../documents/json/json.ts';
import type { Operation, State, Undo } from '../../catalogue/operation.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import { documentedName } from '../../catalogue/parameter.ts';
import { memoize } from '../../system/values/memoize.ts';
import { fieldsOf } from '../../catalogue/view.ts';
import type { Product } from '../../services/product.ts';
import type { Shown } from './sending.ts';
import { isSensitive } from '../../catalogue/shown.ts';

/** What the operation writes and the read reports, without secrets. */
const writtenFields = memoize((operation: Operation): readonly string[] => {
  const { shows, parameters } = operation;
  if (shows === undefined) return [];
  const fields = fieldsOf(shows.view);
  const names = Object.entries(parameters).flatMap(([key, parameter]) => {
    if (parameter.in !== 'body' || parameter.from !== undefined || isSensitive(parameter)) return [];
    const documented = documentedName(key, parameter);
    const name = Object.hasOwn(fields, documented) ? documented : key;
    const field = fields[name];
    return field === undefined || field.sensitive === true || field.readOnly === true ? [] : [name];
  });
  const all = [...new Set(names)];
  // An object whose members can be written is written through them.
  return all.filter((name) => !all.some((other) => other.startsWith(`${name}.`)));
});

/** The fields of the state of an operation that can be taken back. */
export const stateFields = (operation: Operation): readonly string[] =>
  operation.undo?.fields ?? writtenFields(operation);

/** The value of a field under its documented name or the product's own. */
export const valueIn = (item: JsonObject, key: string, { wire }: Product): Json | undefined => {
  const own = wire[key];
  return valueAtPath(item, key) ?? (own === undefined ? undefined : valueAtPath(item, own));
};

/** The state that the items of a reply show. */
export const stateIn = (operation: Operation, { items, product }: Shown, input: InputRecord): State => {
  const { undo } = operation;
  if (undo?.pick !== undefined) return undo.pick(items, input);
  const [item] = items;
  if (item === undefined) return null;
  return Object.fromEntries(
    stateFields(operation).map((key) => [key, valueIn(item, key, product) ?? null] as const),
  );
};

/** The part of a state that shows whether it was changed since. */
const shown = ({ leaves }: Undo, state: State): State =>
  state === null || leaves === undefined
    ? state
    : Object.fromEntries(leaves.map((key) => [key, state[key] ?? null]));

/** Equal states have equal hashes. */
export const hashOfState = (undo: Undo, state: State): string => {
  const part = shown(undo, state);
  if (part === null) return 'absent';
  return fingerprintOf(part);
};

/** The fields of an object that a change left with other values: with those before they are its state. */
export const leftBy = (before: State | undefined, after: State | undefined): State | undefined => {
  if (before === undefined || after === undefined || after === null) return undefined;
  const moved = new Set(movedFields(before ?? {}, after));
  return Object.fromEntries(Object.entries(after).filter(([key]) => moved.has(key)));
};

/** The fields that differ now from the state that a change left; what only counts changes is named where nothing else is. */
export const changedSince = (
  { leaves = [] }: Undo,
  { before, left }: { readonly before: State | undefined; readonly left?: State | undefined },
  now: State,
): readonly string[] => {
  if (left === undefined || left === null || now === null) return [];
  const moved = movedFields({ ...before, ...left }, now);
  const own = moved.filter((key) => !leaves.includes(key));
  return own.length > 0 ? own : moved;
};
