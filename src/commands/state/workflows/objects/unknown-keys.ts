/** Keys that the server would ignore. */
import type { DocumentKeys } from '../../../../catalogue/kind.ts';
import type { Fault, Located } from '../../../../documents/located.ts';
import { closest } from '../../../../catalogue/text/suggest.ts';

/** Keys match in any case, as on servers. */
const keyIn = (keys: DocumentKeys, key: string): string | undefined =>
  Object.hasOwn(keys, key) ? key : Object.keys(keys).find((one) => one.toLowerCase() === key.toLowerCase());

export const unknownKeys = (
  node: Located,
  keys: DocumentKeys | true | undefined,
  path: string,
): readonly Fault[] => {
  if (keys === undefined || keys === true || node.kind === 'scalar') return [];
  if (node.kind === 'list') return node.items.flatMap((one) => unknownKeys(one, keys, path));
  return node.entries.flatMap(({ key, place, node: inner }): readonly Fault[] => {
    const every = keys['*'];
    const known = every === undefined ? keyIn(keys, key) : key;
    if (known !== undefined) return unknownKeys(inner, every ?? keys[known], known);
    const [near] = closest(key, Object.keys(keys), 1);
    const meant = near === undefined ? '' : `. Did you mean "${near}"?`;
    return [{ place, text: `"${key}" is not a key of ${path}, and the server would ignore it${meant}` }];
  });
};
