/** Changes of many objects: selected, counted, asked about once, each with a row. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { useSandbox } from '../../support/sandbox.ts';

const bench = useSandbox({ fresh: true });
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-many-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const trivet = (line: string, options: Parameters<typeof bench.trivet>[1] = {}) =>
  bench.trivet(line, { ...options, env: { TRIVET_CONFIG_DIR: folder, ...options.env } });

const changes = (): readonly string[] =>
  bench
    .requests()
    .filter(({ method }) => method !== 'GET' && method !== 'LIST')
    .map(({ method, path }) => `${method} ${path}`);

const names = (stdout: string): readonly string[] =>
  stdout
    .trim()
    .split('\n')
    .map((row) => row.split('\t')[0] ?? '')
    .sort();

const journals = (): readonly string[] => {
  try {
    return readdirSync(join(folder, 'journals'));
  } catch {
    return [];
  }
};

describe('what operators do', () => {
  test('lock all of production, and release exactly those', async () => {
    const locked = await trivet(
      'workspace lock --where tag=prod --where locked=false --reason CHG-1 --expect 11 --yes',
    );
    expect({ code: locked.code, rows: names(locked.stdout).length }).toEqual({ code: 0, rows: 11 });
    expect(changes()).toHaveLength(11);
    const released = await trivet('workspace unlock --where locked-reason=CHG-1 --expect 11 --yes');
    expect(released.code).toBe(0);
    expect(names(released.stdout)).toEqual(names(locked.stdout));
    const { stdout } = await trivet('workspace list --where locked=true -o name');
    expect(stdout.trim().split('\n')).toHaveLength(4);
    expect(journals()).toEqual([]);
  });

  test('raise the engine version of whatever is older, twice', async () => {
    const line = 'workspace update --where engine-version<1.10 --engine-version 1.10.0 --limit 20 --yes';
    const first = await trivet(line);
    expect({ code: first.code, rows: names(first.stdout).length }).toEqual({ code: 0, rows: 20 });
    expect(first.stderr).toContain('39 more match: --limit left them out');
    const second = await trivet(line);
    expect(names(second.stdout)).toHaveLength(20);
    expect(names(second.stdout).filter((name) => names(first.stdout).includes(name))).toEqual([]);
  });

  test('tag what the list before it named', async () => {
    const { stdout } = await trivet('workspace list --where name~*-qa -o name');
    const { code } = await trivet('workspace tag add - stale --yes', { stdin: stdout });
    expect(code).toBe(0);
    expect(changes()).toHaveLength(15);
    const tagged = await trivet('workspace list --where tag=stale -o name');
    expect(names(tagged.stdout)).toEqual(names(stdout));
  });

  test('stop what a prefix names: the requests first', async () => {
    const shown = await trivet('job stop --where ID~import-0* --dry-run');
    expect(shown.code).toBe(0);
    expect(shown.stdout.match(/^DELETE http/gm)).toHaveLength(9);
    expect(changes()).toEqual([]);
    expect(journals()).toEqual([]);
  });

  test('jobs of several namespaces, each in its own', async () => {
    const { stdout } = await trivet(
      'job list --namespace * --where Type=service -o jsonl --fields ID,Namespace',
    );
    const { code } = await trivet('job evaluate - --yes', {
      stdin: `${stdout}{"ID":"crunch","Namespace":"batch"}\n`,
    });
    expect(code).toBe(0);
    expect(bench.requests().find(({ path }) => path === '/v1/job/crunch/evaluate')).toMatchObject({
      query: 'namespace=batch',
    });
  });

  test('a namespace of every object that a list over all of them found', async () => {
    const { code, stdout } = await trivet('job stop --namespace * --where ID=crunch --yes');
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'crunch\tdone\t\n' });
  });

  test('sets in folders are found', async () => {
    const { code, stdout } = await trivet('ldap library update --where ttl>1h --ttl 2h --yes');
    expect({ code, names: names(stdout) }).toEqual({
      code: 0,
      names: expect.arrayContaining(['team-a', 'team/db']),
    });
  });
});

describe('counts and questions', () => {
  test.each([
    ['--expect 12', 2, '11 workspaces match, and --expect says 12'],
    ['--expect 1-10', 2, '--expect says 1-10'],
    ['--expect many', 2, 'must be'],
    ['--parallel 0', 2, '--parallel must be'],
    ['--all', 2, '--where and --all cannot be given together'],
    ['--field name', 2, '--field is about one reply'],
    ['-o json --reason -', 2, 'cannot be given to many objects'],
  ])('%s', async (flags, code, text) => {
    const found = await trivet(`workspace lock --where tag=prod --where locked=false ${flags} --yes`);
    expect(found.code).toBe(code);
    expect(found.stderr).toContain(text);
    expect(changes()).toEqual([]);
  });

  test('a range that fits', async () => {
    const { code } = await trivet('workspace lock --where tag=prod --where locked=false --expect 5-11 --yes');
    expect(code).toBe(0);
  });

  test('zero is a count, and none is not an error', async () => {
    const none = await trivet('workspace lock --where tag=nowhere --yes');
    expect({ code: none.code, stderr: none.stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining('no workspace matches'),
    });
    expect((await trivet('workspace lock --where tag=nowhere --expect 1 --yes')).code).toBe(2);
    expect((await trivet('workspace lock --where tag=nowhere --expect 0 --yes')).code).toBe(0);
  });

  test('one question, with the matches, their count and the server', async () => {
    const { code, stderr } = await trivet('workspace lock --where name~dns-*', { tty: true, typed: 'y' });
    expect(code).toBe(10);
    expect(stderr).toContain('dns-qa');
    expect(changes()).toHaveLength(4);
    const declined = await trivet('workspace unlock --where name~dns-*', { tty: true, typed: 'n' });
    expect(declined.code).toBe(2);
    expect(changes()).toHaveLength(4);
  });

  test('--all and what is typed want the count', async () => {
    expect((await trivet('workspace lock --all --yes')).code).toBe(2);
    expect((await trivet('workspace lock --all --confirm 59')).code).toBe(2);
    expect((await trivet('workspace force-delete --where name~*-qa --yes')).code).toBe(2);
    expect(changes()).toEqual([]);
    const gone = await trivet('workspace force-delete --where name~*-qa --confirm 15');
    expect(gone.code).toBe(0);
    expect(changes()).toHaveLength(15);
  });

  test('nothing is sent without a terminal and without --yes', async () => {
    const { code, stderr } = await trivet('workspace lock --where tag=prod');
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('change 15 workspaces?') });
    expect(changes()).toEqual([]);
  });
});

describe('failures', () => {
  test('some fail: 10, a row for each, and a journal that goes on', async () => {
    const { code, stdout, stderr } = await trivet('workspace lock --where tag=prod --yes -o jsonl');
    expect(code).toBe(10);
    const rows = stdout
      .trim()
      .split('\n')
      .map((line): { readonly result: string; readonly reason: string | null } => JSON.parse(line));
    expect(rows.filter(({ result }) => result === 'failed')).toHaveLength(4);
    expect(rows.find(({ result }) => result === 'failed')?.reason).toContain('is locked already');
    expect(stderr).toContain('11 done, 4 failed');
    const [journal = ''] = journals();
    const path = join(folder, 'journals', journal);
    await trivet('workspace force-unlock --where locked-reason~* --yes');
    const again = await trivet(`workspace lock --yes -o jsonl --resume ${path}`);
    expect(again.stderr).toContain('11 were done before');
    expect(again.stdout.trim().split('\n')).toHaveLength(4);
  });

  test.each([
    ['workspace unlock --resume', 'another list of commands'],
    ['workspace lock --reason other --resume', 'another list of commands'],
    ['workspace lock --where tag=dev --resume', 'another selection'],
    ['workspace lock --base-url http://127.0.0.1:1/api/v2 --resume', 'another list'],
  ])('a journal of another run: %s', async (line, text) => {
    await trivet('workspace lock --where tag=prod --yes');
    bench.clear();
    const { code, stderr } = await trivet(`${line} ${join(folder, 'journals', journals()[0] ?? '')} --yes`);
    expect(code).toBe(3);
    expect(stderr).toContain(text);
    expect(changes()).toEqual([]);
  });

  test('ten failures in a row end the run', async () => {
    const lines = Array.from({ length: 40 }, (_, place) => `ws-${String(place).padStart(16, '0')}`);
    const { code, stderr } = await trivet('workspace lock - --yes --parallel 1', { stdin: lines.join('\n') });
    expect(code).toBe(10);
    expect(stderr).toContain('0 done, 10 failed, 30 not started');
    expect(stderr).toContain('after 10 failures in a row');
  });

  test('a condition that cannot be checked is exit 7 before any change', async () => {
    const { code } = await trivet('workspace lock --where assessments-enabled=true --yes', {
      env: { TRIVET_WORKSPACES_PRODUCT: 'otf' },
    });
    expect(code).toBe(7);
    expect(changes()).toEqual([]);
  });

  test.each([
    ['workspace lock --where lokced=false --yes', 'Did you mean locked?'],
    ['workspace lock dns-prod --expect 1', '--expect is about many objects'],
    ['cloud static-role delete --all --yes', 'no list of static roles'],
    ['workspace lock --where tag=prod --unknown 1', 'unknown flag --unknown'],
    ['pki issue --where allow_any_name=true --common-name a', 'unknown flag --where'],
    ['workspace create --all', 'unknown flag --all'],
    ['job register --all', 'unknown flag --all'],
  ])('%s', async (line, text) => {
    const { code, stderr } = await trivet(line);
    expect(code).toBe(2);
    expect(stderr).toContain(text);
    expect(bench.requests()).toEqual([]);
  });
});

test('TRIVET_READ_ONLY refuses before anything is read', async () => {
  const { code } = await trivet('workspace lock --where tag=prod --yes', { env: { TRIVET_READ_ONLY: '1' } });
  expect(code).toBe(4);
  expect(bench.requests()).toEqual([]);
});

describe('what would mean something else for many is refused, and nothing is changed', () => {
  test.each([
    [
      'workspace lock --where tag=prod --reason x --yes -- echo ran',
      /a command after -- is run for one object/,
    ],
    ['workspace update --where tag=prod --name x --yes', /--name would give many objects one name/],
  ])('%s', async (line, said) => {
    bench.clear();
    const { code, stderr, stdout } = await trivet(line);
    expect({ code, stdout, changes: changes() }, stderr).toEqual({ code: 2, stdout: '', changes: [] });
    expect(stderr).toMatch(said);
  });
});

test('what is said to go on with goes on', async () => {
  const run = await trivet('workspace lock --where tag=prod --reason CHG-1 --parallel 2 --yes');
  expect(run.code).toBe(10);
  const line = /To go on: trivet (.*)/.exec(run.stderr)?.[1] ?? '';
  expect(line).toMatch(/^workspace lock .*--reason=CHG-1.* --resume /);
  expect((await trivet(line)).stderr).toContain('were done before');
});
