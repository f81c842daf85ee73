/** The settings of an object that a change can change; secrets are left out. */
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { fingerprintOf, movedFields } from '../../documents/json/fingerprint.ts';
import { valueAtPath } from '../../documents/json/json.ts';
import type { Operation, State, Undo } from '../../catalogue/operation.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import { documentedName } from '../../catalogue/parameter.ts';
import { memoize } from '../../system/values/memoize.ts';
import { fieldsOf } from '../../catalogue/view.ts';
import type { Product } from '../../services/product.ts';
import type { ObjectReply } from './sending.ts';
import { isSensitive } from '../../catalogue/shown.ts';

const writtenFields = memoize((operation: Operation): readonly string[] => {
  const { objectRead, parameters } = operation;
  if (objectRead === undefined) return [];
  const fields = fieldsOf(objectRead.view);
  const names = Object.entries(parameters).flatMap(([key, parameter]) => {
    if (parameter.in !== 'body' || parameter.repeatsInput !== undefined || isSensitive(parameter)) return [];
    const documented = documentedName(key, parameter);
    const name = Object.hasOwn(fields, documented) ? documented : key;
    const field = fields[name];
    return field === undefined || field.sensitive === true || field.readOnly === true ? [] : [name];
  });
  const all = [...new Set(names)];
  // An object whose members can be written is written through them.
  return all.filter((name) => !all.some((other) => other.startsWith(`${name}.`)));
});

export const stateFields = (operation: Operation): readonly string[] =>
  operation.undo?.fields ?? writtenFields(operation);

export const valueIn = (item: JsonObject, key: string, { wire }: Product): Json | undefined => {
  const own = wire[key];
  return valueAtPath(item, key) ?? (own === undefined ? undefined : valueAtPath(item, own));
};

export const stateIn = (operation: Operation, { items, product }: ObjectReply, input: InputRecord): State => {
  const { undo } = operation;
  if (undo?.pick !== undefined) return undo.pick(items, input);
  const [item] = items;
  if (item === undefined) return null;
  return Object.fromEntries(
    stateFields(operation).map((key) => [key, valueIn(item, key, product) ?? null] as const),
  );
};

const shown = ({ counters }: Undo, state: State): State =>
  state === null || counters === undefined
    ? state
    : Object.fromEntries(counters.map((key) => [key, state[key] ?? null]));

export const hashOfState = (undo: Undo, state: State): string => {
  const part = shown(undo, state);
  if (part === null) return 'absent';
  return fingerprintOf(part);
};

/** Compares without counters, which count the changes between two equal states. */
export const isAsBefore = (undo: Undo, before: State, now: State): boolean =>
  hashOfState(undo, before) === hashOfState(undo, now) ||
  (undo.counters !== undefined &&
    before !== null &&
    now !== null &&
    movedFields(before, now).every((key) => undo.counters?.includes(key)));

export const leftBy = (before: State | undefined, after: State | undefined): State | undefined => {
  if (before === undefined || after === undefined || after === null) return undefined;
  const moved = new Set(movedFields(before ?? {}, after));
  return Object.fromEntries(Object.entries(after).filter(([key]) => moved.has(key)));
};

/** Fields that differ. Counters are named only if nothing else differs. */
export const changedSince = (
  { counters = [] }: Undo,
  { before, left }: { readonly before: State | undefined; readonly left?: State | undefined },
  now: State,
): readonly string[] => {
  if (left === undefined || left === null || now === null) return [];
  const moved = movedFields({ ...before, ...left }, now);
  const own = moved.filter((key) => !counters.includes(key));
  return own.length > 0 ? own : moved;
};
