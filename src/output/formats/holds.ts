/** Which fields an output contains: it must not omit one that is returned only once. */
import type { View } from '../../catalogue/view.ts';
import { traitsOf } from './formats.ts';
import type { RenderOptions } from './options.ts';

/** The fields that a JMESPath certainly returns: a path, or a list of fields at its end; `all` for `@` and `data`. */
const fieldsOfQuery = (query: string): readonly string[] | 'all' | undefined => {
  const path = query.trim();
  if (path === '@' || path === 'data') return 'all';
  const [, key, list] = /^(?:data\.)?(?:"?([\w-]+)"?|\[\s*([\w-]+(?:\s*,\s*[\w-]+)*)\s*\])$/.exec(path) ?? [];
  return key === undefined ? list?.split(',').map((name) => name.trim()) : [key];
};

/** Returns `all`, or undefined if it is unknown before the reply. */
export const fieldsHeld = (
  { format, field, fields, query }: RenderOptions,
  view: View,
): readonly string[] | 'all' | undefined => {
  if (query !== undefined) return fieldsOfQuery(query);
  if (field !== undefined) return [field];
  if (fields !== undefined) return fields;
  if (traitsOf(format).names !== true) return 'all';
  return 'name' in view ? [view.name] : [];
};
