/** `job wait`, and `--wait` of the changes of a job: what can be waited for, and how a wait ends. */
import type { Waits } from '../../catalogue/operation.ts';
import type { Parameters } from '../../catalogue/parameter.ts';
import { recordView, tableView } from '../../catalogue/view.ts';
import { waitFlags } from '../../config/globals.ts';

/** Goals of a wait, besides the default of the job's type. */
export const goals = ['healthy', 'placed', 'complete', 'dead', 'promotable'] as const;
export type Goal = (typeof goals)[number];

/** How a wait ends: a goal that was reached, or why it was not. Scripts read these words. */
const waitResults = [
  ...goals,
  'registered',
  'failed',
  'reverted',
  'overtaken',
  'stopped',
  'cannot-be-placed',
  'awaiting-promotion',
  'unreachable',
  'gone',
  'timeout',
  'interrupted',
  'unknown',
] as const;
export type WaitResult = (typeof waitResults)[number];

const waitedFields = {
  job: { type: 'text', summary: 'Job ID', refers: 'job', rank: 0 },
  namespace: { type: 'text', summary: 'Namespace', rank: 5 },
  version: { type: 'integer', summary: 'Version of the job that was waited for', rank: 3 },
  deployment: { type: 'text', summary: 'Deployment of that version', rank: 4 },
  result: {
    type: 'text',
    summary: 'How it ended: healthy, complete, failed, reverted, timeout and others',
    rank: 0,
    tones: {
      ...Object.fromEntries([...goals, 'registered'].map((goal) => [goal, 'good'] as const)),
      ...Object.fromEntries(
        waitResults
          .slice(goals.length + 1)
          .map(
            (result) => [result, result === 'interrupted' || result === 'timeout' ? 'warn' : 'bad'] as const,
          ),
      ),
    },
  },
  reason: { type: 'text', summary: 'Reason for the result: the last events of its tasks', rank: 1 },
} as const;

const waitedColumns = ['job', 'version', 'result', 'reason', 'deployment', 'namespace'] as const;

/** The document at the end of a wait for one job; `waitedList` for several. */
export const waitedView = recordView({
  fields: waitedFields,
  essential: ['result'],
  name: 'job',
  columns: waitedColumns,
});

export const waitedList = tableView({
  fields: waitedFields,
  name: 'job',
  columns: waitedColumns,
  empty: 'no jobs',
});

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
