/** Tests `--where` of lists against the sandbox: what is found, sent and shown. */
import { describe, expect, test } from 'vitest';
import { useSandbox } from '../../support/sandbox.ts';

const bench = useSandbox();

const names = async (line: string): Promise<readonly string[]> => {
  const { code, stdout, stderr } = await bench.trivet(`${line} -o name`);
  expect({ line, code, stderr }).toEqual({ line, code: 0, stderr: expect.any(String) });
  return stdout.split('\n').filter((name) => name !== '');
};

describe('a condition on workspaces', () => {
  test('on a tag is sent to the server, and checked in each row', async () => {
    bench.clear();
    const prod = await names('workspace list --where tag=prod');
    expect(prod).toHaveLength(15);
    expect(prod).toContain('dns-prod');
    expect(bench.requests().map(({ query }) => query)).toEqual([
      expect.stringContaining('search%5Btags%5D=prod'),
    ]);
  });

  test.each([
    ['--where tag=prod --where locked=false', 11],
    ['--where tag=prod --where tag=pci', 2],
    ['--where tag!=prod', 45],
    [`--where locked=true --where locked-reason=''`, 1],
    ['--where locked-reason~*CHG-*', 1],
    ['--where name~*-qa', 15],
    ['--where name=dns-prod', 1],
    ['--where resource-count>=50', 1],
    ['--where latest-change-at<2020-01-01', 0],
    ['--where engine-version>=1.9', 59],
    ['--where engine-version<1.6', 0],
  ])('matches %s: %i', async (where, count) => {
    expect(await names(`workspace list ${where}`)).toHaveLength(count);
  });

  test('compares times relative to now', async () => {
    const now = Date.now();
    const { stdout } = await bench.trivet('workspace list --where latest-change-at<-90d -o name', {
      now: () => now + 365 * 86_400_000,
    });
    expect(stdout.split('\n')).toHaveLength(61);
  });

  test('leaves out and counts values that are not versions', async () => {
    const { code, stderr } = await bench.trivet('workspace list --where engine-version<2 -o name');
    expect(code).toBe(0);
    expect(stderr).toContain('1 left out: engine-version is not a version that can be compared');
  });

  test("on a run's status reads it with the list", async () => {
    const { stdout, code } = await bench.trivet(
      'workspace list --where current-run.status=applied --fields name,current-run.status -o jsonl',
    );
    expect(code).toBe(0);
    const rows = stdout
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toMatchObject({ 'current-run.status': 'applied' });
  });

  test('leaves only matches in the document, and the limit counts them', async () => {
    const found = await bench.json('workspace list --where name~*-qa --limit 2');
    expect(found).toMatchObject({ data: [{ type: 'workspaces' }, { type: 'workspaces' }] });
    const { stdout } = await bench.trivet(`workspace list --where name~*-qa --query 'length(data)'`);
    expect(stdout.trim()).toBe('15');
  });

  test('works for a list that no kind has: the tags of a workspace', async () => {
    expect(await names('workspace tag list dns-prod --where name~plat*')).toEqual(['platform']);
  });
});

describe('a condition on a list of names', () => {
  test('reads each role, and no other list', async () => {
    bench.clear();
    expect(await names('pki role list --where allowed_domains=example.com')).toEqual(['web']);
    expect(bench.requests().map(({ method, path }) => `${method} ${path}`)).toEqual([
      'LIST /v1/pki/roles',
      'GET /v1/pki/roles/internal',
      'GET /v1/pki/roles/web',
    ]);
  });

  test('on the name reads nothing more', async () => {
    bench.clear();
    expect(await names('pki role list --where name~w*')).toEqual(['web']);
    expect(bench.requests()).toHaveLength(1);
  });

  test('does not read objects that another condition excludes', async () => {
    bench.clear();
    await names('pki role list --where name=web --where max_ttl>1h');
    expect(bench.requests().map(({ path }) => path)).toEqual(['/v1/pki/roles', '/v1/pki/roles/web']);
  });

  test('reports folders instead of guessing what they hold', async () => {
    const { stdout, stderr } = await bench.trivet('ldap library list --where ttl>1h -o name');
    expect(stdout.trim()).toBe('team-a');
    expect(stderr).toContain('1 folders were not looked into');
  });

  test('leaves only the matching keys in the document', async () => {
    expect(await bench.json('pki role list --where name=web')).toMatchObject({
      data: { keys: ['web'] },
    });
    expect(await bench.json('message list --where type=modal')).toMatchObject({
      data: { keys: [expect.any(String)], key_info: { [String(await messageOf('modal'))]: {} } },
    });
  });
});

const messageOf = async (type: string): Promise<string | undefined> =>
  (await names(`message list --where type=${type}`))[0];

describe('a condition on jobs', () => {
  test('with a glob on the ID is sent as a prefix', async () => {
    bench.clear();
    expect(await names('job list --where ID~import-0*')).toHaveLength(9);
    expect(bench.requests()[0]?.query).toContain('prefix=import-0');
  });

  test('reads the job for a field that only the job has', async () => {
    bench.clear();
    expect(await names('job list --where ID~w* --where Version>=0')).toEqual(['web']);
    expect(bench.requests().map(({ path }) => path)).toEqual(['/v1/jobs', '/v1/job/web']);
  });

  test('reads a job in its own namespace', async () => {
    bench.clear();
    const { stdout } = await bench.trivet(
      `job list --namespace * --where ID=crunch --where Version>=0 -o jsonl --fields ID,Namespace`,
    );
    expect(stdout).toBe('{"ID":"crunch","Namespace":"batch"}\n');
    expect(bench.requests().at(-1)).toMatchObject({ path: '/v1/job/crunch', query: 'namespace=batch' });
  });

  test.each([
    ['job allocations web --where ClientStatus=running', 1],
    ['job allocations web --where ClientStatus=lost', 0],
    [`job evaluations web --where BlockedEval=''`, 1],
    ['job versions web --where Stable=maybe', 2],
  ])('has the result: %s', async (line, least) => {
    const { code, stdout } = await bench.trivet(`${line} -o tsv`);
    if (least === 2) expect(code).toBe(2);
    else if (least === 0) expect(stdout).toBe('');
    else expect(stdout.trim().split('\n').length).toBeGreaterThanOrEqual(least);
  });
});

describe('a condition is refused before anything is sent', () => {
  test.each([
    ['workspace list --where lokced=true', 2, 'Did you mean locked?'],
    ['workspace list --where locked', 2, 'there is no operator'],
    ['workspace show dns-prod --where locked=true', 2, 'unknown flag --where'],
    ['pki cert list --where common_name=x', 2, 'unknown flag --where'],
  ])('in %s', async (line, exit, text) => {
    bench.clear();
    const { code, stderr } = await bench.trivet(line);
    expect(code).toBe(exit);
    expect(stderr).toContain(text);
    expect(bench.requests()).toEqual([]);
  });
});
