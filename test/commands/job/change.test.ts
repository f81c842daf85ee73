/** Tests document 3, changes of registered jobs: dispatch, force, scale, revert, stability, evaluation, stop. */
import { beforeAll, expect, test } from 'vitest';
import {
  batchFile,
  eventually,
  parameterized,
  periodic,
  serviceFile,
  useFolder,
} from '../../support/job-files.ts';
import { runCli, words } from '../../support/run-cli.ts';
import { useSandbox } from '../../support/sandbox.ts';
import { smallServer } from '../../support/small-server.ts';

const bench = useSandbox();
const { trivet, json, clear } = bench;
/** Without reading the evaluation of a change. */
const requests = () => bench.requests().filter(({ path }) => !path.endsWith('/evaluations'));
const file = useFolder();

// A receipt reads the state before and after a change.
const lastBody = (): unknown => requests().findLast(({ method }) => method !== 'GET')?.body;
const queryOf = (index: number): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(requests().at(index)?.query ?? ''));

/** Waits until the deployment of the current version, not of the one before, has succeeded. */
const deployed = (job: string): Promise<unknown> =>
  eventually(
    async () => {
      const version = (await trivet(`job show ${job} --field Version`)).stdout;
      const { stdout } = await trivet(`job deployment ${job} -o json --query "[JobVersion, Status]"`);
      return [version, JSON.parse(stdout)];
    },
    ([version, found]) => Array.isArray(found) && String(found[0]) === version && found[1] === 'successful',
  );

beforeAll(async () => {
  await trivet(`job register ${file('web.hcl', serviceFile('web'))}`);
  await trivet(`job register ${file('mailer.hcl', batchFile('mailer', parameterized))}`);
  await trivet(`job register ${file('daily.hcl', batchFile('daily', periodic))}`);
  await deployed('web');
});

test('dispatch sends meta, prefix and payload bytes, and always an idempotency token', async () => {
  const payload = Buffer.from([0, 255, 10, 200]);
  clear();
  const result = await trivet(
    'job dispatch mailer --meta to=a=b --id-prefix-template invoice --payload - -o name',
    {
      stdin: payload,
    },
  );
  expect(result.code).toBe(0);
  expect(result.stdout).toMatch(/^mailer\/dispatch-invoice-/);
  expect(lastBody()).toEqual({
    IdPrefixTemplate: 'invoice',
    Payload: payload.toString('base64'),
    Meta: { to: 'a=b' },
  });
  const token = queryOf(-1)['IdempotencyToken'] ?? '';
  expect(token).toMatch(/^[0-9a-f]{8}-/);
  expect(result.stderr).toContain(token);
  expect((await trivet(`job show ${result.stdout.trim()} --field Payload`)).stdout).toBe(
    payload.toString('base64'),
  );
});

test('an idempotency token that is sent again gives the same instance, and a conflict with other meta', async () => {
  const line = 'job dispatch mailer --idempotency-token once -o name --meta';
  const first = await trivet(`${line} to=a`);
  const again = await trivet(`${line} to=a`);
  expect(again).toMatchObject({ code: 0, stdout: first.stdout });
  expect(again.stderr).toContain('used before');
  const other = await trivet(`${line} to=b`);
  expect(other).toMatchObject({ code: 6, stdout: '' });
  expect(other.stderr).toContain(first.stdout.trim());
});

test('the payload is measured before it is sent: 65536 bytes, 16384 on Nomad', async () => {
  const most = file('most', 'x'.repeat(65_536));
  const more = file('more', 'x'.repeat(65_537));
  expect((await trivet(`job dispatch mailer --meta to=a --payload @${most}`)).code).toBe(0);
  clear();
  const refused = await trivet(`job dispatch mailer --meta to=a --payload @${more}`);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('65536');
  const small = file('small', 'x'.repeat(16_385));
  const nomad = await trivet(`job dispatch mailer --meta to=a --payload @${small} --product nomad`);
  expect(nomad.code).toBe(2);
  expect(nomad.stderr).toContain('16 KiB');
  expect(requests()).toEqual([]);
});

test('dispatch is refused for a job that is not parameterized, and without its meta', async () => {
  expect(await trivet('job dispatch web')).toMatchObject({ stdout: '' });
  const plain = await trivet('job dispatch web');
  expect(plain.code).not.toBe(0);
  expect(plain.stderr).toMatch(/Only a job with a parameterized block can be dispatched/);
  expect((await trivet('job dispatch mailer')).code).not.toBe(0);
});

test('periodic force starts an instance and says how to list the instances', async () => {
  const result = await trivet('job periodic force daily');
  expect(result.code).toBe(0);
  expect(result.stderr).toContain('trivet job list --prefix daily/periodic-');
  expect(requests().at(-1)).toMatchObject({
    method: 'POST',
    path: '/v1/job/daily/periodic/force',
    body: undefined,
  });
  expect((await trivet('job list --prefix daily/periodic- -o name')).stdout).toMatch(
    /^daily\/periodic-\d+\n$/,
  );
  expect((await trivet('job periodic force web')).code).not.toBe(0);
});

test('periodic force of a job that is stopped is refused, and leaves no open receipt', async () => {
  await trivet(`job register ${file('nightly.hcl', batchFile('nightly', periodic))}`);
  await trivet('job stop nightly --yes');
  const { code, stderr } = await trivet('job periodic force nightly');
  expect([code, stderr]).toEqual([1, expect.stringContaining("can't force run non-tracked job")]);
  expect(stderr).toContain('To start a stopped one: trivet job start nightly\n');
  expect(stderr).toContain('Nothing was changed.');
  expect((await trivet('changes --where state=open -o name')).stdout).toBe('');
});

test('scale sends group, count, message and meta, with a default message', async () => {
  expect(
    (await trivet(`job scale web app 2 --message why --meta '{"by":"me"}' --policy-override`)).code,
  ).toBe(0);
  expect(lastBody()).toEqual({
    Target: { Group: 'app' },
    Count: 2,
    Message: 'why',
    Meta: { by: 'me' },
    PolicyOverride: true,
  });
  await deployed('web');
  const silent = await trivet('job scale web app 1 -o json');
  expect(silent.code).toBe(0);
  expect(lastBody()).toEqual({ Target: { Group: 'app' }, Count: 1, Message: 'scaled with trivet' });
  const reply = JSON.parse(silent.stdout) as Record<string, unknown>;
  expect(reply).toMatchObject({ EvalID: expect.any(String), EvalCreateIndex: expect.any(Number) });
  expect((await trivet('job scale-status web --query "TaskGroups.app.Events[0].Message"')).stdout).toContain(
    'scaled with trivet',
  );
});

test('scale without a count, a message and an error is refused before anything is sent', async () => {
  clear();
  const result = await trivet('job scale web app');
  expect(result).toMatchObject({ code: 2, stdout: '' });
  expect(result.stderr).toContain('<count>');
  expect(requests()).toEqual([]);
});

test('scale to less than nothing is refused before anything is sent, with and without a group', async () => {
  clear();
  for (const line of ['job scale web app -1', 'job scale web -1']) {
    const { code, stderr } = await trivet(line);
    expect([line, code, stderr]).toEqual([line, 2, expect.stringContaining('must be at least 0, not -1')]);
  }
  expect(requests()).toEqual([]);
});

test('scale without a group scales the only one of the job', async () => {
  await deployed('web');
  const { code, stdout } = await trivet('job scale web 1 --message why');
  expect([code, stdout]).toEqual([0, expect.stringContaining('EvalID')]);
  expect(lastBody()).toEqual({ Target: { Group: 'app' }, Count: 1, Message: 'why' });
  await deployed('web');
  clear();
  const dry = await trivet('job scale web 2 --dry-run');
  expect([dry.code, requests()]).toEqual([2, []]);
  expect(dry.stderr).toContain('give the task group');
});

test('scale without a group is refused where the job has several, or one that is named like the count', async () => {
  const jobOf = (...names: readonly string[]) => ({ ID: 'x', TaskGroups: names.map((Name) => ({ Name })) });
  const scaling = async (job: object) => {
    const { env, received } = await smallServer(() => ({ body: job }));
    const result = await runCli(words('job scale x 3'), { env });
    return { ...result, changes: received.filter(({ method }) => method !== 'GET') };
  };
  const several = await scaling(jobOf('app', 'the db'));
  expect(several).toMatchObject({ code: 2, changes: [] });
  expect(several.stderr).toContain("job x has 2 task groups: give one of app, 'the db'");
  expect(await scaling(jobOf())).toMatchObject({ code: 2, changes: [] });
  const same = await scaling(jobOf('3'));
  expect(same).toMatchObject({ code: 2, changes: [] });
  expect(same.stderr).toContain('the task group of job x is named 3');
});

test('scale with an error and no count records only the event', async () => {
  await deployed('web');
  const before = (await trivet('job show web --field Version')).stdout;
  const result = await trivet('job scale web app --error "quota is used up"');
  expect(result.code).toBe(0);
  expect(lastBody()).toEqual({ Target: { Group: 'app' }, Error: 'quota is used up' });
  expect((await trivet('job show web --field Version')).stdout).toBe(before);
});

test('an error is sent to Nomad as true, with its text as the message', async () => {
  const { env, received } = await smallServer(() => ({ body: { EvalID: '', JobModifyIndex: 1 } }));
  expect((await runCli(['job', 'scale', 'web', 'app', '--error', 'no room'], { env })).code).toBe(0);
  expect(JSON.parse(received.find(({ method }) => method === 'POST')?.body ?? '')).toEqual({
    Target: { Group: 'app' },
    Error: true,
    Message: 'no room',
  });
});

test('scale during an active deployment is a conflict, and the hint says to wait', async () => {
  const slow = serviceFile('slow').replace('min_healthy_time = "0s"', 'min_healthy_time = "20s"');
  await trivet(`job register ${file('slow.hcl', slow)}`);
  await eventually(
    async () => (await trivet('job deployment slow --field Status')).stdout,
    (status) => status === 'running',
  );
  const result = await trivet('job scale slow app 2');
  expect(result).toMatchObject({ code: 6, stdout: '' });
  expect(result.stderr).toContain('trivet job deployment');
});

test('an error about a soft-mandatory policy names the flag that bypasses it', async () => {
  const { env } = await smallServer(() => ({ status: 403, body: 'denied by soft-mandatory policy "cost"' }));
  for (const line of [
    ['job', 'register', '-'],
    ['job', 'scale', 'web', 'app', '3'],
  ]) {
    const result = await runCli(line, { env, stdin: '{"ID":"web"}' });
    expect(result.code).toBe(4);
    expect(result.stderr).toContain('--policy-override');
  }
});

test('revert registers an earlier version, and only if the current one is the version that is given', async () => {
  const path = file('back.hcl', serviceFile('back'));
  await trivet(`job register ${path}`);
  await trivet(`job register ${path} --var color=red`);
  const stale = await trivet('job revert back 0 --enforce-prior-version 0');
  expect(stale.code).toBe(6);
  expect(lastBody()).toMatchObject({ JobID: 'back', JobVersion: 0, EnforcePriorVersion: 0 });
  expect((await trivet('job revert back 0 --enforce-prior-version 1')).code).toBe(0);
  expect(await json('job show back --query "[Version, TaskGroups[0].Tasks[0].Env.COLOR]"')).toEqual([
    2,
    'blue',
  ]);
  expect((await trivet('job revert back 99')).code).toBe(5);
});

test('tokens of a revert are never literal, never shown, and sent under their documented names', async () => {
  const literal = await trivet('job revert back 1 --mesh-token hunter2');
  expect(literal.code).toBe(2);
  expect(literal.stderr).not.toContain('hunter2');
  const dry = await trivet('job revert back 1 --mesh-token env:MESH --secrets-token env:SECRETS --dry-run', {
    env: { MESH: 'mesh-canary', SECRETS: 'secrets-canary' },
  });
  expect(dry.stdout).toContain('MeshToken');
  expect(dry.stdout).toContain('SecretsToken');
  expect(dry.stdout).not.toContain('canary');
});

test('stable marks a version, --no-stable removes the mark', async () => {
  const version = (await trivet('job show web --field Version')).stdout;
  expect((await trivet(`job stable web ${version} --no-stable`)).code).toBe(0);
  expect(lastBody()).toEqual({ JobID: 'web', JobVersion: Number(version), Stable: false });
  expect((await trivet('job show web --field Stable')).stdout).toBe('false');
  expect((await trivet(`job stable web ${version}`)).code).toBe(0);
  expect(lastBody()).toMatchObject({ Stable: true });
  expect((await trivet('job show web --field Stable')).stdout).toBe('true');
});

test('an earlier version is marked only with --force', async () => {
  const path = file('marked.hcl', serviceFile('marked'));
  await trivet(`job register ${path}`);
  await trivet(`job register ${path} --var color=red`);
  clear();
  const refused = await trivet('job stable marked 0');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('trivet job revert marked 0');
  expect(requests().map(({ method }) => method)).toEqual(['GET']);
  expect((await trivet('job show marked --field Version')).stdout).toBe('1');

  const { env, received } = await smallServer((request) =>
    request.method === 'GET' ? { body: { ID: 'web', Version: 4 } } : { body: { Index: 9 } },
  );
  const guarded = await runCli(['job', 'stable', 'web', '2'], { env });
  expect(guarded.code).toBe(1);
  expect(guarded.stderr).toContain('trivet job revert web 2');
  expect(received.map(({ method }) => method)).toEqual(['GET']);
  expect((await runCli(['job', 'stable', 'web', '4'], { env })).code).toBe(0);
  expect((await runCli(['job', 'stable', 'web', '2', '--force'], { env })).code).toBe(0);
  expect(received.filter(({ method }) => method === 'POST')).toHaveLength(2);
});

test('evaluate always sends the JobID, with ForceReschedule inside EvalOptions', async () => {
  expect((await trivet('job evaluate web')).code).toBe(0);
  expect(lastBody()).toEqual({ JobID: 'web' });
  expect((await trivet('job evaluate web --force-reschedule')).code).toBe(0);
  expect(lastBody()).toEqual({ JobID: 'web', EvalOptions: { ForceReschedule: true } });
});

test('stop reads first, asks, and sends its flags in the query', async () => {
  await trivet(`job register ${file('gone.hcl', serviceFile('gone'))}`);
  clear();
  expect((await trivet('job stop gone')).code).toBe(2);
  expect(requests()).toEqual([]);
  expect((await trivet('job stop nosuch --yes')).code).toBe(5);
  // Reads the job, the list of every namespace for its name, and that of its own for similar names.
  expect(requests().map(({ method, path }) => [method, path])).toEqual([
    ['GET', '/v1/job/nosuch'],
    ['GET', '/v1/jobs'],
    ['GET', '/v1/jobs'],
  ]);
  expect(queryOf(1)).toMatchObject({ namespace: '*', prefix: 'nosuch' });
  expect(queryOf(2)['namespace']).not.toBe('*');
  const stopped = await trivet('job stop gone --yes --eval-priority 80 --no-shutdown-delay');
  expect(stopped.code).toBe(0);
  expect(requests().at(-1)).toMatchObject({ method: 'DELETE', path: '/v1/job/gone' });
  expect(queryOf(-1)).toEqual({ eval_priority: '80', no_shutdown_delay: 'true' });
  expect((await trivet('job show gone --field Stop')).stdout).toBe('true');
  await eventually(
    async () => (await trivet('job show gone --field Status')).stdout,
    (status) => status === 'dead',
  );
});

test('purge and global ask for the name, and a purged job is gone', async () => {
  await trivet(`job register ${file('purged.hcl', serviceFile('purged'))}`);
  clear();
  expect((await trivet('job stop purged --purge --yes')).code).toBe(2);
  expect((await trivet('job stop purged --purge --confirm other')).code).toBe(2);
  expect((await trivet('job stop purged --global --yes')).code).toBe(2);
  expect(requests()).toEqual([]);
  expect((await trivet('job stop purged --purge --global --confirm purged')).code).toBe(0);
  expect(queryOf(-1)).toEqual({ global: 'true', purge: 'true' });
  expect((await trivet('job show purged')).code).toBe(5);
});

test('a lost reply of a registration is an unknown outcome with its look-up command', async () => {
  const { env, received } = await smallServer(() => undefined);
  const result = await runCli(['job', 'register', '-', '--timeout', '300ms'], { env, stdin: '{"ID":"web"}' });
  expect(result.code).toBe(9);
  expect(result.stderr).toContain('trivet job show web');
  expect(received.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('too many connections are reported, with the reason', async () => {
  const { env } = await smallServer(() => ({
    status: 429,
    body: 'Your IP is issuing too many concurrent connections, please rate limit your calls',
  }));
  const result = await runCli(['job', 'show', 'web', '--timeout', '20s'], { env });
  expect(result.code).toBe(7);
  expect(result.stderr).toContain('100 connections');
});
