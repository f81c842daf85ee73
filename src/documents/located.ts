import type { Json } from './json/json.ts';

/** Line and column count from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
  /** The file, if one object comes from several. */
  readonly file?: string | undefined;
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
      readonly source: string;
    };

export interface NodeText {
  readonly start: number;
  readonly end: number;
}

export interface Fault {
  readonly place: Place;
  readonly text: string;
}

export const entryAt = (node: Located, key: string): LocatedEntry | undefined =>
  node.kind === 'map' ? node.entries.find((entry) => entry.key === key) : undefined;

export const plainOf = (node: Located): Json => {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(plainOf);
  return Object.fromEntries(node.entries.map(({ key, node: inner }) => [key, plainOf(inner)]));
};

/** The place of faults that are found after the file was read. */
export const startOf: Place = { line: 1, column: 1 };

/** Lines are found only when a message names a place. */
export class Lines {
  readonly file: string | undefined;
  readonly #text: string;
  #starts: readonly number[] | undefined;

  constructor(text: string, file?: string) {
    this.#text = text;
    this.file = file;
  }

  #find(): readonly number[] {
    const starts = [this.#text.startsWith('\uFEFF') ? 1 : 0];
    for (const { 0: end, index } of this.#text.matchAll(/\r\n?|\n/g)) starts.push(index + end.length);
    return starts;
  }

  placeOf(offset: number): Place {
    const starts = (this.#starts ??= this.#find());
    let line = 1;
    let after = starts.length + 1;
    while (after - line > 1) {
      const middle = (line + after) >> 1;
      if ((starts[middle - 1] ?? 0) <= offset) line = middle;
      else after = middle;
    }
    return { line, column: Math.max(0, offset - (starts[line - 1] ?? 0)) + 1 };
  }
}

export class Spot implements Place {
  readonly #lines: Lines;
  readonly #offset: number;

  constructor(lines: Lines, offset: number) {
    this.#lines = lines;
    this.#offset = offset;
  }

  get file(): string | undefined {
    return this.#lines.file;
  }

  get line(): number {
    return this.#lines.placeOf(this.#offset).line;
  }

  get column(): number {
    return this.#lines.placeOf(this.#offset).column;
  }
}
