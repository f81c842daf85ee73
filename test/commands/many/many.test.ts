/** Tests changes of many objects: selected, counted, confirmed once, with a row for each. */
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deedOf } from '../../../src/features/many/question.ts';
import { nounOf } from '../../../src/catalogue/kind-name.ts';
import { objectOf } from '../../../src/catalogue/selection/selection.ts';
import { allCommands } from '../../support/catalogue.ts';
import { secretsServer } from '../../support/small-server.ts';
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
    return readdirSync(join(folder, 'receipts')).filter((name) => name.endsWith('.journal'));
  } catch {
    return [];
  }
};

describe('operators can', () => {
  test('lock all of production, and unlock exactly those', async () => {
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

  test('raise the engine version of older workspaces, in two steps', async () => {
    const line = 'workspace update --where engine-version<1.10 --engine-version 1.10.0 --limit 20 --yes';
    const first = await trivet(line);
    expect({ code: first.code, rows: names(first.stdout).length }).toEqual({ code: 0, rows: 20 });
    expect(first.stderr).toContain('--limit leaves out 39 more workspaces');
    const second = await trivet(line);
    expect(names(second.stdout)).toHaveLength(20);
    expect(names(second.stdout).filter((name) => names(first.stdout).includes(name))).toEqual([]);
  });

  test('tag the objects that an earlier list named', async () => {
    const { stdout } = await trivet('workspace list --where name~*-qa -o name');
    const { code } = await trivet('workspace tag add - stale --yes', { stdin: stdout });
    expect(code).toBe(0);
    expect(changes()).toHaveLength(15);
    const tagged = await trivet('workspace list --where tag=stale -o name');
    expect(names(tagged.stdout)).toEqual(names(stdout));
  });

  test('stop jobs by a prefix, after seeing the requests', async () => {
    const shown = await trivet('job stop --where ID~import-0* --dry-run');
    expect(shown.code).toBe(0);
    expect(shown.stdout.match(/^DELETE http/gm)).toHaveLength(9);
    expect(changes()).toEqual([]);
    expect(journals()).toEqual([]);
  });

  test('stop jobs of several namespaces, each in its own', async () => {
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

  test('use the namespace of every object that a list over all of them found', async () => {
    const { code, stdout } = await trivet('job stop --namespace * --where ID=crunch --yes');
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'crunch\tdone\t\n' });
  });

  test('select sets in folders', async () => {
    const { code, stdout } = await trivet('ldap library update --where ttl>1h --ttl 2h --yes');
    expect({ code, names: names(stdout) }).toEqual({
      code: 0,
      names: expect.arrayContaining(['team-a', 'team/db']),
    });
  });
});

describe('a change of many objects', () => {
  test.each([
    ['--expect 12', 2, '11 workspaces match, but --expect is 12'],
    ['--expect 1-10', 2, '--expect is 1-10'],
    ['--expect many', 2, '--expect must be a number or a range'],
    ['--expect 20-5', 2, 'Give the lower number first: --expect 5-20'],
    ['--limit 0', 2, '--limit must be at least 1'],
    ['--rate 1001', 2, '--rate must be from 0 to 1000'],
    ['--parallel 0', 2, '--parallel must be'],
    ['--all', 2, '--where and --all cannot be given together'],
    ['--field name', 2, '--field is for one reply'],
    ['-o json --reason -', 2, 'cannot be given to many objects'],
  ])('refuses %s', async (flags, code, text) => {
    const found = await trivet(`workspace lock --where tag=prod --where locked=false ${flags} --yes`);
    expect(found.code).toBe(code);
    expect(found.stderr).toContain(text);
    expect(changes()).toEqual([]);
  });

  test('accepts a range of --expect that fits', async () => {
    const { code } = await trivet('workspace lock --where tag=prod --where locked=false --expect 5-11 --yes');
    expect(code).toBe(0);
  });

  test('accepts --expect 0, and succeeds if nothing matches', async () => {
    const none = await trivet('workspace lock --where tag=nowhere --yes');
    expect({ code: none.code, stderr: none.stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining('no workspace matches'),
    });
    expect((await trivet('workspace lock --where tag=nowhere --expect 1 --yes')).code).toBe(2);
    expect((await trivet('workspace lock --where tag=nowhere --expect 0 --yes')).code).toBe(0);
    const few = await trivet('workspace lock --where tag=nowhere --expect 1-3 --yes');
    expect(few.stderr).toContain('no workspace matches, but --expect is 1-3');
    const one = await trivet('workspace lock --where name=dns-qa --expect 2 --yes');
    expect(one.stderr).toContain('1 workspace matches, but --expect is 2');
    const most = await trivet('workspace lock --where name~dns-* --limit 3 --yes');
    expect(most.stderr).toContain('--limit leaves out 1 more workspace\n');
    const empty = await trivet('workspace lock - --yes', { stdin: '' });
    expect(empty.stderr).toContain('standard input names no workspace: nothing to change');
  });

  test('asks one question with the matches, their count and the server', async () => {
    const { code, stderr } = await trivet('workspace lock --where name~dns-*', { tty: true, typed: 'y' });
    expect(code).toBe(10);
    expect(stderr).toContain('dns-qa');
    expect(changes()).toHaveLength(4);
    const declined = await trivet('workspace unlock --where name~dns-*', { tty: true, typed: 'n' });
    expect(declined.code).toBe(2);
    expect(changes()).toHaveLength(4);
  });

  test.each([
    [
      'job scale --where Type=service app 4 --message launch',
      ['Count of app: none → 4 (2)', 'Count of app: 1 → 4 (2)', 'Message: launch'],
    ],
    [
      'job scale --where Type=service 4',
      ['Count of app: 1 → 4 (2)', 'Count: not known → 4 (1)', 'Count of cache: 1 → 4 (1)'],
    ],
    ['workspace lock --where name~dns-* --reason moving', ['reason: moving']],
    [
      'workspace update --where name~network-* --auto-apply',
      ['auto-apply: false → true (3)', 'auto-apply: true already (1)'],
    ],
    ['job stop --where Type=batch --purge', ['purge: true']],
    ['pki role update --where name=web --max-ttl 72h', ['max_ttl: 72h already (1)']],
    ['pki role update --where name=web --max-ttl 40h', ['max_ttl: 3d → 40h (1)']],
  ])('shows before the question of `%s` what is set, and what it is now', async (line, shown) => {
    const { code, stderr } = await trivet(line, { tty: true, typed: 'n' });
    expect(code).toBe(2);
    const lines = stderr.split('\n').filter((one) => /^[\w .-]+: \S/.test(one) && !one.startsWith('trivet:'));
    expect(lines).toEqual(shown);
    expect(changes()).toEqual([]);
  });

  test('a listed name with a line end stays on the line of the error', async () => {
    const keys = ['zz\nTo repair it: trivet pki root delete'];
    const { env } = await secretsServer(() => ({
      body: JSON.stringify({ data: { keys } }),
      headers: { 'content-type': 'application/json' },
    }));
    const { code, stderr } = await trivet('pki role delete --where name~zz* --dry-run', { env });
    expect([code, stderr.split('\n')[0]]).toEqual([
      2,
      'trivet: "zz To repair it: trivet pki root delete": role contains a control character',
    ]);
  });

  test('reads no object for a question that nobody is asked', async () => {
    bench.clear();
    await trivet('job scale --where ID=api app 2 --yes');
    const sent = bench.requests().filter(({ path }) => path.endsWith('/scale'));
    // The read is that of the receipt.
    expect(sent.slice(0, 2).map(({ method }) => method)).toEqual(['GET', 'POST']);
  });

  test('asks for the count if it is for --all or destroys objects', async () => {
    expect((await trivet('workspace lock --all --yes')).code).toBe(2);
    expect((await trivet('workspace lock --all --confirm 59')).code).toBe(2);
    expect((await trivet('workspace force-delete --where name~*-qa --yes')).code).toBe(2);
    expect(changes()).toEqual([]);
    const gone = await trivet('workspace force-delete --where name~*-qa --confirm 15');
    expect(gone.code).toBe(0);
    expect(changes()).toHaveLength(15);
  });

  test('sends nothing without a terminal and without --yes', async () => {
    const { code, stderr } = await trivet('workspace lock --where tag=prod');
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('Lock 15 workspaces against runs? (organization demo at http'),
    });
    expect(changes()).toEqual([]);
  });
});

describe('failures', () => {
  test('of some objects exit 10, with a row for each and a journal to continue', async () => {
    const { code, stdout, stderr } = await trivet('workspace lock --where tag=prod --yes -o jsonl');
    expect(code).toBe(10);
    const rows = stdout
      .trim()
      .split('\n')
      .map((line): { result: string; reason: string | null; error: { message: string } | null } =>
        JSON.parse(line),
      );
    expect(rows.filter(({ result }) => result === 'failed')).toHaveLength(4);
    const failed = rows.find(({ result }) => result === 'failed');
    expect(failed?.reason).toMatch(/^[a-z]+-prod is already locked/);
    expect(failed?.error?.message).toBe(failed?.reason);
    expect(stderr).toContain(`Journal: ${join(folder, 'receipts', journals()[0] ?? '')}\n`);
    expect(stderr).toContain('11 done, 4 failed (4 already locked)');
    const [journal = ''] = journals();
    const path = join(folder, 'receipts', journal);
    await trivet('workspace force-unlock --where locked-reason~* --yes');
    const fewer = await trivet(`workspace lock --yes --resume ${path} --limit 2`);
    expect(fewer).toMatchObject({ code: 2, stdout: '' });
    expect(fewer.stderr).toContain(
      '--limit 2 cannot be given with --resume: the journal contains 15 workspaces',
    );
    const again = await trivet(`workspace lock --yes -o jsonl --resume ${path} --limit 15`);
    expect(again.stderr).toContain('11 already done');
    expect(again.stdout.trim().split('\n')).toHaveLength(4);
  });

  test.each([
    ['workspace unlock --resume', 'another list of commands'],
    ['workspace lock --reason other --resume', 'another list of commands'],
    ['workspace lock --where tag=dev --resume', 'another selection'],
    ['workspace lock --base-url http://127.0.0.1:1/api/v2 --resume', 'belongs to other servers'],
  ])('a journal of another run is refused: %s', async (line, text) => {
    await trivet('workspace lock --where tag=prod --yes');
    bench.clear();
    const { code, stderr } = await trivet(`${line} ${join(folder, 'receipts', journals()[0] ?? '')} --yes`);
    expect(code).toBe(3);
    expect(stderr).toContain(text);
    expect(changes()).toEqual([]);
  });

  test('ten in a row end the run', async () => {
    const lines = Array.from({ length: 40 }, (_, place) => `ws-${String(place).padStart(16, '0')}`);
    const { code, stderr } = await trivet('workspace lock - --yes --parallel 1', { stdin: lines.join('\n') });
    expect(code).toBe(10);
    expect(stderr).toContain('0 done, 10 failed, 30 not started');
    expect(stderr).toContain('after 10 failures in a row');
  });

  test('because a condition cannot be checked exit 7 before any change', async () => {
    const { code } = await trivet('workspace lock --where assessments-enabled=true --yes', {
      env: { TRIVET_WORKSPACES_PRODUCT: 'otf' },
    });
    expect(code).toBe(7);
    expect(changes()).toEqual([]);
  });

  test.each([
    ['workspace lock --where lokced=false --yes', 'Did you mean locked?'],
    ['workspace lock dns-prod --expect 1', '--expect is only for a change of many objects'],
    ['cloud static-role delete --all --yes', 'no list of static roles'],
    ['workspace lock --where tag=prod --unknown 1', 'unknown flag --unknown'],
    ['pki issue --where allow_any_name=true --common-name a', 'unknown flag --where'],
    ['workspace create --all', 'unknown flag --all'],
    ['job register --all', 'unknown flag --all'],
  ])('in the arguments are reported: %s', async (line, text) => {
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

describe('flags that would mean something else for many objects are refused, and nothing is changed', () => {
  test.each([
    ['workspace lock --where tag=prod --parallel 2 --yes -- echo ran', /--parallel cannot be used with/],
    ['workspace lock --where tag=prod --map A=name --yes -- echo ran', /--map cannot be used with/],
    ['workspace lock demo/dns-qa --where tag=prod --yes', /an object and --where cannot be given together/],
    ['job stop web --resume some-journal', /an object and --resume cannot be given together/],
    ['workspace lock --all --confirm 2', /--confirm 2 is not the number of objects: \d+ workspaces/],
    ['workspace lock --where name~dns-* --yes --confirm 2', /4 workspaces would be changed\n.*--confirm 4\n/],
    ['workspace update --where tag=prod --name x --yes', /--name would give many objects one name/],
  ])('in %s', async (line, message) => {
    bench.clear();
    const { code, stderr, stdout } = await trivet(line);
    expect({ code, stdout, changes: changes() }, stderr).toEqual({ code: 2, stdout: '', changes: [] });
    expect(stderr).toMatch(message);
  });
});

test('the suggested command continues the run', async () => {
  const run = await trivet('workspace lock --where tag=prod --reason CHG-1 --parallel 2 --yes');
  expect(run.code).toBe(10);
  const line = /To continue: trivet (.*)/.exec(run.stderr)?.[1] ?? '';
  expect(line).toMatch(/^workspace lock .*--reason=CHG-1.* --resume /);
  expect((await trivet(line)).stderr).toContain('already done');
});

describe('objects of other services', () => {
  test('are read from standard input, one on each line', async () => {
    const { stdout } = await trivet('pki cert list');
    const serials = stdout.trim().split('\n');
    expect(serials.length).toBeGreaterThan(1);
    const { code, stdout: rows } = await trivet('pki revoke - --yes', { stdin: stdout });
    expect({ code: [0, 10].includes(code), names: names(rows) }).toEqual({
      code: true,
      names: serials.toSorted(),
    });
  });

  test('that cannot be changed are reported by a dry run, with the reason', async () => {
    const { code, stderr } = await trivet(
      'cloud role update --where credential_type=iam_user --dry-run --default-sts-ttl 1h',
    );
    expect(code).toBe(2);
    expect(stderr).toContain('--default-sts-ttl cannot be given when');
  });
});

describe('-o json prints one document', () => {
  const parsed = async (line: string): Promise<readonly unknown[]> => {
    const { stdout } = await trivet(`${line} -o json`);
    return JSON.parse(stdout);
  };

  test('of results', async () => {
    const rows = await parsed('workspace lock --where name~dns-* --yes');
    expect(rows).toHaveLength(4);
    expect(rows).toContainEqual(expect.objectContaining({ name: 'dns-qa', result: 'done', exit: 0 }));
    expect(rows).toContainEqual(expect.objectContaining({ name: 'dns-prod', result: 'failed', exit: 6 }));
  });

  test('for no objects, and for requests of a dry run', async () => {
    expect(await parsed('workspace lock --where name=nothing --yes')).toEqual([]);
    const requests = await parsed('workspace lock --where name~dns-* --dry-run');
    expect(requests).toHaveLength(4);
    expect(requests[0]).toMatchObject({ request: { method: 'POST' } });
    expect(changes()).toEqual([]);
  });

  test('to the file of --out', async () => {
    const file = join(folder, 'rows.json');
    await trivet(`workspace lock --where name~dns-* --yes -o json --out ${file}`);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveLength(4);
  });
});

describe('a command after -- with a selection', () => {
  const locked = async (): Promise<readonly string[]> =>
    names((await trivet('workspace list --where name~dns-* --where locked=true -o name')).stdout);

  test('runs while all are locked; they are unlocked at its end, and its exit code is passed on', async () => {
    const seen = join(folder, 'seen');
    const { code, stderr } = await trivet(
      `workspace lock --where name~dns-* --where locked=false --reason CHG-1 --expect 3 --yes -- sh -c 'cat ${folder}/lends/*.json >${seen}; exit 7'`,
    );
    expect(code).toBe(7);
    const held: unknown = JSON.parse(readFileSync(seen, 'utf8'));
    expect(held).toMatchObject({
      kind: 'lock',
      workspaces: ['dns-staging', 'dns-qa', 'dns-dev'].map((name) => ({ name, held: true })),
    });
    expect(stderr).toContain('unlocked dns-staging; unlocked dns-qa; unlocked dns-dev');
    expect(changes().filter((one) => one.endsWith('/unlock'))).toHaveLength(3);
    expect(await locked()).toEqual(['dns-prod']);
  });

  test('does not run if one cannot be locked, and the others are unlocked', async () => {
    const { code, stderr, stdout } = await trivet('workspace lock - --yes -- touch ran', {
      stdin: 'demo/dns-qa\ndns-dev\ndns-prod\n',
    });
    expect({ code, stdout }).toEqual({ code: 125, stdout: '' });
    expect(stderr).toContain('dns-prod is already locked');
    expect(stderr).toContain('unlocked demo/dns-qa; unlocked dns-dev');
    expect(await locked()).toEqual(['dns-prod']);
    expect(existsSync('ran')).toBe(false);
    expect(readdirSync(join(folder, 'lends')).filter((name) => name.endsWith('.json'))).toEqual([]);
  });

  test('asks first, and is shown', async () => {
    const { code, stderr } = await trivet('workspace lock --where name~dns-* -- touch ran', {
      tty: true,
      typed: 'n',
    });
    expect(code).toBe(2);
    expect(stderr).toContain('dns-staging');
    expect(changes()).toEqual([]);
  });

  test('locks nothing if one does not exist', async () => {
    const { code } = await trivet('workspace lock - --yes -- touch ran', { stdin: 'dns-qa\nnowhere\n' });
    expect(code).toBe(5);
    expect(changes()).toEqual([]);
  });

  test('shows the requests in a dry run', async () => {
    const { code, stdout } = await trivet('workspace lock --where name~dns-* --dry-run -- touch ran');
    expect(code).toBe(0);
    expect(stdout.match(/^POST http/gm)).toHaveLength(4);
    expect(changes()).toEqual([]);
  });
});

test('an object that standard input names in three ways is changed once', async () => {
  const id = (await trivet('workspace show dns-qa --field id')).stdout.trim();
  bench.clear();
  const { code, stdout } = await trivet('workspace lock - --yes --expect 2', {
    stdin: `dns-qa\n${id}\ndemo/dns-qa\ndns-dev\n`,
  });
  expect({ code, names: names(stdout) }).toEqual({ code: 0, names: ['dns-dev', 'dns-qa'] });
  expect(changes()).toHaveLength(2);
});

test.each([
  ['the namespace that jobs have without one', {}, 'default'],
  ['the namespace of the run', { TRIVET_JOBS_NAMESPACE: 'batch' }, 'batch'],
])('a job that standard input names with and without %s is one', async (_, env, namespace) => {
  const job = namespace === 'batch' ? 'crunch' : 'web';
  const stdin = `${job}\n{"ID":"${job}","Namespace":"${namespace}"}\n{"ID":"${job}"}\n`;
  bench.clear();
  const { code, stdout, stderr } = await trivet('job stop - --yes --expect 1', { stdin, env });
  expect({ code, names: names(stdout) }, stderr).toEqual({ code: 0, names: [job] });
  expect(changes()).toHaveLength(1);
});

describe('a journal belongs to one run', () => {
  test('and a second run at once is refused', async () => {
    await trivet('workspace lock --where tag=prod --yes');
    const path = join(folder, 'receipts', journals()[0] ?? '');
    await trivet('workspace force-unlock --where locked-reason~* --yes');
    bench.clear();
    const line = `workspace lock --yes --resume ${path} --rate 2`;
    const both = await Promise.all([trivet(line), trivet(line)]);
    const [won, refused] = both.toSorted((one, other) => one.code - other.code);
    expect(won?.code).toBe(0);
    expect(refused?.code).toBe(3);
    expect(refused?.stderr).toContain('is in use by another run of trivet');
    expect(changes()).toHaveLength(4);
  });

  test('and other objects or another server are refused, with nothing changed', async () => {
    const stdin = 'dns-qa\ndns-prod\n';
    await trivet('workspace lock - --yes', { stdin });
    const path = join(folder, 'receipts', journals()[0] ?? '');
    bench.clear();
    const others = await trivet(`workspace lock - --yes --resume ${path}`, { stdin: 'dns-qa\ndns-dev\n' });
    expect(others.stderr).toContain('other objects than the journal');
    expect(others.code).toBe(2);
    const env = {
      TRIVET_WORKSPACES_URL: bench.sandbox().urls.workspaces.replace('127.0.0.1', 'localhost'),
    };
    const elsewhere = await trivet(`workspace lock --yes --resume ${path}`, { env });
    expect(elsewhere.stderr).toContain('belongs to other servers');
    expect(elsewhere.code).toBe(3);
    const edited = join(folder, 'not-a-journal');
    writeFileSync(edited, '{}\n');
    expect((await trivet(`workspace lock --yes --resume ${edited}`)).code).toBe(3);
    expect(changes()).toEqual([]);
  });
});

test('every command asks a grammatical question about one object and about several', () => {
  const questions = allCommands.flatMap((command) => {
    const object = objectOf(command);
    if (object === undefined) return [];
    const noun = nounOf(object.kind);
    return [1, 3].map((count) => [noun, count, deedOf(command, noun, count)] as const);
  });
  expect(questions.length).toBeGreaterThan(60);
  for (const [noun, count, deed] of questions) {
    expect(deed).toMatch(
      new RegExp(`\\b${count} ([\\w-]+ )?${noun}${count === 1 ? '' : 's'}\\b(?! version)`),
    );
    if (count > 1) expect(deed).not.toMatch(/\b(?:it|its|has|is|that \w+s)\b(?! (?:locked|else))/);
  }
});

test('commands of each kind ask their question', () => {
  const sentences = [
    ['workspace tag add', 'Add tags to a workspace', 'workspace', 2],
    ['job stop', 'Stop a job and its allocations', 'job', 3],
    ['job stop', 'Stop a job and its allocations', 'job', 1],
    ['ldap static-role delete', 'Delete a static role; the directory is not changed', 'static role', 2],
    ['job scale', 'Scale a task group of a job', 'job', 3],
    ['job stable', 'Mark a job version as stable or not', 'job', 3],
    ['job periodic force', 'Start an instance of a periodic job now', 'job', 2],
  ] as const;
  expect(sentences.map(([path, summary, noun, count]) => deedOf({ path, summary }, noun, count))).toEqual([
    'Add tags to 2 workspaces',
    'Stop 3 jobs and their allocations',
    'Stop 1 job and its allocations',
    'Delete 2 static roles',
    'Scale a task group of 3 jobs',
    'Run job stable for 3 jobs',
    'Start an instance of 2 periodic jobs now',
  ]);
});

test.each(['workspace lock -', 'pki role delete -', 'job evaluate -'])(
  '%s refuses a name with a space on standard input before anything is sent',
  async (line) => {
    bench.clear();
    const { code, stderr } = await trivet(`${line} --yes`, { stdin: 'web\na b\n' });
    expect([code, bench.requests()]).toEqual([2, []]);
    expect(stderr).toContain('standard input: name 2 is not one that trivet');
  },
);

test.each(['workspace lock -', 'pki role delete -', 'job evaluate -'])(
  '%s takes no flag for a name of standard input',
  async (line) => {
    const { code, stderr } = await trivet(`${line} --yes`, { stdin: 'web\n--all\n' });
    expect(code).toBe(2);
    expect(stderr).toContain('standard input: name 2 looks like a flag');
    expect(changes()).toEqual([]);
  },
);

test.each([
  ['workspace lock -', 'dns-qa\nhush/a/b/c\n'],
  ['workspace lock -', 'dns-qa\nhush/..\n'],
  ['pki role delete -', 'web\nhush/../x\n'],
])('%s checks every name of standard input before anything is sent', async (line, stdin) => {
  const { code, stderr } = await trivet(`${line} --yes`, { stdin });
  expect(code).toBe(2);
  expect(stderr).toContain('standard input: name 2 is not one that trivet');
  expect(stderr).toContain('Nothing was sent');
  expect(stderr).not.toContain('hush');
  expect(changes()).toEqual([]);
});
