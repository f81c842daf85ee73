import type { Basis } from '../log/proof.ts';
import type { Journal, JournalHead } from '../log/journal.ts';
import type { StepState } from '../log/change-log.ts';
import type { Result, Results } from '../../output/results.ts';
import type { ReceiptFacts } from './change-journal.ts';

export interface Item {
  readonly number: number;
}

export interface Ended {
  readonly exit: number;
  readonly lookUp?: string | undefined;
  /** Whether most of the change was made before it failed, so that the next item need not fail. */
  readonly partly?: boolean | undefined;
  /** Set if the change was made but its wait failed or was cut off: a later run only waits. */
  readonly made?: true | undefined;
}

export interface Work<One extends Item, End extends Ended> {
  /** Collects what later proves whether the change was made; needs a log. */
  prove?(item: One, run: string): Promise<Basis | undefined>;
  /** Runs an item; a failure is an exit code, not an exception. */
  run(item: One, basis: Basis | undefined): Promise<End>;
  /** Whether a repeat is harmless even if others have made changes in between. */
  isHarmless(item: One): Promise<boolean>;
  /** Proof decides: it was made, or nothing has changed and it is done again. Otherwise it stays unknown. */
  lookUp(item: One, known: StepState): Promise<End>;
  /** Whether a done item is looked up again because later items are based on it. */
  again?(item: One): boolean;
}

export interface RunLimits {
  readonly parallel: number;
  /** Items per second; undefined: no limit. */
  readonly rate?: number | undefined;
  /** After the first failure, or ten in a row; an earlier run's do not count. Default: all items are started. */
  readonly stopAt?: 'failure' | 'failures-in-a-row' | undefined;
  /** Replaces `stopAt`. Failures and unknown outcomes of an earlier run count: an unknown canary stops the others. */
  readonly maxFailures?: number | undefined;
  /** Whether unknown outcomes are repeated without proof. */
  readonly retryUnknown?: boolean | undefined;
}

/** Parts run one after the other, so that an object is created before another one refers to it. */
interface Part<One> {
  readonly items: Iterable<One>;
  readonly count: number;
}

export interface Wave<One> {
  readonly parts: readonly Part<One>[];
  readonly names: readonly string[];
}

export interface Counts {
  readonly done: number;
  readonly failed: number;
  readonly unknown: number;
  readonly skipped: number;
  readonly left: number;
}

export interface Executed extends Counts {
  readonly stopped: boolean;
  /** Why the next wave was not started; the run is then not complete, whatever its counts say. */
  readonly refusal: string | undefined;
}

export interface Summary {
  readonly counts?: string | undefined;
  readonly failures?: string | undefined;
  readonly notes?: readonly string[];
  readonly faults?: readonly string[];
  /** Unknown outcomes that need only another wait, so that nobody has to look at them. */
  readonly waits?: number;
  readonly isUndoable?: boolean;
  /** Whether failures take back what was done. */
  readonly takesBack?: boolean;
  /** The exit code, unless a wave was refused or everything was taken back. */
  readonly exit?: number | undefined;
}

export interface RunPlan<One extends Item, End extends Ended> {
  readonly what: string;
  readonly waves: readonly Wave<One>[];
  readonly check?: readonly string[] | undefined;
  /** Whether the next wave follows failures, as long as the check passes. */
  readonly keepsGoing?: boolean;
  readonly limits: RunLimits;
  /** Undefined if nothing is sent, or each change has a receipt of its own. */
  readonly receipt?:
    | {
        readonly facts: Omit<ReceiptFacts, 'what'>;
        readonly head: Omit<JournalHead, 'items' | 'check' | 'receipt'>;
      }
    | undefined;
  work(log: Journal | undefined): Work<One, End>;
  rows(): Promise<Results>;
  result(item: One, end: End): Result | readonly Result[];
  nameOf?(item: One): string;
  readonly repeats?: boolean;
  summary?(run: Executed): Summary | Promise<Summary>;
}
