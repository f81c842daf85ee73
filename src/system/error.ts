/** Errors for users, and exit codes (`trivet help exit-codes`). */

export const Exit = {
  ok: 0,
  refused: 1,
  usage: 2,
  local: 3,
  denied: 4,
  notFound: 5,
  conflict: 6,
  unavailable: 7,
  unreachable: 8,
  unknown: 9,
  partial: 10,
  changes: 11,
  failed: 12,
  output: 74,
  deadline: 124,
  own: 125,
} as const;

/** Worst first: without settings nothing can be reached, without a server no token can be checked. */
export const worstFirst: readonly number[] = [
  Exit.local,
  Exit.unreachable,
  Exit.denied,
  Exit.unavailable,
  Exit.notFound,
  Exit.refused,
];

/** 0 is the worst; codes without a rank come last. */
export const severity = (exit: number): number =>
  worstFirst.includes(exit) ? worstFirst.indexOf(exit) : worstFirst.length;

export type ErrorEffect = 'not-sent' | 'unchanged' | 'done' | 'unknown';

export interface MissingObject {
  /** A `KindName` of the catalogue. */
  readonly kind: string;
  readonly name: string;
  readonly scope: Readonly<Record<string, string | undefined>>;
}

export interface ErrorDetails {
  /** Absent for a read, or a check of this machine. */
  readonly effect?: ErrorEffect | undefined;
  /** Each item of the failed run has an effect of its own. */
  readonly ofItems?: true;
  /** A sentence, with a command to paste if there is one. */
  readonly hint?: string | undefined;
  /** A stable word for scripts, finer than the code: `already-locked`. */
  readonly reason?: string | undefined;
  readonly lockedBy?: string | undefined;
  readonly attempts?: number | undefined;
  readonly status?: number | undefined;
  readonly request?: string | undefined;
  readonly server?: string | undefined;
  readonly lookUp?: string | undefined;
  readonly lease?: string | undefined;
  readonly missing?: MissingObject | undefined;
  readonly cause?: unknown;
}

export class TrivetError extends Error {
  /** A code for scripts: `conflict`, `unknown-outcome`. */
  readonly code: string;
  readonly exit: number;
  readonly details: ErrorDetails;

  constructor(code: string, exit: number, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'TrivetError';
    this.code = code;
    this.exit = exit;
    this.details = details;
  }

  get effect(): ErrorEffect | undefined {
    return this.details.effect;
  }

  with(changed: {
    readonly code?: string;
    readonly exit?: number;
    readonly message?: string;
    readonly details?: ErrorDetails;
  }): TrivetError {
    const { code = this.code, exit = this.exit, message = this.message, details } = changed;
    return new TrivetError(code, exit, message, { ...this.details, ...details });
  }
}

export const usageError = (message: string, hint?: string): TrivetError =>
  new TrivetError('usage', Exit.usage, message, { hint, effect: 'not-sent' });

export const localError = (message: string, hint?: string, cause?: unknown): TrivetError =>
  new TrivetError('local', Exit.local, message, { hint, cause });
