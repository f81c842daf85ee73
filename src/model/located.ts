/** Data of a file with the place of every value, for messages. */
import type { Json } from './json.ts';

/** Both from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface LocatedEntry {
  readonly key: string;
  readonly place: Place;
  readonly node: Located;
}

export type Located =
  | { readonly kind: 'map'; readonly place: Place; readonly entries: readonly LocatedEntry[] }
  | { readonly kind: 'list'; readonly place: Place; readonly items: readonly Located[] }
  | {
      readonly kind: 'scalar';
      readonly place: Place;
      readonly value: null | boolean | number | bigint | string;
      /** As written in the file. */
      readonly source: string;
    };

/** An error in a file, with its place. */
export interface Fault {
  readonly place: Place;
  readonly text: string;
}

export const entryAt = (node: Located, key: string): LocatedEntry | undefined =>
  node.kind === 'map' ? node.entries.find((entry) => entry.key === key) : undefined;

/** The value without its places. */
export const plainOf = (node: Located): Json => {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(plainOf);
  return Object.fromEntries(node.entries.map(({ key, node: inner }) => [key, plainOf(inner)]));
};

/** The start of a file, for faults that are found after it was read. */
export const startOf: Place = { line: 1, column: 1 };
