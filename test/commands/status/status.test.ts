/** Tests `trivet status`: what needs attention in all services, and that a failed read becomes a row. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answering } from '../../support/answering.ts';
import type { Answer } from '../../support/fake-server.ts';
import { runCli, words } from '../../support/run-cli.ts';
import { environmentOf, useSandbox } from '../../support/sandbox.ts';
import { secretsServer, smallServer } from '../../support/small-server.ts';
import { make } from '../pki/authority-maker.ts';

const bench = useSandbox({ fresh: true });
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-status-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const acme = { TRIVET_ORGANIZATION: 'acme' };
/** A run with only these services configured. */
const withOnly = (services: readonly string[], line: string, more: Readonly<Record<string, string>> = {}) => {
  const all = Object.entries(environmentOf(bench.sandbox()));
  const left = all.filter(([name]) => services.some((service) => name.includes(`_${service}_`)));
  return runCli(words(line), { env: { ...Object.fromEntries(left), ...more } });
};

interface Row {
  readonly service: string;
  readonly kind: string;
  readonly name: string;
  readonly scope: string;
  readonly state: string;
  readonly detail: string;
  readonly attention: boolean;
}
const rowsIn = (stdout: string): readonly Row[] => (JSON.parse(stdout) as { rows: readonly Row[] }).rows;
const status = async (more = '', env: Readonly<Record<string, string>> = acme): Promise<readonly Row[]> =>
  rowsIn((await bench.trivet(`status -o json ${more}`, { env })).stdout);

test('shows locks with holders, jobs that fail or are not placed, and deployments', async () => {
  const rows = await status();
  expect(rows).toContainEqual({
    service: 'workspaces',
    kind: 'lock',
    name: 'dns-prod',
    scope: 'acme',
    state: 'locked',
    detail: 'by user owner: Zone migration',
    attention: false,
    about: { kind: 'workspace', name: 'acme/dns-prod', flags: {} },
  });
  expect(rows.find(({ name, kind }) => name === 'huge' && kind === 'job')).toMatchObject({
    state: 'pending',
    attention: true,
  });
  expect(rows.find(({ name }) => name === 'broken')).toMatchObject({ state: 'failed', attention: true });
  expect(rows.find(({ kind }) => kind === 'deployment')).toMatchObject({ detail: 'app 0/1 healthy' });
  const order = rows.map(({ attention }) => attention);
  expect(order).toEqual(order.toSorted((a, b) => Number(b) - Number(a)));
});

test('shows accounts that are checked out, and a CA that expires soon', async () => {
  await bench.trivet('ldap library check-out team/ops --reveal');
  expect(await status()).toContainEqual(
    expect.objectContaining({ kind: 'account', name: 'svc-ops-1', scope: 'ldap/team/ops', attention: false }),
  );
  expect((await status()).some(({ kind }) => kind === 'ca')).toBe(false);
  const [ca] = (await status('--expires-within 100000d')).filter(({ kind }) => kind === 'ca');
  expect(ca).toMatchObject({ service: 'secrets', scope: 'pki', state: 'expires', attention: true });
});

test('shows certificates of the latest inventory that are due', async () => {
  const env = { ...acme, TRIVET_CONFIG_DIR: join(folder, 'config') };
  await bench.trivet('pki issue web --common-name soon.example.com --ttl 10h -o json', { env });
  const certificates = async () =>
    (await status('--expires-within 1d', env)).filter(({ kind }) => kind === 'certificate');
  // It does not know, and says so.
  expect(await certificates()).toEqual([
    {
      service: 'secrets',
      kind: 'certificate',
      name: 'pki',
      scope: 'pki',
      state: 'unknown',
      detail: 'no inventory of this mount: trivet pki inventory --mount pki',
      attention: true,
    },
  ]);
  await bench.trivet('pki inventory', { env });
  expect((await certificates()).some(({ state }) => state === 'unknown')).toBe(false);
  expect((await certificates()).filter(({ name }) => name === 'soon.example.com')).toEqual([
    expect.objectContaining({ name: 'soon.example.com', scope: 'pki', state: 'expires', attention: true }),
  ]);
  // A later inventory replaces it.
  await bench.trivet('pki issue web --common-name soon.example.com --ttl 60h -o json', { env });
  await bench.trivet('pki inventory', { env });
  expect((await certificates()).some(({ name }) => name === 'soon.example.com')).toBe(false);
});

test('only reads are sent', async () => {
  bench.clear();
  await status();
  expect(new Set(bench.requests().map(({ method }) => method))).toEqual(new Set(['GET', 'LIST']));
  expect(bench.requests().some(({ path }) => path.includes('/creds/'))).toBe(false);
});

test('exits 11 with --detailed-exitcode if anything needs attention, and otherwise 0', async () => {
  expect((await bench.trivet('status', { env: acme })).code).toBe(0);
  expect((await bench.trivet('status --detailed-exitcode', { env: acme })).code).toBe(11);
});

test('shows a row for a service that is down, and one for a read that the token is not allowed to make', async () => {
  const away = { ...acme, TRIVET_SECRETS_URL: 'http://127.0.0.1:9/v1' };
  const down = (await status('', away)).filter(({ service }) => service === 'secrets');
  expect(down).toEqual([expect.objectContaining({ kind: 'service', state: 'unreachable', attention: true })]);
  const unknown = await status('', { ...acme, TRIVET_JOBS_TOKEN: 'nobody' });
  expect(unknown.filter(({ service }) => service === 'jobs')).toEqual([
    expect.objectContaining({ kind: 'service', state: 'denied', attention: true }),
  ]);
  expect(unknown.some(({ service }) => service === 'workspaces')).toBe(true);
});

test('does not report a mistake in the settings as an unreachable server', async () => {
  const rows = await status('', { ...acme, TRIVET_WORKSPACES_TOKEN: '' });
  expect(rows.filter(({ service }) => service === 'workspaces')).toEqual([
    expect.objectContaining({ kind: 'service', state: 'misconfigured', attention: true }),
  ]);
});

test('of a profile that does not exist, exits 3', async () => {
  const named = await withOnly([], 'status --profile porduction');
  expect([named.code, named.stdout, named.stderr]).toEqual([
    3,
    '',
    expect.stringContaining('there is no profile "porduction" (--profile)'),
  ]);
});

test('exits 4 if every token is refused, with the rows; and 11 with --detailed-exitcode', async () => {
  const refused = {
    TRIVET_JOBS_TOKEN: 'nobody',
    TRIVET_SECRETS_TOKEN: 'nobody',
    TRIVET_WORKSPACES_TOKEN: 'nobody',
  };
  const env = { ...acme, ...refused };
  const { code, stdout, stderr } = await bench.trivet('status -o json', { env });
  expect([code, stderr]).toEqual([4, expect.stringContaining('nothing could be read')]);
  expect(new Set(rowsIn(stdout).map(({ service }) => service)).size).toBe(3);
  expect((await bench.trivet('status --detailed-exitcode', { env })).code).toBe(11);
  const one = await bench.trivet('status', { env: { ...acme, TRIVET_JOBS_TOKEN: 'nobody' } });
  expect(one.code).toBe(0);
  // Without an organization nothing of the workspaces is asked for, so nothing could be read.
  const unasked = await withOnly(['SECRETS', 'JOBS', 'WORKSPACES'], 'status', refused);
  expect([unasked.code, unasked.stdout]).toEqual([4, expect.stringContaining('not asked')]);
  const alone = await withOnly(['WORKSPACES'], 'status');
  expect(alone.code).toBe(0);
});

test('leaves out services that are not configured, and exits 3 without any', async () => {
  const only = await withOnly(['WORKSPACES'], 'status -o json', acme);
  expect(new Set(rowsIn(only.stdout).map(({ service }) => service))).toEqual(new Set(['workspaces']));
  expect((await withOnly([], 'status')).code).toBe(3);
});

test('reads the mounts of the profile, and shows a row for one that does not exist', async () => {
  const env = { TRIVET_CONFIG_DIR: join(folder, 'config'), MY_TOKEN: bench.sandbox().token };
  const run = (line: string) => withOnly([], line, env);
  const set = await run(
    `profile set p --secrets-url ${bench.sandbox().urls.secrets} --secrets-product documented ` +
      '--secrets-token-from env:MY_TOKEN --pki-mount pki --pki-mount pki_int,pki_gone',
  );
  expect({ code: set.code, stderr: set.stderr }).toMatchObject({ code: 0 });
  expect((await run('profile show p --field secrets.mounts.pki')).stdout).toBe('pki\npki_int\npki_gone');
  const rows = rowsIn((await run('status -o json --expires-within 100000d --profile p')).stdout);
  expect(rows.filter(({ kind }) => kind === 'ca').map(({ scope }) => scope)).toContain('pki');
  expect(rows.filter(({ scope }) => scope === 'pki_gone')).toEqual([
    expect.objectContaining({ kind: 'service', state: 'not found', attention: true }),
  ]);
  expect((await run('pki role list --profile p')).code).toBe(0);
});

/** One fake server for all three services. */
const against = (answers: Readonly<Record<string, Answer>>) =>
  answering(
    'status -o json',
    (origin) => ({
      TRIVET_WORKSPACES_URL: `${origin}/api/v2`,
      TRIVET_WORKSPACES_TOKEN: 'the-token',
      TRIVET_WORKSPACES_PRODUCT: 'terraform-enterprise',
      TRIVET_ORGANIZATION: 'acme',
      TRIVET_JOBS_URL: origin,
      TRIVET_JOBS_TOKEN: 'the-token',
      TRIVET_JOBS_PRODUCT: 'nomad',
      TRIVET_SECRETS_URL: `${origin}/v1`,
      TRIVET_SECRETS_TOKEN: 'the-token',
      TRIVET_SECRETS_PRODUCT: 'openbao',
    }),
    ({ path }) => {
      const found = answers[path] ?? { status: 404, body: { errors: ['no handler for route'] } };
      return { headers: { 'content-type': 'application/json' }, ...found };
    },
  );

const run = (id: string, state: string) => ({
  type: 'runs',
  id,
  attributes: { status: state, message: `message of ${id}` },
});
const workspace = (name: string, id: string, more: object = {}) => ({
  id: `ws-${name}`,
  type: 'workspaces',
  attributes: { name, locked: false, ...more },
  relationships: { 'current-run': { data: { type: 'runs', id } } },
});
const job = (ID: string, more: object = {}) => ({
  ID,
  Name: ID,
  Namespace: 'default',
  Type: 'service',
  Status: 'running',
  Stop: false,
  Periodic: false,
  ParameterizedJob: false,
  JobSummary: { Summary: { app: { Running: 1 } } },
  ...more,
});
const deployed = (JobID: string, Status: string, group: object = {}) => ({
  ID: `d-${JobID}`,
  JobID,
  Namespace: 'default',
  Status,
  StatusDescription: `it is ${Status}`,
  TaskGroups: { app: group },
});
const placed = (JobID: string, ClientStatus: string, more: object = {}) => ({
  ID: `a-${JobID}`,
  Name: `${JobID}.app[0]`,
  JobID,
  Namespace: 'default',
  TaskGroup: 'app',
  DesiredStatus: 'run',
  ClientStatus,
  ...more,
});

test('shows failed and waiting runs, waiting canaries, failed deployments, and tidies', async () => {
  const { stdout } = await against({
    '/api/v2/organizations/acme/workspaces': {
      body: {
        data: [
          workspace('broken', 'run-1'),
          workspace('waits', 'run-2'),
          workspace('by-itself', 'run-2', { 'auto-apply': true }),
          workspace('fine', 'run-3'),
        ],
        included: [run('run-1', 'errored'), run('run-2', 'planned'), run('run-3', 'applied')],
        meta: { pagination: { 'current-page': 1, 'total-pages': 1 } },
      },
    },
    '/v1/jobs': {
      body: [
        job('canary'),
        job('bad'),
        job('good'),
        job('failing', { JobSummary: { Summary: { app: { Failed: 3 } } } }),
      ],
    },
    '/v1/deployments': {
      body: [
        deployed('canary', 'running', { DesiredCanaries: 1, HealthyAllocs: 1, DesiredTotal: 1 }),
        deployed('bad', 'failed', { DesiredTotal: 1 }),
        deployed('good', 'successful', { DesiredTotal: 1 }),
      ],
    },
    '/v1/allocations': {
      body: [
        ...['canary', 'bad', 'good'].map((name) => placed(name, 'running')),
        placed('failing', 'failed', { FollowupEvalID: 'e1' }),
      ],
    },
    '/v1/evaluations': {
      body: [
        {
          ID: 'e1',
          JobID: 'failing',
          Namespace: 'default',
          Status: 'pending',
          WaitUntil: '2031-01-01T00:00:00Z',
        },
      ],
    },
    '/v1/pki/ca': { status: 204 },
    '/v1/pki/tidy-status': { body: { data: { state: 'Error', error: 'it broke' } } },
  });
  const rows = rowsIn(stdout).map(({ kind, name, state, detail, attention }) => [
    kind,
    name,
    state,
    detail,
    attention,
  ]);
  expect(rows).toEqual([
    ['run', 'broken', 'errored', 'message of run-1', true],
    ['run', 'waits', 'planned', 'message of run-2', true],
    ['tidy', 'pki', 'failed', 'it broke', true],
    ['certificate', 'pki', 'unknown', 'no inventory of this mount: trivet pki inventory --mount pki', true],
    [
      'job',
      'failing',
      'failing',
      'app 0/1 running: allocation a-failin: failed; it will be rescheduled at 2031-01-01T00:00:00Z',
      true,
    ],
    ['deployment', 'canary', 'awaits promotion', 'app 1/1 healthy, not promoted', true],
    ['deployment', 'bad', 'failed', '"it is failed"', true],
  ]);
});

/** A server of jobs only. */
const jobsAt = (answers: Readonly<Record<string, Answer>>, line = 'status -o json') =>
  answering(
    line,
    (origin) => ({ TRIVET_JOBS_URL: origin, TRIVET_JOBS_TOKEN: 'the-token', TRIVET_JOBS_PRODUCT: 'nomad' }),
    ({ path, query }) => {
      const { body, ...rest } = answers[path] ?? { status: 403, body: 'Permission denied' };
      const start = Number(query['next_token'] ?? '0');
      const size = Number(query['per_page'] ?? '0');
      if (!Array.isArray(body) || size === 0) return { ...rest, body };
      const more = start + size < body.length;
      return {
        ...rest,
        headers: {
          'content-type': 'application/json',
          ...(more ? { 'X-Nomad-NextToken': String(start + size) } : {}),
        },
        body: body.slice(start, start + size) as unknown[],
      };
    },
  );

test('shows a group that is down beside one that runs, with since when and the verdict on each', async () => {
  const failed = (index: number) =>
    placed('shop', 'failed', {
      ID: `aaaaaaaa-${index}`,
      Name: `shop.checkout[${index}]`,
      TaskGroup: 'checkout',
      DeploymentStatus: { Healthy: true },
      ModifyTime: 1_795_440_487_000_000_000 + index * 1e9,
    });
  const { stdout } = await jobsAt({
    '/v1/jobs': {
      body: [job('shop', { JobSummary: { Summary: { checkout: { Failed: 2 }, exporter: { Running: 1 } } } })],
    },
    '/v1/deployments': {
      body: [
        {
          ...deployed('shop', 'successful'),
          TaskGroups: { checkout: { DesiredTotal: 2 }, exporter: { DesiredTotal: 1 } },
        },
      ],
    },
    '/v1/allocations': { body: [failed(0), failed(1), placed('shop', 'running', { TaskGroup: 'exporter' })] },
    '/v1/evaluations': { body: [] },
  });
  expect(rowsIn(stdout)).toEqual([
    {
      service: 'jobs',
      about: { kind: 'job', name: 'shop', flags: { namespace: 'default' } },
      kind: 'job',
      name: 'shop',
      scope: 'default',
      state: 'failed',
      detail: 'checkout 0/2 running: allocation aaaaaaaa: failed',
      attention: true,
      since: '2026-11-23T13:28:07Z',
      restarts: 0,
      groups: [
        expect.objectContaining({ group: 'checkout', state: 'failed', running: 0, wanted: 2 }),
        expect.objectContaining({ group: 'exporter', state: 'running', attention: false, since: null }),
      ],
    },
  ]);
});

/** Runs since ten minutes, with these tasks. */
const withTasks = (JobID: string, states: Readonly<Record<string, string>>) =>
  placed(JobID, 'running', {
    JobType: 'service',
    JobVersion: 0,
    CreateTime: (Date.now() - 600_000) * 1e6,
    TaskStates: Object.fromEntries(Object.entries(states).map(([task, State]) => [task, { State }])),
  });
const TaskLifecycles = {
  main: null,
  before: { Hook: 'prestart', Sidecar: false },
  after: { Hook: 'poststop', Sidecar: false },
};
/** `status` against a server with these allocations. */
const jobsWith = async (allocations: readonly { readonly JobID: string }[]) => {
  const { env, received } = await smallServer(({ path, query }) => {
    if (path === '/v1/jobs') return { body: allocations.map(({ JobID }) => job(JobID)) };
    if (path !== '/v1/allocations') return { body: [] };
    const isWhole = query['resources'] === 'true';
    return {
      body: allocations.map((one) => (isWhole ? { ...one, AllocatedResources: { TaskLifecycles } } : one)),
    };
  });
  return { ...(await runCli(words('status -o json'), { env })), received };
};

test('shows a job whose main task waits for a prestart task, and asks for hooks only where they decide', async () => {
  const { stdout, received } = await jobsWith([
    withTasks('hangs', { main: 'pending', before: 'running' }),
    withTasks('fine', { main: 'running', after: 'pending' }),
    withTasks('plain', { main: 'running' }),
  ]);
  const asked = received.filter(({ path }) => path === '/v1/allocations').map(({ query }) => query);
  expect(asked.map((query) => [query['filter'], query['resources']])).toEqual([
    [expect.stringContaining('DesiredStatus'), undefined],
    ['ID == "a-hangs" or ID == "a-fine"', 'true'],
  ]);
  expect(rowsIn(stdout)).toEqual([
    expect.objectContaining({
      name: 'hangs',
      state: 'starting',
      detail: 'app 1/1 running: main waits for before',
      attention: true,
    }),
  ]);
});

test('reads no hooks where each task of a running allocation runs or has ended', async () => {
  const { stdout, received } = await jobsWith([withTasks('fine', { main: 'running', before: 'dead' })]);
  expect(received.filter(({ path }) => path === '/v1/allocations')).toHaveLength(1);
  expect(rowsIn(stdout)).toEqual([]);
});

test('with a token that may only list jobs, shows one row for all of them, and judges by the counts', async () => {
  const names = Array.from({ length: 30 }, (_, number) => `job-${number}`);
  const { stdout, asked, code } = await jobsAt({
    '/v1/jobs': {
      body: [
        ...names.map((name) => job(name)),
        job('half', { JobSummary: { Summary: { good: { Running: 2 }, bad: { Failed: 2 } } } }),
      ],
    },
  });
  expect(code).toBe(0);
  expect(rowsIn(stdout).map(({ kind, name, state, detail }) => [kind, name, state, detail])).toEqual([
    [
      'service',
      'allocations',
      'denied',
      'permission denied for GET /v1/allocations; jobs are judged by their counts',
    ],
    ['job', 'half', 'failing', 'bad: 2 failed, 0 starting, none running'],
  ]);
  expect(asked).toHaveLength(5);
});

test('sends at most 12 requests for 2,000 jobs', async () => {
  const names = Array.from({ length: 2000 }, (_, number) => `job-${number}`);
  const { stdout, asked } = await jobsAt({
    '/v1/jobs': { body: names.map((name) => job(name)) },
    '/v1/deployments': { body: names.map((name) => deployed(name, 'successful')) },
    '/v1/allocations': {
      body: names.flatMap((name) =>
        [0, 1, 2].map((number) => placed(name, 'running', { ID: `${name}-${number}` })),
      ),
    },
    '/v1/evaluations': { body: [] },
  });
  expect(rowsIn(stdout)).toEqual([]);
  expect(asked.length).toBeLessThanOrEqual(12);
});

test('a job with an ID that no request can name hides nothing about the others', async () => {
  const odd = job('../../etc/x', { Status: 'dead', JobSummary: { Summary: { app: {} } } });
  const { stdout } = await jobsAt({
    '/v1/jobs': { body: [odd, job('seen')] },
    '/v1/deployments': { body: [] },
    '/v1/allocations': { body: [placed('seen', 'running')] },
    '/v1/evaluations': { body: [] },
  });
  expect(rowsIn(stdout)).toEqual([]);
});

test('says where it did not see the allocations', async () => {
  const other = { Namespace: 'other' };
  const { stdout } = await jobsAt({
    '/v1/jobs': { body: [job('seen'), job('hidden', other)] },
    '/v1/deployments': { body: [] },
    '/v1/allocations': { body: [placed('seen', 'running')] },
    '/v1/evaluations': { body: [] },
  });
  expect(rowsIn(stdout)).toEqual([
    expect.objectContaining({ kind: 'service', scope: 'other', state: 'unknown', attention: true }),
  ]);
});

test('shows a row for a CA that is not a certificate', async () => {
  const { stdout } = await against({
    '/v1/pki/ca': {
      headers: { 'content-type': 'application/pkix-cert' },
      body: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
    },
  });
  expect(rowsIn(stdout).filter(({ name }) => name === 'CA')).toEqual([
    expect.objectContaining({
      kind: 'service',
      scope: 'pki',
      state: 'unreadable',
      detail: 'the reply is not a certificate',
    }),
  ]);
});

test('with --watch prints the rows, then a line for each change, until a signal', async () => {
  const lines: string[] = [];
  let interrupt = (): void => undefined;
  const stdout = new PassThrough();
  const watched = bench.trivet('status --watch', {
    env: acme,
    world: { stdout },
    onStart: (signal) => {
      interrupt = () => signal(2);
    },
  });
  const changed = new Promise<void>((resolve) => {
    let asked = false;
    stdout.on('data', (chunk: Buffer) => {
      lines.push(...chunk.toString('utf8').trim().split('\n'));
      if (!asked) void bench.trivet('workspace lock billing --reason watched', { env: acme });
      asked = true;
      if (lines.some((line) => line.includes('watched'))) resolve();
    });
  });
  await changed;
  interrupt();
  expect((await watched).code).toBe(130);
  const rows = lines.map((line) => JSON.parse(line) as Row);
  expect(rows.filter(({ name }) => name === 'dns-prod')).toHaveLength(1);
  expect(rows.at(-1)).toMatchObject({
    kind: 'lock',
    name: 'billing',
    detail: expect.stringContaining('watched'),
  });
});

test('with --watch on a terminal draws the table', async () => {
  const drawn: string[] = [];
  let interrupt = (): void => undefined;
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: 100, rows: 40 });
  stdout.on('data', (chunk: Buffer) => {
    drawn.push(chunk.toString('utf8'));
    interrupt();
  });
  const { code } = await bench.trivet('status --watch', {
    env: acme,
    tty: true,
    world: { stdout },
    onStart: (signal) => {
      interrupt = () => signal(2);
    },
  });
  expect(code).toBe(130);
  expect(drawn[0]?.startsWith('\u001B[H\u001B[2J')).toBe(true);
  expect(drawn[0]).toContain('dns-prod');
});

test.each(['-o json', '--field name', '--detailed-exitcode', '--query rows'])(
  'with --watch %s exits 2',
  async (flag) => {
    expect((await bench.trivet(`status --watch ${flag}`, { env: acme })).code).toBe(2);
  },
);

/** On a terminal with so many columns. */
const screen = async (columns: number, line = 'status') => {
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns, rows: 40 });
  const { stderr } = await bench.trivet(line, {
    env: { ...acme, NO_COLOR: '1' },
    tty: true,
    world: { stdout },
  });
  return { text: String(stdout.read() ?? ''), stderr };
};

test('keeps the subject and its state on a narrow terminal, and drops other columns', async () => {
  await bench.trivet('workspace lock billing --reason a-reason-that-takes-some-room', { env: acme });
  const { text } = await screen(77);
  expect(text).toMatch(/^KIND +NAME +STATE +DETAIL\n/);
  expect(text).toMatch(/^lock +billing +locked +by user owner: a-reason-that-takes-some/m);
  expect((await screen(40)).text).toMatch(/^KIND +NAME +SCOPE +STATE\n/);
  expect((await screen(140)).text).toMatch(/^SERVICE +KIND +NAME +SCOPE +STATE +SINCE +DETAIL +ATTENTION\n/);
});

test('combines similar rows only on a terminal', async () => {
  for (let number = 1; number <= 5; number += 1) {
    await bench.trivet(`workspace create many-${number}`, { env: acme });
    await bench.trivet(`workspace lock many-${number} --reason work`, { env: acme });
  }
  const { text, stderr } = await screen(80);
  expect(text).toMatch(/^lock +6 workspaces +locked +dns-prod by user \S+: /m);
  expect(stderr).toContain('similar rows are combined; --all shows each one\n');
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: 100, rows: 40 });
  let interrupt = (): void => undefined;
  stdout.on('data', () => interrupt());
  const onStart = (signal: (number: 2) => void): void => {
    interrupt = () => signal(2);
  };
  const watched = await bench.trivet('status --watch', { env: acme, tty: true, world: { stdout }, onStart });
  expect(watched.stderr).toContain('similar rows are combined; --all shows each one\n');
  const every = await screen(80, 'status --all');
  expect(every.text.match(/^lock /gm)).toHaveLength(6);
  expect(every.stderr).not.toContain('--all');
  expect((await status()).filter(({ kind }) => kind === 'lock')).toHaveLength(6);
});

test('the borrower of an account is named once, and stays an ID where the token is not allowed to look it up', async () => {
  const lent = (entity: string) => ({ available: false, borrower_entity_id: entity });
  const answers: Readonly<Record<string, Answer>> = {
    '/v1/ldap/library': { status: 200, body: { data: { keys: ['ops'] } } },
    '/v1/ldap/library/ops/status': {
      status: 200,
      body: { data: { 'svc-1': lent('e-1'), 'svc-2': lent('e-1'), 'svc-3': lent('e-2') } },
    },
    '/v1/identity/entity/id/e-1': { status: 200, body: { data: { id: 'e-1', name: 'alice' } } },
    '/v1/identity/entity/id/e-2': { status: 403, body: { errors: ['permission denied'] } },
  };
  const { stdout, asked } = await answering(
    'status -o json',
    (origin) => ({
      TRIVET_SECRETS_URL: `${origin}/v1`,
      TRIVET_SECRETS_TOKEN: 'the-token',
      TRIVET_SECRETS_PRODUCT: 'openbao',
    }),
    ({ path }) => answers[path] ?? { status: 404, body: { errors: [] } },
  );
  const accounts = rowsIn(stdout).filter(({ kind }) => kind === 'account');
  expect(accounts.map(({ name, detail }) => [name, detail])).toEqual([
    ['svc-1', 'by alice'],
    ['svc-2', 'by alice'],
    ['svc-3', 'by entity e-2'],
  ]);
  expect(asked.filter(({ path }) => path.endsWith('/e-1'))).toHaveLength(1);
});

test('a job without a place waits since it was registered, whatever ends meanwhile', async () => {
  const since = async (): Promise<unknown> =>
    (await status('', {})).find(({ name, kind }) => name === 'huge' && kind === 'job');
  const before = await since();
  expect(before).toHaveProperty('since', expect.stringMatching(/Z$/));
  expect((await bench.trivet('job stop cache --yes')).code).toBe(0);
  expect(await since()).toEqual(before);
});

test.each([
  ['open', 'r2', [['UC Soon', 'expires', expect.stringMatching(/; role old uses it$/)]]],
  ['open', 'default', []],
  // The certificates are open to everyone, the roles are not.
  [
    'denied',
    'r2',
    [['UC Soon', 'expires', expect.stringMatching(/; it is not known whether roles use it$/)]],
  ],
])(
  'shows an issuer beside the default one that ends soon (rights: %s, role: %s)',
  async (rights, used, shown) => {
    const [first, second] = [
      await make({ name: 'UC Long', ca: true, until: 900 }),
      await make({ name: 'UC Soon', ca: true, until: 2 }),
    ];
    const data = (pem: string, id: string) => ({ issuer_id: id, issuer_name: id, certificate: pem });
    const open: Readonly<Record<string, unknown>> = {
      '/v1/pki/issuers': {
        keys: ['r1', 'r2'],
        key_info: { r1: { is_default: true }, r2: { is_default: false } },
      },
      '/v1/pki/issuer/r2/json': data(second.pem, 'r2'),
    };
    const guarded: Readonly<Record<string, unknown>> = {
      '/v1/pki/issuer/r2': { ...data(second.pem, 'r2'), revoked: false },
      '/v1/pki/roles': { keys: ['web', 'old'] },
      '/v1/pki/roles/web': { key_type: 'ec', allow_any_name: true, issuer_ref: 'default' },
      '/v1/pki/roles/old': { key_type: 'ec', allow_any_name: true, issuer_ref: used },
    };
    const { env } = await secretsServer(({ path }) => {
      const headers = { 'content-type': 'application/json' };
      if (path === '/v1/pki/ca')
        return {
          headers: { 'content-type': 'application/pkix-cert' },
          body: Buffer.from(first.certificate.rawData),
        };
      const found = open[path] ?? (rights === 'open' ? guarded[path] : undefined);
      return found === undefined
        ? { status: 403, headers, body: { errors: ['permission denied'] } }
        : { headers, body: { data: found } };
    });
    const rows = rowsIn((await runCli(words('status -o json'), { env })).stdout);
    const found = rows.filter(({ kind }) => kind === 'ca');
    expect(found.map(({ name, state, detail }) => [name, state, detail])).toEqual(shown);
  },
);
