/** The interface of a kind of loan: how something is obtained, and how it is given back. */
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

/** The input that every command that lends reads, whatever its operation. */
type LoanInput = GivenInput<typeof loanFlags> & {
  readonly 'env-prefix'?: string | undefined;
  readonly ttl?: string | undefined;
};

export type LoanContext<O extends Operation = Operation, Local = unknown> = OperationContext<
  O,
  LoanInput & Local
>;

/** The fields of every new entry of the ledger, whatever its kind. */
export interface NewEntry {
  readonly baseUrl: string;
  readonly namespace: string | undefined;
  readonly owner: Owner | undefined;
}

/** What was obtained. */
export interface Lent {
  /** Its item has the fields that the command gets. */
  readonly outcome: Outcome;
  /** `the credentials of deploy`: for messages. */
  readonly what: string;
  /** `the credentials of deploy end`: the description of its end. */
  readonly ends: string;
  /** When it ends. */
  readonly term: Term;
  /** Extends its time; undefined where that is impossible. */
  readonly lease?: string | undefined;
}

export interface Loan {
  /** Recorded before anything is sent. */
  readonly entry: LedgerEntry;
  /**
   * Sends the request. `keep` records what is known so far.
   * @throws TrivetError; the entry holds what was obtained before it
   */
  get(keep: (entry: LedgerEntry) => Promise<void>): Promise<Lent>;
}

/** The most requests that a loan needs, without those that a command can do without, and without renewals. */
export interface Requests {
  readonly taking: number;
  readonly returning: number;
}

/** How one kind of thing is lent. */
export type LoanKind =
  | {
      readonly service: ServiceName;
      /** Undefined for what does not end with the token. */
      readonly requests?: Requests | undefined;
      /** Reads what is needed before the request, and changes nothing. `id` identifies this loan. */
      prepare(common: NewEntry, id: string): Promise<Loan>;
    }
  /** A loan that need not be given back is not in the ledger. */
  | { readonly service: ServiceName; get(): Promise<Lent> };

/**
 * Whether the loan has expired. `late`: it has, and unless the command renewed it, another borrower may have it;
 * `gone`: the server reported that it has ended.
 */
export type TermState = 'running' | 'late' | 'gone';

/**
 * The end of one thing that was lent. `unproven`: nothing shows whose it is, so it was not touched; `in use`: another
 * command that runs has it; `would be returned`: it is still ours, and this run sends nothing.
 */
export interface Became {
  readonly name: string;
  readonly result: 'returned' | 'ended' | 'left' | 'unproven' | 'in use' | 'would be returned';
  readonly text: string;
  /** It was not returned in the ordinary way: a warning. */
  readonly doubtful?: boolean;
}

/** The result of giving something back. */
export interface Settled {
  readonly became: readonly Became[];
  /** The part of the entry that stays; undefined: it can be removed. */
  readonly left: LedgerEntry | undefined;
  /** What could not be given back, of several things; they stay. */
  readonly failed?: readonly { readonly name: string; readonly error: TrivetError }[];
}

/** Makes a printed command of the words after `trivet`. */
export type Suggested = (words: string, scope?: GivenScope) => string;

/** An entry of the ledger, with the methods of its kind. */
export interface Returnable {
  /** `svc-01 of team-a`. */
  readonly named: string;
  /** The message about what is left to do when trivet has to exit at once. */
  undo(command: Suggested): string;
  /** Something of it was certainly obtained and can be given back. */
  readonly isGiven: boolean;
  /** Paths of the secrets service, of which a token has to be allowed to update one. */
  readonly ways: readonly string[];
  /** The server ends it when it revokes the token that obtained it. */
  readonly endsWithToken: boolean;
  /**
   * Gives back what is ours. @throws TrivetError when it was not returned, or when that is not known
   */
  giveBack(session: Session, standing: TermState): Promise<Settled>;
  /**
   * Gives back what an interrupted loan left, among the other entries of the ledger. Only what is certainly ours.
   */
  recover(session: Session, others: readonly Kept[]): Promise<Settled>;
}
