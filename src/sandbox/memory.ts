/**
 * Restores contents into the same objects, so that timers and closures stay right. Does not see `#` fields and
 * closures: a service keeps its state in ordinary fields.
 */
import { EventEmitter } from 'node:events';

type Restore = () => void;

function restoreMap(map: Map<unknown, unknown>): Restore {
  const entries = [...map];
  return () => {
    map.clear();
    for (const [key, value] of entries) map.set(key, value);
  };
}

function restoreSet(set: Set<unknown>): Restore {
  const members = [...set];
  return () => {
    set.clear();
    for (const member of members) set.add(member);
  };
}

function restoreArray(array: unknown[]): Restore {
  const items = [...array];
  return () => {
    array.length = 0;
    for (const item of items) array.push(item);
  };
}

function restoreFields(target: object): Restore {
  const fields = Object.entries(Object.getOwnPropertyDescriptors(target)).filter(
    ([, { writable, enumerable }]) => writable === true && enumerable === true,
  );
  const names = new Set(fields.map(([name]) => name));
  return () => {
    for (const name of Object.keys(target)) if (!names.has(name)) Reflect.deleteProperty(target, name);
    for (const [name, { value }] of fields) Reflect.set(target, name, value);
  };
}

/** Objects inside, and how to restore; undefined without contents. */
function look(value: object): readonly [Restore, Iterable<unknown>] | undefined {
  if (ArrayBuffer.isView(value) || value instanceof EventEmitter || value instanceof Promise)
    return undefined;
  if (value instanceof Map) return [restoreMap(value), [...value.keys(), ...value.values()]];
  if (value instanceof Set) return [restoreSet(value), value];
  if (Array.isArray(value)) return [restoreArray(value), value];
  return [restoreFields(value), Object.values(value)];
}

/** The returned function restores everything that the roots lead to. */
export function remember(roots: readonly object[]): Restore {
  const seen = new Set<object>(roots);
  const restores: Restore[] = [];
  for (const one of seen) {
    const found = look(one);
    if (found === undefined) continue;
    const [restore, inside] = found;
    if (!Object.isFrozen(one)) restores.push(restore);
    for (const value of inside) if (typeof value === 'object' && value !== null) seen.add(value);
  }
  return () => {
    for (const restore of restores) restore();
  };
}
