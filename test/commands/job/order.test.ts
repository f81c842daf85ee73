/** Tests lists that real servers send in the order of random IDs, and parents with their children. */
import { expect, test } from 'vitest';
import { runCli, words } from '../../support/run-cli.ts';
import { smallServer } from '../../support/small-server.ts';

const items = [5, 9, 7].map((CreateIndex) => ({
  ID: `id-${CreateIndex}`,
  CreateIndex,
  Version: CreateIndex,
  Status: CreateIndex === 9 ? 'a' : 'b',
}));
const ids = (text: string): readonly string[] => text.trim().split('\n');

test.each(['allocations', 'evaluations', 'deployments', 'versions'])(
  '%s are listed newest first',
  async (list) => {
    const versions = list === 'versions';
    const { env } = await smallServer(() => ({ body: versions ? { Versions: items } : items }));
    const run = async (more: string): Promise<readonly string[]> =>
      ids(
        (
          await runCli(words(`job ${list} web --field ${versions ? 'Version' : 'CreateIndex'} ${more}`), {
            env,
          })
        ).stdout,
      );
    expect(await run('')).toEqual(['9', '7', '5']);
    const key = versions ? 'Version' : 'ID';
    expect(await run(`--sort ${key}`)).toEqual(['5', '7', '9']);
    expect(await run(`--sort -${key}`)).toEqual(['9', '7', '5']);
    // The document keeps the order of the service.
    const json = await runCli(words(`job ${list} web -o json`), { env });
    expect(json.stdout.indexOf('"CreateIndex": 5')).toBeLessThan(json.stdout.indexOf('"CreateIndex": 9'));
    expect(await runCli(words(`job ${list} web --sort nope`), { env })).toMatchObject({
      code: 2,
      stdout: '',
    });
  },
);

test('children of a parent are listed', async () => {
  const Children = { Dead: 2, Pending: 0, Running: 1 };
  const { env } = await smallServer(({ path }) => ({
    body: path.endsWith('/summary')
      ? { Summary: { app: { Running: 0 } }, Children }
      : [{ ID: 'nightly', Status: 'running', JobSummary: { Children } }],
  }));
  const summary = await runCli(words('job summary nightly --namespace batch'), { env });
  expect(summary.stderr).toBe(
    'children: 1 running, 2 dead: trivet job list --prefix nightly/ --namespace batch\n',
  );
  expect((await runCli(words('job list'), { env })).stdout).toMatch(/\t1 running, 2 dead\n$/);
});

test('groups are shown in words on a terminal, and in full in a data format', async () => {
  const TaskGroups = { app: { DesiredTotal: 2, HealthyAllocs: 1 } };
  const { env } = await smallServer(() => ({ body: { ID: 'd', TaskGroups } }));
  const person = await runCli(words('job deployment web --color never'), { env, tty: true });
  expect(person.stdout).toMatch(/^groups +app 1\/2 healthy$/m);
  expect((await runCli(words('job deployment web'), { env })).stdout).toContain(
    `groups\t${JSON.stringify(TaskGroups)}`.replace('groups', 'TaskGroups'),
  );
});
