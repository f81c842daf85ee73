/** Merges layers: a later one changes earlier ones. */
import type { Fault, Located, LocatedEntry } from '../../../../documents/located.ts';
import { entryAt } from '../../../../documents/located.ts';
import type { ObjectKind } from '../../../../catalogue/kind.ts';
import { scopeKeys } from '../objects/desired.ts';
import { storageName, withoutSlash } from '../../../../catalogue/storage-path.ts';

export interface LayerDocument {
  readonly path: string;
  /** The document in its file; undefined within a list. */
  readonly index?: number | undefined;
  readonly node: Located;
  readonly layer: number;
  readonly paths: readonly string[];
}

const respelled = (node: Located, spelling: (text: string) => string): Located =>
  node.kind === 'scalar' && typeof node.value === 'string' ? { ...node, value: spelling(node.value) } : node;

/** Writes names as the server has them. */
export const storedDocument = (node: Located, kinds: readonly ObjectKind[]): Located => {
  if (node.kind !== 'map') return node;
  const word = textOf(node, 'kind');
  const [kind] = kinds.filter((one) => one.kind === word);
  const spelling = (key: string): ((text: string) => string) | undefined => {
    if (kind === undefined) return undefined;
    if (key === 'name' || key === 'renamed-from') return (text) => storageName(kind, text);
    return key === 'mount' || key === 'namespace' ? withoutSlash : undefined;
  };
  const entries = node.entries.map((entry) => {
    const own = spelling(entry.key);
    return own === undefined ? entry : { ...entry, node: respelled(entry.node, own) };
  });
  return { ...node, entries };
};

const textOf = (node: Located, key: string): string | undefined => {
  const found = entryAt(node, key)?.node;
  return found?.kind === 'scalar' && found.value !== null ? String(found.value) : undefined;
};

/** A missing scope is that of the other document. */
const fits = (one: Located, other: Located): boolean =>
  textOf(one, 'name') === textOf(other, 'name') &&
  scopeKeys.every((scope) => {
    const [first, second] = [textOf(one, scope), textOf(other, scope)];
    return first === undefined || second === undefined || first === second;
  });

/** Maps are merged by key; anything else is replaced. */
const merged = (under: Located, over: Located): Located => {
  if (under.kind !== 'map' || over.kind !== 'map') return over;
  const entries: LocatedEntry[] = under.entries.map((entry) => {
    const later = over.entries.find(({ key }) => key === entry.key);
    return later === undefined ? entry : { ...later, node: merged(entry.node, later.node) };
  });
  const known = new Set(under.entries.map(({ key }) => key));
  return { ...over, entries: [...entries, ...over.entries.filter(({ key }) => !known.has(key))] };
};

const kindOf = (node: Located): string => textOf(node, 'kind') ?? '';

/** This is not the key of an object, since files may leave the scope out. */
export const namesakeKey = (kind: string, name = ''): string => JSON.stringify([kind, name]);

export const documentKey = (node: Located): string => namesakeKey(kindOf(node), textOf(node, 'name'));

/** Reports documents that could belong to several objects as faults. */
export const mergeLayers = (
  documents: readonly LayerDocument[],
): { readonly documents: readonly LayerDocument[]; readonly faults: readonly Fault[] } => {
  const found: LayerDocument[] = [];
  const places = new Map<string, number[]>();
  const faults: Fault[] = [];
  for (const one of [...documents].sort((a, b) => a.layer - b.layer)) {
    const key = documentKey(one.node);
    const same = places.get(key) ?? [];
    places.set(key, same);
    const isWhole = textOf(one.node, 'name') === undefined && entryAt(one.node, 'file') !== undefined;
    const under = isWhole
      ? []
      : same.filter((at) => {
          const other = found[at];
          return other !== undefined && other.layer < one.layer && fits(other.node, one.node);
        });
    const [at] = under;
    const base = at === undefined ? undefined : found[at];
    if (under.length > 1)
      faults.push({
        place: one.node.place,
        text: `earlier layers have ${under.length} objects that this could change: give its ${scopeKeys.join(', ')}`,
      });
    if (at === undefined || base === undefined) {
      same.push(found.length);
      found.push(one);
    } else {
      const paths = [...base.paths, ...one.paths];
      found[at] = { ...one, node: merged(base.node, one.node), paths };
    }
  }
  return { documents: found, faults };
};
