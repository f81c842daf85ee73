/** Tests `trivet status` on recorded lives of jobs: from lists over all jobs it concludes what full reads show. */
import { expect, test } from 'vitest';
import { jobVerdicts } from '../../../src/commands/job/workflows/wait/group-verdict.ts';
import { observedOf } from '../../../src/commands/job/workflows/wait/observed.ts';
import { isObject, listAt, own, textAt } from '../../../src/documents/json/json.ts';
import type { Json } from '../../../src/documents/json/json.ts';
import type { Moment } from '../../support/lives.ts';
import { moments } from '../../support/lives.ts';
import { runCli, words } from '../../support/run-cli.ts';
import { smallServer } from '../../support/small-server.ts';

/** The state of each group that needs a person, by a full read of the job. */
const expectedOf = ({ at, replies }: Moment): readonly string[] => {
  const seen = observedOf({ ...replies, job: replies.job ?? undefined });
  if (seen.job === undefined || seen.job.parent || seen.job.stopped) return [];
  // Servers write their time in whole seconds.
  const now = Math.floor(Date.parse(at) / 1000) * 1000;
  return jobVerdicts(seen, now, replies.summary)
    .filter(({ attention }) => attention)
    .map(({ group, state, running, wanted, reason }) => `${group} ${state} ${running}/${wanted} ${reason}`)
    .sort();
};

interface Shown {
  readonly rows: readonly {
    readonly kind: string;
    readonly groups?: readonly {
      readonly group: string;
      readonly state: string;
      readonly reason: string;
      readonly running: number;
      readonly wanted: number;
      readonly attention: boolean;
    }[];
  }[];
}

/** The allocation as the server lists it with its resources. */
const withHooks = (allocation: Json, { replies: { job } }: Moment): Json => {
  const group = listAt(job, 'TaskGroups').find(
    (one) => textAt(one, 'Name') === textAt(allocation, 'TaskGroup'),
  );
  const hooks = listAt(group, 'Tasks').map((task) => [
    textAt(task, 'Name') ?? '',
    own(task, 'Lifecycle') ?? null,
  ]);
  return {
    ...(isObject(allocation) ? allocation : {}),
    AllocatedResources: { TaskLifecycles: Object.fromEntries(hooks) as Json },
  };
};

test.each(moments.map((moment) => [`${moment.life}: ${moment.what}`, moment] as const))(
  'shows the groups that need a person, %s',
  async (_, moment) => {
    const { list, allocations, deployments, evaluations } = moment.replies;
    // As the filters of the requests do.
    const wanted = allocations.filter(
      (one) =>
        textAt(one, 'DesiredStatus') === 'run' ||
        /^(?:failed|lost)$/.test(textAt(one, 'ClientStatus') ?? '') ||
        (textAt(one, 'NextAllocation') === '' && textAt(one, 'JobType') !== 'service'),
    );
    const asked = evaluations.filter(
      (one) =>
        /^(?:blocked|pending)$/.test(textAt(one, 'Status') ?? '') ||
        textAt(one, 'Type')?.startsWith('sys') === true,
    );
    const lists: Readonly<Record<string, unknown>> = {
      '/v1/jobs': list,
      '/v1/allocations': wanted,
      '/v1/deployments': deployments,
      '/v1/evaluations': asked,
      '/v1/nodes': moment.replies.nodes,
      [`/v1/job/${encodeURIComponent(moment.job)}`]: moment.replies.job,
    };
    const headers = { date: new Date(moment.at).toUTCString() };
    const { env } = await smallServer(({ path, query }) => ({
      body: query['resources'] === 'true' ? wanted.map((one) => withHooks(one, moment)) : lists[path],
      headers,
    }));
    // The clock of this machine does not matter.
    const { stdout } = await runCli(words('status -o json'), { env, io: { now: () => 0 } });
    const { rows } = JSON.parse(stdout) as Shown;
    const shown = rows
      .flatMap(({ groups = [] }) => groups)
      .filter(({ attention }) => attention)
      .map(
        ({ group, state, running, wanted: all, reason }) => `${group} ${state} ${running}/${all} ${reason}`,
      )
      .sort();
    expect(shown).toEqual(expectedOf(moment));
  },
);
