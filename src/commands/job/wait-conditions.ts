import { running } from '../../catalogue/command.ts';
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

export const waiting = <const Goals extends readonly Goal[] = typeof goals>(allowed?: Goals) =>
  ({
    ...waitFlags('Wait for the result of the change'),
    for: forFlag(allowed ?? goals),
  }) as const satisfies Parameters;

export const waitOnly = {
  for: forFlag(goals),
  'wait-timeout': waitFlags('')['wait-timeout'],
} as const satisfies Parameters;

export const waits: Waits = {
  view: waitedView,
  follow: () => import('./workflows/wait/wait.ts').then(running('waitAfter')),
};

export const waitsForIt: Waits = { ...waits, alone: { command: 'job wait' } };
