import type { Ended } from '../../../../run/plan/plan.ts';
import type { Wanted } from '../files/wanted.ts';
import type { Row } from '../rows/rows.ts';
import type { Step } from './steps.ts';

export interface StepItem {
  readonly number: number;
  readonly step: Step;
  readonly wanted: Wanted;
}

export interface StepEnd extends Ended {
  readonly row: Row;
  readonly result: 'done' | 'conflict' | 'failed' | 'unknown';
  readonly reason: string | undefined;
  readonly hint: string | undefined;
  readonly lost?: readonly string[];
  readonly uncompared?: string | undefined;
  readonly written?: true;
}
