export interface Range {
  readonly file: string;
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

export type Expression =
  | { readonly kind: 'literal'; readonly value: null | boolean | number | string; readonly at: Range }
  | { readonly kind: 'template'; readonly parts: readonly (string | Expression)[]; readonly at: Range }
  | { readonly kind: 'list'; readonly items: readonly Expression[]; readonly at: Range }
  | { readonly kind: 'map'; readonly entries: readonly MapEntry[]; readonly at: Range }
  | { readonly kind: 'reference'; readonly path: readonly (string | number)[]; readonly at: Range }
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly args: readonly Expression[];
      readonly at: Range;
    };

export interface MapEntry {
  readonly key: Expression;
  readonly value: Expression;
}

export interface Attribute {
  readonly name: string;
  readonly value: Expression;
  readonly at: Range;
}

export interface Block {
  readonly type: string;
  readonly labels: readonly string[];
  readonly body: Body;
  readonly at: Range;
}

export interface Body {
  readonly attributes: readonly Attribute[];
  readonly blocks: readonly Block[];
}

export class Diagnostic extends Error {
  constructor(at: Range | undefined, summary: string, detail: string) {
    const place = at === undefined ? '<nil>' : `${at.file}:${at.line},${at.from}-${at.to}`;
    super(`${place}: ${summary}; ${detail}`);
    this.name = 'Diagnostic';
  }
}
