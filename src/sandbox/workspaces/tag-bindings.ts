/**
 * Key-value tags, set through create and update (document 1, section 4.5): a given list replaces the whole
 * set.
 */
import type { Violations } from './errors.ts';
import type { JsonObject } from './json-api.ts';
import { asObject, member, path } from './json-api.ts';

const AT = '/data/relationships/tag-bindings/data';

/** Returns undefined if the body has no tag bindings. A tag can have a key without a value. */
export function readTagBindings(
  relationships: JsonObject,
  violations: Violations,
): ReadonlyMap<string, string> | undefined {
  const given = member(relationships, 'tag-bindings');
  if (given === undefined) return undefined;
  const items = path(relationships, 'tag-bindings', 'data');
  if (!Array.isArray(items)) {
    violations.add(AT, 'tag-bindings must have an array data.');
    return undefined;
  }
  const bindings = new Map<string, string>();
  for (const [index, item] of items.entries()) {
    const object = asObject(item);
    const key = path(object, 'attributes', 'key');
    const value = path(object, 'attributes', 'value') ?? '';
    if (member(object, 'type') !== 'tag-bindings') {
      violations.add(`${AT}/${index}/type`, "type must be 'tag-bindings'.");
    } else if (typeof key !== 'string' || key === '') {
      violations.add(`${AT}/${index}/attributes/key`, 'key must be a string that is not empty.');
    } else if (typeof value !== 'string') {
      violations.add(`${AT}/${index}/attributes/value`, 'value must be a string.');
    } else if (bindings.has(key)) {
      violations.add(`${AT}/${index}/attributes/key`, `The key ${key} is given twice.`);
    } else {
      bindings.set(key, value);
    }
  }
  return bindings;
}
