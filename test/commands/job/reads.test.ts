/** Tests document 3, reads: lists and pages, one job, its state on the cluster, namespaces. */
import { expect, test } from 'vitest';
import { runCli } from '../../support/run-cli.ts';
import { useSandbox } from '../../support/sandbox.ts';
import { smallServer } from '../../support/small-server.ts';

const bench = useSandbox();
const { trivet, json, requests, clear } = bench;

const lines = (text: string): readonly string[] => text.trim().split('\n').filter(Boolean);

test('list reads every page with the token of the header', async () => {
  clear();
  const all = lines((await trivet('job list -o name')).stdout);
  const paged = lines((await trivet('job list -o name --per-page 7')).stdout);
  expect(paged).toEqual(all);
  const asked = requests().map(({ query }) => new URLSearchParams(query));
  expect(asked[0]?.get('per_page')).toBe('500');
  expect(asked.at(-1)?.get('next_token')).toMatch(/^default\./);
  expect(asked.length).toBeGreaterThan(3);
});

test('on a terminal only a service that died by itself is red', async () => {
  const summary = { Summary: { g: { Failed: 1 } } };
  const job = (ID: string, more: object) => ({
    ID,
    Type: 'service',
    Status: 'dead',
    Stop: false,
    JobSummary: summary,
    ...more,
  });
  const { env } = await smallServer(() => ({
    headers: { 'x-nomad-index': '7' },
    body: [
      job('lost', {}),
      job('stopped', { Stop: true }),
      job('done', { Type: 'batch', JobSummary: { Summary: { g: { Complete: 1 } } } }),
    ],
  }));
  const { stdout } = await runCli(['job', 'list', '--color', 'always'], { env, tty: 120 });
  const red = stdout.split('\n').filter((line) => line.includes('\u001B[31mdead'));
  expect(red.map((line) => line.split(' ')[0])).toEqual(['lost']);
});

test('a single page names the token of the next', async () => {
  const first = await trivet('job list -o name --per-page 3 --next-token default.a');
  expect(lines(first.stdout)).toHaveLength(3);
  expect(first.stderr).toMatch(/the next page: --next-token default\./);
});

test('list stops after --limit and requests no more than that', async () => {
  clear();
  expect(lines((await trivet('job list -o name --limit 4')).stdout)).toHaveLength(4);
  expect(requests().map(({ query }) => query)).toEqual([expect.stringContaining('per_page=4')]);
});

test('list is sorted by a column, over all pages and before --limit', async () => {
  const names = async (flags: string) =>
    (await trivet(`job list ${flags} -o name`)).stdout.split('\n').slice(0, -1);
  const all = (await names('')).toSorted();
  expect(await names('--sort ID')).toEqual(all);
  expect(await names('--per-page 2 --sort=-ID --limit 3')).toEqual(all.toReversed().slice(0, 3));
  const document = await json('job list --sort ID');
  expect(Array.isArray(document) && document.map((job: { ID: string }) => job.ID)).toEqual(all);
});

test('list accepts prefix, filter and meta', async () => {
  expect(lines((await trivet('job list --prefix import-0 -o name')).stdout)).toHaveLength(9);
  const batch = await json(`job list --filter 'Type == "batch" and Status == "running"'`);
  expect(batch).not.toEqual([]);
  expect(batch).toEqual(
    expect.arrayContaining([expect.objectContaining({ Type: 'batch', Status: 'running' })]),
  );
  expect(await json('job list --prefix api --meta')).toEqual([
    expect.objectContaining({ Meta: expect.anything() }),
  ]);
  const bad = await trivet("job list --filter 'Type = batch'");
  expect(bad).toMatchObject({ code: 1, stdout: '' });
});

test('list with * spans all namespaces, and each row names its own', async () => {
  const rows = lines((await trivet('job list --namespace * -o tsv')).stdout).map((line) => line.split('\t'));
  expect(new Set(rows.map(([, namespace]) => namespace))).toEqual(new Set(['default', 'batch']));
});

test('the columns of list are frozen', async () => {
  const result = await trivet('job list --prefix api', { tty: true, env: { NO_COLOR: '1' } });
  expect(result.stdout.split('\n')[0]?.split(/ {2,}/)).toEqual([
    'ID',
    'NAMESPACE',
    'TYPE',
    'PRIORITY',
    'STATUS',
    'STOPPED',
    'PARENT',
    'MODIFY INDEX',
    'SUBMITTED',
    'CHILDREN',
  ]);
});

test('* is refused for a single job, by a flag and in the environment', async () => {
  clear();
  expect(await trivet('job show api --namespace *')).toMatchObject({ code: 2, stdout: '' });
  const fromContext = await trivet('job stop api --yes', { env: { TRIVET_JOBS_NAMESPACE: '*' } });
  expect(fromContext.code).toBe(2);
  expect(fromContext.stderr).toContain('one namespace');
  expect(requests()).toEqual([]);
});

test('namespace and region are sent in the query: the flag wins over the environment, nothing by default', async () => {
  clear();
  await trivet('job show api');
  await trivet('job show api', { env: { TRIVET_JOBS_NAMESPACE: 'batch', TRIVET_JOBS_REGION: 'global' } });
  await trivet('job show api --namespace default', { env: { TRIVET_JOBS_NAMESPACE: 'batch' } });
  const shown = requests().filter(({ path }) => path === '/v1/job/api');
  expect(shown.map(({ query }) => query.replace('?', ''))).toEqual([
    '',
    'namespace=batch&region=global',
    'namespace=default',
  ]);
});

test('show prints status and type, and exact nanoseconds as JSON', async () => {
  const shown = await trivet('job show api');
  expect(shown.stdout).toMatch(/^ID\tapi$/m);
  expect(shown.stdout).toMatch(/^Status\trunning$/m);
  expect(shown.stdout).toMatch(/^Type\tservice$/m);
  expect((await trivet('job show api -o json')).stdout).toMatch(/"SubmitTime": \d{19}\b/);
  expect(await trivet('job show nosuch')).toMatchObject({ code: 5, stdout: '' });
});

test('slashes of an ID stay inside its path segment', async () => {
  clear();
  const [child = ''] = lines((await trivet('job list --prefix report/dispatch- -o name')).stdout);
  expect(child).toMatch(/^report\/dispatch-/);
  expect((await trivet(`job show ${child} --field ParentID`)).stdout).toBe('report');
  expect(requests().at(-1)?.path).toBe(`/v1/job/${encodeURIComponent(child)}`);
  for (const bad of ['..', '.', 'a/../b', '%2e%2e']) {
    clear();
    expect((await trivet(`job stop ${bad} --yes`)).code).toBe(2);
    expect(requests()).toEqual([]);
  }
});

test('an ID that ends like a route of the server is refused, with the reason', async () => {
  clear();
  const result = await trivet('job show a/plan');
  expect(result.code).toBe(2);
  expect(result.stderr).toContain('trivet job list --prefix');
  expect((await trivet('job stop a/periodic/force --yes')).code).toBe(2);
  expect(requests()).toEqual([]);
});

test('submission prints the source of a version, by default the current one', async () => {
  expect(await json('job submission api 0')).toMatchObject({
    JobID: 'api',
    Version: 0,
    Format: expect.any(String),
  });
  clear();
  expect((await trivet('job submission api')).code).toBe(0);
  expect(requests().map(({ path, query }) => [path, query.replace('?', '')])).toEqual([
    ['/v1/job/api', ''],
    ['/v1/job/api/submission', 'version=2'],
  ]);
  expect((await trivet('job submission api 99')).code).toBe(5);
});

test('versions include their diffs on request', async () => {
  clear();
  expect(lines((await trivet('job versions api')).stdout)).toHaveLength(3);
  expect(await json('job versions api --diffs')).toMatchObject({ Diffs: expect.any(Array) });
  expect(requests().map(({ query }) => query.replace('?', ''))).toEqual(['', 'diffs=true']);
  const shown = await trivet('job versions api --diffs', { tty: true });
  expect(shown.stdout).toMatch(/Version 2/);
  expect(shown.stdout).toMatch(/~.*Job "api"/);
});

test('allocations and deployments accept --all', async () => {
  clear();
  expect(lines((await trivet('job allocations api --all')).stdout).length).toBeGreaterThan(0);
  expect(lines((await trivet('job deployments api --all')).stdout).length).toBeGreaterThan(0);
  expect(requests().map(({ query }) => query.replace('?', ''))).toEqual(['all=true', 'all=true']);
});

test('evaluations, deployment, summary, scale status and actions of a job can be read', async () => {
  expect(lines((await trivet('job evaluations api')).stdout).length).toBeGreaterThan(0);
  expect((await trivet('job deployment api --field Status')).stdout).toMatch(/^[a-z]+$/);
  expect((await trivet('job summary api')).stdout).toMatch(/^web\t/m);
  expect((await trivet('job scale-status api')).stdout).toMatch(/^web\t/m);
  expect((await trivet('job actions api -o name')).stdout).toContain('greet\n');
});

test('services are read below the path without a version, as documented', async () => {
  clear();
  expect((await trivet('job services api')).stdout).toMatch(/^api-web\t/);
  expect(requests().map(({ path }) => path)).toEqual(['/job/api/services']);
});

test('a job without a deployment gives null and a note', async () => {
  const result = await trivet('job deployment import-01 -o json');
  expect(result).toMatchObject({ code: 0, stdout: 'null\n' });
});

test('an unknown job is not found even where the server replies with nothing', async () => {
  for (const verb of ['allocations', 'evaluations', 'deployments', 'deployment']) {
    const result = await trivet(`job ${verb} nosuch`);
    expect([verb, result.code, result.stdout]).toEqual([verb, 5, '']);
  }
});

test('errors of reads name the permission that the document names', async () => {
  const { env } = await smallServer(() => ({ status: 403, body: 'Permission denied' }));
  const permissions: Readonly<Record<string, string>> = {
    'job list': 'namespace:list-jobs',
    'job show x': 'namespace:read-job',
    'job versions x': 'namespace:read-job',
    'job allocations x': 'namespace:read-job',
    'job evaluations x': 'namespace:read-job',
    'job deployments x': 'namespace:read-job',
    'job deployment x': 'namespace:read-job',
    'job summary x': 'namespace:read-job',
    'job scale-status x': 'namespace:read-job-scaling or namespace:read-job',
    'job services x': 'namespace:read-job',
    'job actions x': 'namespace:read-job',
    'job parse -': 'namespace:parse-job or namespace:submit-job',
    'job dispatch x': 'namespace:dispatch-job',
    'job revert x 1': 'namespace:submit-job',
    'job stable x 1 --force': 'namespace:submit-job',
    'job evaluate x': 'namespace:submit-job',
    'job periodic force x': 'namespace:dispatch-job or namespace:submit-job',
    'job scale x app 1': 'namespace:scale-job or namespace:submit-job; namespace:policy-override',
    'job register -': 'namespace:submit-job; namespace:policy-override if PolicyOverride is set',
    'job update x -': 'namespace:submit-job; namespace:policy-override if PolicyOverride is set',
    'job plan -': 'namespace:submit-job; namespace:policy-override if PolicyOverride is set',
  };
  for (const [line, permission] of Object.entries(permissions)) {
    const result = await runCli(line.split(' '), { env, stdin: '{"ID":"x"}' });
    expect([line, result.code]).toEqual([line, 4]);
    expect(result.stderr).toContain(permission);
  }
});

test('fifty thousand jobs are read page by page', async () => {
  const pages = 100;
  let written = 0;
  const early: number[] = [];
  const row = (page: number, index: number): string =>
    `{"ID":"job-${page}-${index}","Namespace":"default","Type":"batch","Priority":50,"Status":"dead","Stop":false,"ParentID":"","JobModifyIndex":7,"SubmitTime":1795231576286108908}`;
  const { env, received } = await smallServer(({ query }) => {
    const page = Number(query['next_token'] ?? '0');
    early.push(written);
    const next = page + 1 < pages ? { 'X-Nomad-NextToken': String(page + 1) } : {};
    return {
      headers: { 'content-type': 'application/json', ...next },
      body: `[${Array.from({ length: 500 }, (_, index) => row(page, index)).join(',')}]`,
    };
  });
  const { PassThrough } = await import('node:stream');
  const stdout = new PassThrough();
  stdout.on('data', (chunk: Buffer) => {
    written += chunk.length;
  });
  const result = await runCli(['job', 'list', '-o', 'tsv'], {
    env,
    world: { stdout },
  });
  expect(result).toMatchObject({ code: 0 });
  expect(received).toHaveLength(pages);
  // A page was written before many more were requested: nothing accumulates.
  expect((early[50] ?? 0) / written).toBeGreaterThan(0.4);
});
