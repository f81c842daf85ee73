import type { Json } from './json.ts';
import { isArray, isObject } from './json.ts';

export type Pointer = `/${string}`;

const unescape = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~');

/** `~` and `/` escaped, so that a wire name can stand in a pointer. */
export const escapeToken = (token: string): string => token.replaceAll('~', '~0').replaceAll('/', '~1');

export const tokens = (pointer: Pointer): readonly string[] => {
  const steps = pointer.slice(1).split('/');
  return pointer.includes('~') ? steps.map(unescape) : steps;
};

export const setAt = (document: Json | undefined, pointer: Pointer, value: Json): Json =>
  setSteps(document, tokens(pointer), value);

export const setSteps = (document: Json | undefined, steps: readonly string[], value: Json): Json =>
  setFrom(0, document, steps, value);

const setFrom = (from: number, document: Json | undefined, steps: readonly string[], value: Json): Json => {
  const head = steps[from];
  if (head === undefined) return value;
  if (isArray(document)) {
    const copy = [...document];
    const index = head === '-' ? copy.length : Number(head);
    copy[index] = setFrom(from + 1, copy[index], steps, value);
    return copy;
  }
  const object = isObject(document) ? document : undefined;
  const inner = object !== undefined && Object.hasOwn(object, head) ? object[head] : undefined;
  const set = setFrom(from + 1, inner, steps, value);
  // A computed key sets even `__proto__` as an own property; an assignment is several times as fast.
  if (head === '__proto__') return { ...object, [head]: set };
  const copy: Record<string, Json | undefined> = object === undefined ? {} : { ...object };
  copy[head] = set;
  return copy;
};
