/** Tests the warning about a job that cannot be placed, which the server accepts like any other. */
import { expect, test } from 'vitest';
import { runCli, words } from '../../support/run-cli.ts';
import type { Answer, FakeRequest } from '../../support/fake-server.ts';
import { smallServer } from '../../support/small-server.ts';
import { useFolder } from '../../support/job-files.ts';

const file = useFolder();
const job = (more: object = {}): string =>
  JSON.stringify({ Job: { ID: 'web', Datacenters: ['dc1'], ...more } });

const failed = {
  app: {
    NodesEvaluated: 1,
    NodePool: 'default',
    ConstraintFiltered: { '${attr.kernel.name} = plan9': 1 },
    CoalescedFailures: 2,
  },
};

/** A server whose evaluation is still pending at the first read. */
const server = (evaluation: object) => {
  let looks = 0;
  return smallServer(({ method, path }: FakeRequest): Answer => {
    if (method !== 'GET') return { body: { EvalID: 'e-1', JobModifyIndex: 7, EvalCreateIndex: 7 } };
    if (!path.endsWith('/evaluations')) return { body: { ID: 'web', JobModifyIndex: 7, Version: 3 } };
    looks += 1;
    return { body: [{ ID: 'other' }, { ID: 'e-1', ...(looks === 1 ? { Status: 'pending' } : evaluation) }] };
  });
};

test.each(['job register FILE', 'job evaluate web', 'job revert web 0', 'job scale web app 3'])(
  '%s warns with the reasons',
  async (line) => {
    const { env } = await server({ Status: 'complete', FailedTGAllocs: failed, BlockedEval: 'e-2' });
    const result = await runCli(words(line.replace('FILE', file('web.json', job()))), { env });
    expect(result.code).toBe(0);
    expect(result.stdout).toContain('e-1');
    expect(result.stderr).toContain(
      'warning: web: task group "app": 3 allocations cannot be placed now: 1 node evaluated in the node pool ' +
        '"default"; 1 node filtered out by the constraint "${attr.kernel.name} = plan9"; placed as soon as a node meets what it requires',
    );
  },
);

test('there is no warning if everything is placed, and no further request with --quiet', async () => {
  const { env, received } = await server({ Status: 'complete' });
  expect((await runCli(words('job evaluate web'), { env })).stderr).toBe('');
  const asked = received.length;
  await runCli(words('job evaluate web --quiet'), { env });
  expect(received).toHaveLength(asked + 1);
});

test('the evaluation is read in the namespace and region of the file', async () => {
  const { env, received } = await server({ Status: 'complete', FailedTGAllocs: failed });
  const path = file('batch.json', job({ Namespace: 'batch', Region: 'eu' }));
  await runCli(words(`job register ${path}`), { env: { ...env, TRIVET_JOBS_NAMESPACE: 'other' } });
  expect(received.find(({ path: asked }) => asked.endsWith('/evaluations'))?.query).toMatchObject({
    namespace: 'batch',
    region: 'eu',
  });
});

test('a token that is not allowed to read the evaluation still gets the reply', async () => {
  const { env } = await smallServer(({ method }) =>
    method === 'GET'
      ? { status: 403, body: 'Permission denied' }
      : { body: { EvalID: 'e', JobModifyIndex: 7 } },
  );
  const result = await runCli(words(`job register ${file('web.json', job())} --color never`), {
    env,
    tty: true,
  });
  expect(result).toMatchObject({ code: 0, stdout: 'web: registered, evaluation e\n' });
});
