/** What the kinds of lend differ in: how something is got, and how it is given back. */
import type { ServiceName } from '../../model/product.ts';
import type { GivenInput } from '../../model/parameter.ts';
import type { lendFlags } from '../../operations/globals.ts';
import type { Owner } from '../../profiles/owner.ts';
import type { Kept, LedgerEntry } from '../../runtime/lend-ledger.ts';
import type { Outcome, Session } from '../../runtime/session.ts';
import type { OperationContext } from '../workflow.ts';

/** What every command that lends reads, whatever its operation. */
export type LendInput = GivenInput<typeof lendFlags> & {
  readonly 'env-prefix'?: string | undefined;
  readonly ttl?: string | undefined;
};

export type LendContext<In extends LendInput = LendInput> = OperationContext<In>;

/** What a new entry of the ledger is made of, whatever its kind. */
export interface NewEntry {
  readonly baseUrl: string;
  readonly namespace: string | undefined;
  readonly owner: Owner | undefined;
}

/** What was got. */
export interface Lent {
  /** Its item has the fields that the command gets. */
  readonly outcome: Outcome;
  /** `the credentials of deploy`: for messages. */
  readonly what: string;
  /** `the credentials of deploy end`: what its end is, in words. */
  readonly ends: string;
  /** Milliseconds from now until it ends; 0: it has no end. */
  readonly life: number;
  /** How it gets more time; undefined where it cannot. */
  readonly lease?: string | undefined;
}

export interface Loan {
  /** Written down before anything is sent. */
  readonly entry: LedgerEntry;
  /**
   * Sends the request. `keep` writes down what is known now.
   * @throws TrivetError; what was got before it is in the entry
   */
  get(keep: (entry: LedgerEntry) => Promise<void>): Promise<Lent>;
}

/** How one kind of thing is lent. */
export type LoanKind =
  /** Reads what is needed before the request, and changes nothing. `id` is of this lend only. */
  | { readonly service: ServiceName; prepare(common: NewEntry, id: string): Promise<Loan> }
  /** What need not be given back is in no ledger. */
  | { readonly service: ServiceName; get(): Promise<Lent> };

/**
 * What is known of the time of what was lent. `late`: it has passed, and unless the command renewed it, somebody else
 * may have it by now; `gone`: the server said that it has ended.
 */
export type TermState = 'running' | 'late' | 'gone';

/** What became of something that was to be given back. */
export interface Settled {
  readonly text: string;
  /** It did not come back in the ordinary way: a warning. */
  readonly doubtful?: boolean;
  /** What of the entry stays; undefined: it may go. */
  readonly left: LedgerEntry | undefined;
}

/** An entry of the ledger, with what its kind knows about it. */
export interface Returnable {
  /** `svc-01 of team-a`. */
  readonly named: string;
  /** What is left to do when trivet has to leave at once. */
  readonly undo: string;
  /** Something of it was got for certain: it can be given back. */
  readonly isGiven: boolean;
  /**
   * Gives back what is ours.
   * @throws TrivetError when it did not come back, or when that is not known
   */
  giveBack(session: Session, standing: TermState): Promise<Settled>;
  /** The same for what a lend left behind, among the other entries of the ledger. Only what is ours for certain. */
  recover(session: Session, others: readonly Kept[]): Promise<Settled>;
}
