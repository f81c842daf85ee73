/** `job wait`, and `--wait` of the changes of a job: their flags, and what follows the change. */
import type { Waits } from '../../catalogue/operation.ts';
import type { Parameters } from '../../catalogue/parameter.ts';
import { waitFlags } from '../../config/globals.ts';
import { goals, waitedView } from './wait-results.ts';
import type { Goal } from './wait-results.ts';

const forFlag = <const Goals extends readonly Goal[]>(allowed: Goals) =>
  ({
    in: 'local',
    type: 'string',
    summary: 'What to wait for',
    default: 'depends on the job type',
    enum: allowed,
    metavar: 'state',
  }) as const;

/** `--wait`, `--for` and `--wait-timeout` of a change; `allowed` are the goals that it can reach. */
export const waiting = <const Goals extends readonly Goal[] = typeof goals>(allowed?: Goals) =>
  ({
    ...waitFlags('Wait for the result of the change'),
    for: forFlag(allowed ?? goals),
  }) as const satisfies Parameters;

/** `--for` and `--wait-timeout` of `job wait` itself. */
export const waitOnly = {
  for: forFlag(goals),
  'wait-timeout': waitFlags('')['wait-timeout'],
} as const satisfies Parameters;

/** Follows the changed job to the default goal of its type. */
export const waits: Waits = {
  view: waitedView,
  follow: () => import('./workflows/wait/after-change.ts'),
};

/** Where the changed job is the one that is named. */
export const waitsForIt: Waits = { ...waits, alone: { command: 'job wait' } };
