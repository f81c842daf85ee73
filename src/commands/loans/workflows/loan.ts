import type { Term } from '../../../catalogue/term.ts';
import type { TrivetError } from '../../../system/error.ts';
import type { Operation } from '../../../catalogue/operation.ts';
import type { ServiceName } from '../../../catalogue/product.ts';
import type { GivenInput } from '../../../catalogue/parameter.ts';
import type { loanFlags } from '../../../config/globals.ts';
import type { Owner } from '../../../system/owner.ts';
import type { Kept, LedgerEntry } from './loan-ledger.ts';
import type { GivenScope } from '../../../services/suggest.ts';
import type { Session } from '../../../run/session/session.ts';
import type { Outcome } from '../../../run/session/outcome.ts';
import type { OperationContext } from '../../../run/single/workflow.ts';

type LoanInput = GivenInput<typeof loanFlags> & {
  readonly 'env-prefix'?: string | undefined;
  readonly ttl?: string | undefined;
};

export type LoanContext<O extends Operation = Operation, Local = unknown> = OperationContext<
  O,
  LoanInput & Local
>;

export interface NewEntry {
  readonly baseUrl: string;
  readonly namespace: string | undefined;
  readonly owner: Owner | undefined;
}

export interface Lent {
  /** The reply; its item has the fields for the command. */
  readonly outcome: Outcome;
  readonly what: string;
  readonly ends: string;
  readonly term: Term;
  /** Undefined if it cannot be renewed. */
  readonly lease?: string | undefined;
}

export interface Loan {
  /** The entry, which is recorded before anything is sent. */
  readonly entry: LedgerEntry;
  /**
   * Obtains it; `keep` records what is known so far.
   * @throws TrivetError; the entry holds what was obtained before
   */
  get(keep: (entry: LedgerEntry) => Promise<void>): Promise<Lent>;
}

/** The most requests, without optional ones and renewals. */
export interface Requests {
  readonly taking: number;
  readonly returning: number;
}

export type LoanKind =
  | {
      readonly service: ServiceName;
      /** Undefined if the loan does not end with the token. */
      readonly requests?: Requests | undefined;
      /** Prepares a loan with reads only. `id` identifies it. */
      prepare(common: NewEntry, id: string): Promise<Loan>;
    }
  /** A loan that is not in the ledger, since nothing is given back. */
  | { readonly service: ServiceName; get(): Promise<Lent> };

/** `late`: expired, so another borrower may have it unless it was renewed; `gone`: the server reported its end. */
export type TermState = 'running' | 'late' | 'gone';

/**
 * `unproven`: nothing shows the borrower, so it stays; `in use`: by another running command; `would be returned`:
 * ours, but this run sends nothing.
 */
export interface Became {
  readonly name: string;
  readonly result: 'returned' | 'ended' | 'left' | 'unproven' | 'in use' | 'would be returned';
  readonly text: string;
  readonly doubtful?: boolean;
}

export interface Settled {
  readonly became: readonly Became[];
  /** Undefined: the entry can be removed. */
  readonly left: LedgerEntry | undefined;
  readonly failed?: readonly { readonly name: string; readonly error: TrivetError }[];
}

export type Suggested = (words: string, scope?: GivenScope) => string;

export interface Returnable {
  readonly named: string;
  /** What to do about a request without a reply. */
  requested(command: Suggested): string;
  /** Whether it was certainly obtained. */
  readonly isGiven: boolean;
  /** Paths of which the token has to be allowed to update one. */
  readonly ways: readonly string[];
  readonly endsWithToken: boolean;
  /** @throws TrivetError if it was not returned, or that is unknown */
  giveBack(session: Session, standing: TermState): Promise<Settled>;
  /** Returns what is certainly ours, after an interruption. */
  recover(session: Session, others: readonly Kept[]): Promise<Settled>;
}
