/** Tests `trivet status` against servers with what the sandbox does not have, and `--watch`. */
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { answering } from '../../support/answering.ts';
import type { Answer } from '../../support/fake-server.ts';
import { runCli, words } from '../../support/run-cli.ts';
import { useSandbox } from '../../support/sandbox.ts';
import { secretsServer, smallServer } from '../../support/small-server.ts';
import { make } from '../pki/authority-maker.ts';

const bench = useSandbox({ fresh: true });
const acme = { TRIVET_ORGANIZATION: 'acme' };
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
      'permission denied for GET /v1/allocations in all namespaces; jobs are judged by their counts',
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
    io: { stdout },
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
    io: { stdout },
    onStart: (signal) => {
      interrupt = () => signal(2);
    },
  });
  expect(code).toBe(130);
  expect(drawn[0]?.startsWith('\u001B[H\u001B[2J')).toBe(true);
  expect(drawn[0]).toContain('dns-prod');
});

test('with --watch on a terminal says that similar rows are combined', async () => {
  for (const name of ['billing', 'network-dev', 'network-qa', 'dns-qa', 'dns-dev'])
    await bench.trivet(`workspace lock ${name} --reason work`);
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: 100, rows: 40 });
  let interrupt = (): void => undefined;
  stdout.on('data', () => interrupt());
  const onStart = (signal: (number: 2) => void): void => {
    interrupt = () => signal(2);
  };
  const watched = await bench.trivet('status --watch', { tty: true, io: { stdout }, onStart });
  expect(watched.stderr).toContain('similar rows are combined; --all shows each one\n');
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
      '/v1/pki/issuer/r1/json': data(first.pem, 'r1'),
      '/v1/pki/issuer/r2/json': data(second.pem, 'r2'),
    };
    const guarded: Readonly<Record<string, unknown>> = {
      '/v1/pki/issuer/r1': { ...data(first.pem, 'r1'), revoked: false },
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
