/** What a parsed template consists of (document 2, section 2.4, "Template functions"). */

/** Bytes only come out of `utf16le`. */
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

/** A template that does not parse, or that cannot be rendered with the data it is given. */
export class TemplateError extends Error {
  constructor(reason: string) {
    super(`template: ${reason}`);
    this.name = 'TemplateError';
  }
}
