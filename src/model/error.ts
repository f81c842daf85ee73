/** The one error that a user sees, and the exit codes (design of the output contract; `trivet help exit-codes`). */
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

export type ExitCode = (typeof Exit)[keyof typeof Exit];

export interface ErrorDetails {
  /** What to do next, one sentence. */
  readonly hint?: string | undefined;
  /** HTTP status of the reply, when there was one. */
  readonly status?: number | undefined;
  /** `METHOD path` of the request. */
  readonly request?: string | undefined;
  /** The server's own text. */
  readonly server?: string | undefined;
  /** The command that shows whether it happened. */
  readonly lookUp?: string | undefined;
  readonly cause?: unknown;
}

/** A failure with a message for the user; anything else that is thrown is a defect of trivet. */
export class TrivetError extends Error {
  /** A stable word for scripts: `conflict`, `unknown-outcome`. */
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
}

export const usageError = (message: string, hint?: string): TrivetError =>
  new TrivetError('usage', Exit.usage, message, { hint });

export const localError = (message: string, hint?: string, cause?: unknown): TrivetError =>
  new TrivetError('local', Exit.local, message, { hint, cause });
