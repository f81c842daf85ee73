/** The one error that a user sees, and the exit codes (`trivet help exit-codes`). */

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

/** The worst first: without settings nothing can be reached, without a server no token can be checked. */
export const worstFirst: readonly number[] = [
  Exit.local,
  Exit.unreachable,
  Exit.denied,
  Exit.unavailable,
  Exit.notFound,
  Exit.refused,
];

/** The rank of an exit code among several failures, 0 the worst; unranked codes come last. */
export const severity = (exit: number): number =>
  worstFirst.includes(exit) ? worstFirst.indexOf(exit) : worstFirst.length;

/** The effect on the change that the command was to make: set where the error is created, never part of its text. */
export type ErrorEffect = 'not-sent' | 'unchanged' | 'done' | 'unknown';

/** An object that the server does not have. */
export interface MissingObject {
  /** `KindName` of the catalogue. */
  readonly kind: string;
  readonly name: string;
  /** The input with its scope: organization, namespace, mount. */
  readonly scope: Readonly<Record<string, string | undefined>>;
}

export interface ErrorDetails {
  /** Absent if it has no meaning: a read, a check of this machine. */
  readonly effect?: ErrorEffect | undefined;
  /** It ended a run over many items, each of which has an effect of its own. */
  readonly ofItems?: true;
  /** The next step for the user: a sentence, with a command to paste where there is one. */
  readonly hint?: string | undefined;
  /** A stable word for scripts if the code covers several cases: `already-locked`. */
  readonly reason?: string | undefined;
  /** The holder of the conflicting lock, if the server reports it: `user ada`. */
  readonly lockedBy?: string | undefined;
  /** How often the request was sent until this reply. */
  readonly attempts?: number | undefined;
  /** HTTP status of the reply, if there was one. */
  readonly status?: number | undefined;
  /** `METHOD path` of the request. */
  readonly request?: string | undefined;
  /** The server's own text. */
  readonly server?: string | undefined;
  /** The look-up command: shows whether the change happened. */
  readonly lookUp?: string | undefined;
  /** The lease of a reply that cannot be used. */
  readonly lease?: string | undefined;
  /** The object that was not found. */
  readonly missing?: MissingObject | undefined;
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

  get effect(): ErrorEffect | undefined {
    return this.details.effect;
  }

  /** Returns a copy with the given parts replaced; `details` are merged over the existing ones. */
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
