type Facts = Readonly<Record<string, unknown>>;

const textIn = (facts: Facts, key: string): string | undefined => {
  const { [key]: value } = facts;
  return typeof value === 'string' ? value : undefined;
};

/** This is the `TrivetError` of programs that import the module. */
export class CallError extends Error {
  readonly code: string;
  readonly exit: number;
  /** `not-sent`, `unchanged`, `done` or `unknown`; undefined for a read, and for several objects. */
  readonly effect: string | undefined;
  /** A stable word where the code covers several cases: `already-locked`. */
  readonly reason: string | undefined;
  /** The command line that shows whether the change was made. */
  readonly lookUp: string | undefined;
  readonly hint: string | undefined;
  readonly status: number | undefined;
  /** Rows of a change of many, some of which failed. */
  readonly result: unknown;

  constructor(facts: Facts, exit: number, result: unknown) {
    super(textIn(facts, 'message') ?? 'it failed');
    this.name = 'TrivetError';
    this.code = textIn(facts, 'code') ?? 'failed';
    this.exit = exit;
    this.effect = textIn(facts, 'effect');
    this.reason = textIn(facts, 'reason');
    this.lookUp = textIn(facts, 'lookUp');
    this.hint = textIn(facts, 'hint');
    this.status = typeof facts['status'] === 'number' ? facts['status'] : undefined;
    this.result = result;
  }
}
