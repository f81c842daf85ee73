import type { Basis } from '../log/proof.ts';
import type { Journal, JournalHead } from '../log/journal.ts';
import type { StepState } from '../log/change-log.ts';
import type { Result, Results } from '../../output/results.ts';
import type { ReceiptFacts } from './change-journal.ts';

export interface Item {
  /** In the log and in results; counts from 1. */
  readonly number: number;
}

export interface Ended {
  readonly exit: number;
  /** Shows whether the change happened. */
  readonly lookUp?: string | undefined;
  /** Failed after most of its change: the next item need not fail. */
  readonly partly?: boolean | undefined;
  /** Made, but the wait failed or was cut off: a later run only waits. */
  readonly made?: true | undefined;
}

export interface Work<One extends Item, End extends Ended> {
  /** Proves later whether the change was made. Needs a log. */
  prove?(item: One, run: string): Promise<Basis | undefined>;
  /** A failure is an exit code, not an exception. */
  run(item: One, basis: Basis | undefined): Promise<End>;
  /** Harmless even if others have made changes in between. */
  isHarmless(item: One): Promise<boolean>;
  /**
   * Settles an unknown outcome by proof: made, or nothing has changed and it is done again; else it stays unknown.
   * Waits if the command does.
   */
  lookUp(item: One, known: StepState): Promise<End>;
  /** A done item that later ones are based on is looked up again. */
  again?(item: One): boolean;
}

export interface RunLimits {
  readonly parallel: number;
  /** Undefined: no limit. */
  readonly rate?: number | undefined;
  /**
   * After the first failure, or ten in a row. Failures left by an earlier run do not count among the ten, so that a
   * resumed run reaches new items. Default: everything is started.
   */
  readonly stopAt?: 'failure' | 'failures-in-a-row' | undefined;
  /**
   * Replaces `stopAt`: failures and unknown outcomes. Repeated ones of an earlier run count: an unknown canary must
   * not let others through.
   */
  readonly maxFailures?: number | undefined;
  /** Repeats unknown outcomes whatever they are. */
  readonly retryUnknown?: boolean | undefined;
}

/** Parts run one after the other: an object is created before it is referred to. */
interface Part<One> {
  readonly items: Iterable<One>;
  readonly count: number;
}

export interface Wave<One> {
  readonly parts: readonly Part<One>[];
  /** For the check. */
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
  /** Why the next wave was not started. */
  readonly refusal: string | undefined;
}

export interface Summary {
  readonly counts?: string | undefined;
  /** In the line of the counts. */
  readonly failures?: string | undefined;
  readonly notes?: readonly string[];
  readonly faults?: readonly string[];
  /** Unknown outcomes that need only another wait. */
  readonly waits?: number;
  readonly isUndoable?: boolean;
  readonly takesBack?: boolean;
  /** Unless the check failed or the run was taken back. */
  readonly exit?: number | undefined;
}

export interface RunPlan<One extends Item, End extends Ended> {
  readonly what: string;
  readonly waves: readonly Wave<One>[];
  /** Runs after each wave. */
  readonly check?: readonly string[] | undefined;
  /** A wave follows whatever became of the one before, but for its check. */
  readonly keepsGoing?: boolean;
  readonly limits: RunLimits;
  /** Undefined if nothing is sent, or each change has its own. */
  readonly receipt?:
    | {
        readonly facts: Omit<ReceiptFacts, 'what'>;
        readonly head: Omit<JournalHead, 'items' | 'check' | 'receipt'>;
      }
    | undefined;
  /** @param log once it is open */
  work(log: Journal | undefined): Work<One, End>;
  rows(): Promise<Results>;
  result(item: One, end: End): Result | readonly Result[];
  /** Undefined if the number is enough. */
  nameOf?(item: One): string;
  /** The text of each item replaces the progress. */
  readonly repeats?: boolean;
  summary?(run: Executed): Summary | Promise<Summary>;
}
