import { recordView, tableView } from '../../catalogue/view.ts';

export const goals = ['healthy', 'placed', 'complete', 'dead', 'promotable'] as const;
export type Goal = (typeof goals)[number];

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
