/** The tree of a parsed template (test/seeds/2-secrets.md, section 2.4, "Template functions"). */

/** Only `utf16le` returns bytes. */
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

/** Reports a template that does not parse, or cannot be rendered with its data. */
export class TemplateError extends Error {
  constructor(reason: string) {
    super(`template: ${reason}`);
    this.name = 'TemplateError';
  }
}
