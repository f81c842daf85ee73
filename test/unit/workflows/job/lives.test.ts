/**
 * Tests the verdicts of `status` and `job wait` over recorded lives of jobs, against what the vendor's command said at
 * the same moments. test/recordings/lives/verdicts.tsv has the verdicts themselves.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { jobVerdicts } from '../../../../src/commands/job/workflows/wait/group-verdict.ts';
import type { GroupVerdict } from '../../../../src/commands/job/verdicts.ts';
import { verdictOn } from '../../../../src/commands/job/workflows/wait/judge.ts';
import { observedOf } from '../../../../src/commands/job/workflows/wait/observed.ts';
import type { Moment } from '../../../support/lives.ts';
import { moments } from '../../../support/lives.ts';

/** The job is to run, so that its groups have verdicts. */
const isWanted = (moment: Moment): boolean => {
  const { job } = seenAt(moment);
  return job !== undefined && !job.parent && !job.stopped;
};

const seenAt = ({ replies }: Moment) => observedOf({ ...replies, job: replies.job ?? undefined });

const groupsAt = (moment: Moment): readonly GroupVerdict[] => {
  return jobVerdicts(seenAt(moment), Date.parse(moment.at), moment.replies.summary);
};

const waitAt = (moment: Moment): string => {
  const seen = seenAt(moment);
  const { version = 0, created = 0 } = seen.job ?? {};
  const followed = { version, created, goal: undefined, pinned: false };
  const verdict = verdictOn(followed, seen, Date.parse(moment.at));
  return verdict.ended ? verdict.result : (verdict.atLimit?.result ?? 'goes on');
};

const agoText = (since: number | undefined, at: string): string =>
  since === undefined ? '' : ` since ${((Date.parse(at) - since) / 1000).toFixed(0)} s`;

const lineOf = (moment: Moment): string => {
  const groups = groupsAt(moment).map(
    ({ group, state, attention, running, wanted, since, restarts, reason }) =>
      `${group} ${state}${attention ? '!' : ''} ${running}/${wanted}${agoText(since, moment.at)}` +
      `${restarts > 0 ? ` ${restarts} restarts` : ''}${reason === '' ? '' : ` (${reason})`}`,
  );
  return [moment.life, moment.what, waitAt(moment), groups.join('; ')].join('\t');
};

test('every moment of every life has its verdict', () => {
  const path = resolve('test/recordings/lives/verdicts.tsv');
  expect(moments.map(lineOf)).toEqual(readFileSync(path, 'utf8').trimEnd().split('\n'));
});

test.each(['batch-stopped', 'system-stopped', 'sysbatch-stopped'])(
  'a wait says what was stopped: %s',
  (life) => {
    const [moment] = moments.filter((one) => one.life === life);
    const seen = moment && seenAt(moment);
    const { version = 0, created = 0 } = seen?.job ?? {};
    const verdict =
      seen && verdictOn({ version, created, goal: undefined, pinned: false }, seen, Date.parse(moment.at));
    expect(verdict).toMatchObject({
      result: 'failed',
      reason: expect.stringContaining('was stopped before'),
    });
  },
);

test.each([
  ['lost-node-stopped', 'dead'],
  ['lost-node-scaled-to-zero', 'healthy'],
] as const)('what was lost with its node has ended when the node reports it: %s', (life, goal) => {
  const verdicts = moments
    .filter((one) => one.life === life)
    .map((moment) => {
      const seen = seenAt(moment);
      const { version = 0, created = 0 } = seen.job ?? {};
      return verdictOn({ version, created, goal, pinned: false }, seen, Date.parse(moment.at));
    });
  expect(verdicts).toMatchObject([
    {
      ended: false,
      progress: '1 allocation was lost with node node-2, and its tasks may still run',
      watch: 'allocations',
    },
    { ended: true, result: goal },
  ]);
});

const unwell = moments.filter((moment) => groupsAt(moment).some(({ attention }) => attention));
test.each(unwell.map((moment) => [`${moment.life}: ${moment.what}`, moment] as const))(
  'no wait succeeds while status shows a group that needs a person, %s',
  (_, moment) => {
    expect(waitAt(moment)).not.toMatch(/^(?:healthy|placed|complete|promotable)$/);
  },
);

/** The rows of a table in the vendor's output, by the words of its title. */
const tableIn = (text: string, title: string): readonly Readonly<Record<string, string>>[] => {
  const lines = text.split('\n');
  const at = lines.indexOf(title);
  if (at === -1) return [];
  const head = lines[at + 1] ?? '';
  const columns = [...head.matchAll(/\S+(?: \S+)*/g)].map(({ 0: name, index }) => ({ name, index }));
  const end = lines.indexOf('', at);
  return lines
    .slice(at + 2, end === -1 ? undefined : end)
    .map((line) =>
      Object.fromEntries(
        columns.map(({ name, index }, number) => [
          name,
          line.slice(index, columns[number + 1]?.index).trim(),
        ]),
      ),
    );
};

/** Moments in which nothing changed while the vendor's command ran, of jobs that are to run. */
const steady = moments.filter((moment) => moment.steady && isWanted(moment));

const ofGroup = (moment: Moment, title: string, group: string) =>
  tableIn(moment.jobStatus, title).filter((row) => row['Task Group'] === group);

/** Whether the vendor's command shows the node, and that it is not down. */
const answers = ({ nodeStatus }: Moment, id = ''): boolean =>
  nodeStatus === undefined ||
  nodeStatus.split('\n').some((line) => line.startsWith(`${id} `) && !line.trimEnd().endsWith(' down'));

const ends: ReadonlySet<string> = new Set(['failed', 'lost']);

describe('at every steady moment', () => {
  test.each(steady.map((moment) => [`${moment.life}: ${moment.what}`, moment] as const))(
    'the verdict on each group agrees with nomad job status, %s',
    (_, moment) => {
      for (const verdict of groupsAt(moment)) {
        const { group, state, running, wanted, reason, attention } = verdict;
        const [counts = {}] = ofGroup(moment, 'Summary', group);
        const rows = ofGroup(moment, 'Allocations', group).filter(({ Desired }) => Desired === 'run');
        const failed = rows.filter(({ Status }) => ends.has(Status ?? '')).length;
        const again = ofGroup(moment, 'Future Rescheduling Attempts', group).length > 0;
        const queued = Number(counts['Queued']) > 0 || moment.jobStatus.includes(`Task Group "${group}"`);
        const runs = rows.filter((row) => row['Status'] === 'running');
        const silent = runs.filter((row) => !answers(moment, row['Node ID']));
        expect(running, 'Running').toBe(runs.length - silent.length);
        expect(reason.includes('not answer'), 'node status').toBe(
          silent.length > 0 || Number(counts['Unknown']) > 0,
        );
        if (failed > 0) expect(['failed', 'failing', 'degraded']).toContain(state);
        if (failed > 0 && failed === rows.length) expect(['failed', 'failing']).toContain(state);
        if (failed > 0 && again) expect(reason).toContain('rescheduled at');
        if (state === 'failed') expect(again).toBe(false);
        if (state === 'unrecorded') expect(moment.jobStatus).toContain('No allocations placed');
        // Of a job for all nodes that no node can run, the vendor's command shows nothing at all.
        // Without an evaluation nothing waits for a place, whatever is counted as queued.
        if (!/^Type += sys(?:tem|batch)$/m.test(moment.jobStatus) && moment.replies.evaluations.length > 0)
          expect(reason.includes('cannot be placed'), 'Queued').toBe(queued);
        // Silence is right only where the vendor shows all of the group in order, too.
        if (!attention && state !== 'starting') {
          expect(failed + Number(counts['Unknown'])).toBe(0);
          expect(queued).toBe(false);
          if (state === 'running') expect(running).toBeGreaterThanOrEqual(wanted);
        }
        if (rows.length > 0 && rows.every(({ Status }) => Status === 'running')) {
          // The vendor's command does not show that a main task has not begun.
          const begins = / waits for | is pending/.test(reason) ? ['starting'] : [];
          expect(['running', 'restarting', 'unhealthy', 'degraded', 'pending', ...begins]).toContain(state);
        }
      }
    },
  );

  const deployed = steady.filter(({ deploymentStatus }) => deploymentStatus !== null);
  test.each(deployed.map((moment) => [`${moment.life}: ${moment.what}`, moment] as const))(
    'the result of a wait agrees with nomad deployment status, %s',
    (_, moment) => {
      const [, status = ''] = /^Status += (\S+)/m.exec(moment.deploymentStatus ?? '') ?? [];
      // The health of an allocation is decided once: tasks that are restarted ever since leave it as it was.
      const isDown = groupsAt(moment).some(({ down, state }) => down > 0 || state === 'restarting');
      const results: Readonly<Record<string, RegExp>> = {
        failed: /^(?:failed|reverted)$/,
        running: /^(?!healthy|placed)/,
        successful: isDown ? /^failed$/ : /^(?:healthy|placed|cannot-be-placed|goes on)$/,
      };
      expect(waitAt(moment)).toMatch(results[status] ?? /^goes on$/);
    },
  );
});
