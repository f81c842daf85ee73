/** A step of a run, and how it ended. */
import type { Ended } from '../../../../run/plan/plan.ts';
import type { Wanted } from '../files/wanted.ts';
import type { Row } from '../rows/rows.ts';
import type { Step } from './steps.ts';

/** A step with its place in the journal. */
export interface StepItem {
  readonly number: number;
  readonly step: Step;
  readonly wanted: Wanted;
}

/** How a step ended. */
export interface StepEnd extends Ended {
  readonly row: Row | undefined;
  readonly result: 'done' | 'conflict' | 'failed' | 'unknown';
  readonly reason: string | undefined;
  /** What to do about it. */
  readonly hint: string | undefined;
  /** IDs that the server does not know, in words. */
  readonly lost?: readonly string[];
  /** What could not be compared, and was not written, in words: it might differ from the file. */
  readonly uncompared?: string | undefined;
  /** This run wrote it, and the server has it as the file says. */
  readonly written?: true;
}
