/** The types of a plan: what a run of many changes does, in which waves, and what limits it. */
import type { Basis } from '../log/proof.ts';
import type { Journal, JournalHead } from '../log/journal.ts';
import type { StepState } from '../log/change-log.ts';
import type { Result, Results } from '../../output/results.ts';
import type { ReceiptFacts } from './change-journal.ts';

export interface Item {
  /** Identifies it in the log and in the results; counts from 1. */
  readonly number: number;
}

export interface Ended {
  readonly exit: number;
  /** The command that shows whether the change happened. */
  readonly lookUp?: string | undefined;
  /** It failed after most of its change was made: no sign that the next item fails too. */
  readonly partly?: boolean | undefined;
  /** Its change was made, and the wait for what it started failed or was cut off: a later run only waits. */
  readonly made?: true | undefined;
}

/** How each item is carried out. */
export interface Work<One extends Item, End extends Ended> {
  /** Returns what proves later whether the change was made. Not called without a log, which records it. */
  prove?(item: One, run: string): Promise<Basis | undefined>;
  /** Does the work; a failure is an exit code and not an exception. */
  run(item: One, basis: Basis | undefined): Promise<End>;
  /** Whether doing it twice does no harm, whatever others have done meanwhile. */
  isHarmless(item: One): Promise<boolean>;
  /**
   * Settles an item of unknown outcome by proof: it was made, or nothing has changed and it is done again. Otherwise its
   * outcome stays unknown. What was made is waited for, if the command waits.
   */
  lookUp(item: One, known: StepState): Promise<End>;
  /** Whether an item that an earlier run has done is looked up again, because what follows is based on it. */
  again?(item: One): boolean;
}

export interface RunLimits {
  /** Items in flight at once, at most. */
  readonly parallel: number;
  /** Items that are started per second; undefined: no limit. */
  readonly rate?: number | undefined;
  /**
   * When nothing more is started: after the first failure, or after ten in a row. Of ten in a row, items that an earlier run
   * failed at or left unknown are not counted, so that a resumed run reaches what was not started. Default: everything is
   * started.
   */
  readonly stopAt?: 'failure' | 'failures-in-a-row' | undefined;
  /**
   * Nothing more is started after so many failures and unknown outcomes, in place of `stopAt`. An item of an earlier run that
   * fails again, or is still unknown, counts: a canary of which nobody knows must not let the others through.
   */
  readonly maxFailures?: number | undefined;
  /** Does items of unknown outcome again, whatever they are. Undefined where a command cannot be told to. */
  readonly retryUnknown?: boolean | undefined;
}

/** Items that run one after the other with the next part: one that creates ends before one that refers to it begins. */
interface Part<One> {
  readonly items: Iterable<One>;
  readonly count: number;
}

export interface Wave<One> {
  readonly parts: readonly Part<One>[];
  /** The names of its objects, for its check. */
  readonly names: readonly string[];
}

/** How the items of a run ended. */
export interface Counts {
  readonly done: number;
  readonly failed: number;
  /** Sent, and nobody knows whether they happened. */
  readonly unknown: number;
  /** Done by an earlier run. */
  readonly skipped: number;
  /** Not started. */
  readonly left: number;
}

/** A run that has ended. */
export interface Executed extends Counts {
  /** Whether failures ended it. */
  readonly stopped: boolean;
  /** Why the next wave was not started. */
  readonly refusal: string | undefined;
}

/** What is particular about the end of a run. */
export interface Summary {
  /** The line of the counts, in place of the usual one. */
  readonly counts?: string | undefined;
  /** What is said about the failures in the line of the counts. */
  readonly failures?: string | undefined;
  readonly notes?: readonly string[];
  readonly faults?: readonly string[];
  /** Changes of unknown outcome that need only another wait: nobody has to look at them. */
  readonly waits?: number;
  /** Whether something was changed that an undo takes back. */
  readonly isUndoable?: boolean;
  /** Whether failures take back what was done. */
  readonly takesBack?: boolean;
  /** The exit code of the run, unless its check failed or it was taken back. */
  readonly exit?: number | undefined;
}

export interface RunPlan<One extends Item, End extends Ended> {
  /** The words of the command: `workspace lock`. */
  readonly what: string;
  readonly waves: readonly Wave<One>[];
  /** The words of a command that runs after each wave. */
  readonly check?: readonly string[] | undefined;
  /** A wave follows whatever became of the one before, but for its check. */
  readonly keepsGoing?: boolean;
  readonly limits: RunLimits;
  /** The receipt of the run; undefined where nothing is sent, or each change has a receipt of its own. */
  readonly receipt?:
    | {
        readonly facts: Omit<ReceiptFacts, 'what'>;
        readonly head: Omit<JournalHead, 'items' | 'check' | 'receipt'>;
      }
    | undefined;
  /** @param log the receipt, once it is open */
  work(log: Journal | undefined): Work<One, End>;
  /** Opens the rows. */
  rows(): Promise<Results>;
  result(item: One, end: End): Result | readonly Result[];
  /** The name of an item, for those that were not started; undefined where their number is enough. */
  nameOf?(item: One): string;
  /** Shows the text of the progress again after each item, which replaces it. */
  readonly repeats?: boolean;
  summary?(run: Executed): Summary | Promise<Summary>;
}
