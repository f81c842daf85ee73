/** Bytes only of `utf16le`. */
export type Value = string | number | boolean | Buffer;

export type Expression =
  | { readonly kind: 'literal'; readonly value: Value }
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'call'; readonly name: string; readonly operands: readonly Expression[] };

export interface Condition {
  readonly kind: 'condition';
  readonly test: Expression;
  readonly whenTrue: readonly Node[];
  readonly whenFalse: readonly Node[];
}

export type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'output'; readonly value: Expression }
  | Condition;

export class TemplateError extends Error {
  constructor(reason: string) {
    super(`template: ${reason}`);
    this.name = 'TemplateError';
  }
}
