/** Tests receipts through the command line: what they hold, how they are listed, settled, continued and taken back. */
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  existsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { environmentOf, useSandbox } from '../../support/sandbox.ts';
import type { CliOptions } from '../../support/run-cli.ts';
import { runCli, words } from '../../support/run-cli.ts';

const bench = useSandbox({ fresh: true });

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-changes-'));
});

afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true, force: true });
});

type Options = Parameters<typeof bench.trivet>[1];

const trivet = (line: string, options: Options & CliOptions = {}) =>
  bench.trivet(line, { cwd: folder, ...options, env: { TRIVET_CONFIG_DIR: folder, ...options?.env } });

const receipts = (): string => join(folder, 'receipts');

const files = (): readonly string[] => readdirSync(receipts()).sort();

interface Listed {
  readonly id: string;
  readonly command: string;
  readonly state: string;
  readonly done: number;
  readonly left: number;
  readonly reason: string | null;
}

const listed = async (more = ''): Promise<readonly Listed[]> => {
  const { stdout } = await trivet(`changes -o json ${more}`);
  const all: readonly Listed[] = JSON.parse(stdout);
  return all;
};

const idOf = async (command: string): Promise<string> =>
  (await listed()).find((one) => one.command === command)?.id ?? '';

const isLocked = async (name: string): Promise<string> =>
  (await trivet(`workspace show ${name} --field locked`)).stdout;

describe('a change', () => {
  test('leaves a receipt of mode 0600 with the state before and a hash of the state after', async () => {
    await trivet('workspace update network-dev --description first');
    const [file = ''] = files();
    expect(file).toMatch(/^workspace-update-.*-[0-9a-f]{8}\.30d\.receipt$/);
    expect(statSync(join(receipts(), file)).mode & 0o777).toBe(0o600);
    const lines = readFileSync(join(receipts(), file), 'utf8').trim().split('\n');
    const [head, before, after] = lines.map((line): Record<string, unknown> => JSON.parse(line));
    expect(head).toMatchObject({ receipt: 2, command: 'workspace update', by: 'script' });
    expect(before).toMatchObject({ operation: 'workspace.update', name: 'network-dev' });
    expect(before?.['before']).toMatchObject({ 'auto-apply': expect.any(Boolean) });
    expect(after).toMatchObject({ exit: 0, after: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  test('that was only shown leaves none', async () => {
    await trivet('workspace update network-dev --description x --dry-run');
    await trivet('workspace list');
    expect(await listed()).toEqual([]);
  });

  test('goes on with a warning where no receipt can be written; a change of many does not', async () => {
    writeFileSync(receipts(), '');
    const one = await trivet('workspace lock network-dev --reason x');
    expect(one.code).toBe(0);
    expect(one.stderr).toContain('no receipt is kept of this command');
    const many = await trivet('workspace lock --where name~dns-* --reason x --yes');
    expect(many.code).toBe(3);
    expect(await isLocked('dns-dev')).toBe('false');
  });

  test('is recorded also where the token may not read the state', async () => {
    const { code } = await trivet('workspace tag add network-dev one');
    expect(code).toBe(0);
    expect(await listed()).toMatchObject([{ command: 'workspace tag add', state: 'done', done: 1 }]);
  });

  test('of a profile with receipt days 0 leaves only open receipts', async () => {
    const { TRIVET_WORKSPACES_URL: url = '', TRIVET_WORKSPACES_TOKEN: token = '' } = environmentOf(
      bench.sandbox(),
    );
    const env = { TRIVET_CONFIG_DIR: folder, T: token };
    const set = `profile set here --workspaces-url ${url} --workspaces-product documented --receipt-days 0`;
    const more = '--workspaces-token-from env:T --default-organization demo';
    expect(await runCli(words(`${set} ${more}`), { env })).toMatchObject({ code: 0 });
    const line = 'workspace lock network-dev --reason x --profile here';
    expect(await runCli(words(line), { env })).toMatchObject({ code: 0 });
    expect(files()).toEqual([]);
  });
});

describe('the list', () => {
  test('has open receipts first, and conditions', async () => {
    await trivet('workspace lock --where name~dns-* --reason x --yes');
    await trivet('workspace lock network-dev --reason x');
    const all = await listed();
    expect(all).toMatchObject([
      { command: 'workspace lock', state: 'open', done: 3 },
      { command: 'workspace lock', state: 'done', done: 1 },
    ]);
    expect(await listed('--where state=done')).toHaveLength(1);
    expect(await listed('--after 2999-01-01')).toEqual([]);
    expect((await trivet('changes --where nope=1')).code).toBe(2);
  });

  test('has damaged files and files that others can change as refused rows', async () => {
    await trivet('workspace lock network-dev --reason x');
    await trivet('workspace lock dns-dev --reason x');
    const [first = '', second = ''] = files();
    chmodSync(join(receipts(), first), 0o666);
    writeFileSync(join(receipts(), second), 'not a receipt\n');
    expect(await listed()).toMatchObject([{ state: 'refused' }, { state: 'refused' }]);
    const refused = await trivet(`undo ${/-([0-9a-f]{8})\./.exec(first)?.[1] ?? ''} --yes`);
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain('can be changed by others');
  });

  test('refuses a folder that others can change', async () => {
    mkdirSync(receipts());
    chmodSync(receipts(), 0o777);
    expect((await trivet('changes')).code).toBe(3);
    bench.clear();
    const { code, stderr } = await trivet('workspace lock --where name~dns-* --reason x --yes');
    expect({ code, stderr }).toMatchObject({ code: 3 });
    expect(stderr).toContain(`the folder ${receipts()} can be changed by others (mode 0777)`);
    expect(bench.requests().filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(files()).toEqual([]);
  });

  test('removes what is older than its days at the first change of an hour', async () => {
    mkdirSync(receipts(), { mode: 0o700 });
    const old = 'workspace-lock-2020-01-01T00-00-00-000Z-0000000a.30d.receipt';
    const open = 'workspace-lock-2020-01-01T00-00-00-000Z-0000000b.journal';
    for (const name of [old, open]) writeFileSync(join(receipts(), name), '{"journal":2}\n', { mode: 0o600 });
    const earlier = Date.now() / 1000 - 7200;
    utimesSync(receipts(), earlier, earlier);
    await trivet('workspace lock network-dev --reason x');
    expect(files()).not.toContain(old);
    expect(files()).toContain(open);
  });

  test('status shows open receipts, each with the service that it changed', async () => {
    await trivet('workspace lock --where name~dns-* --reason x --yes');
    const receiptsIn = async (line: string): Promise<readonly unknown[]> => {
      const { stdout } = await trivet(`${line} -o json`);
      const { rows } = JSON.parse(stdout) as { rows: readonly { kind: string; state: string }[] };
      return rows.filter(({ kind }) => kind === 'receipt');
    };
    expect(await receiptsIn('status')).toMatchObject([{ state: 'open' }]);
    expect(await receiptsIn('status --service workspaces')).toHaveLength(1);
    expect(await receiptsIn('status --service jobs')).toEqual([]);
  });
});

describe('an open receipt', () => {
  test('is continued: what failed is tried again, and then it is closed', async () => {
    await trivet('workspace lock --where name~dns-* --reason CHG-2 --yes');
    const id = await idOf('workspace lock');
    await trivet('workspace force-unlock dns-prod --yes');
    const { code, stderr } = await trivet(`changes continue ${id}`);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stderr).toContain('3 already done');
    expect(await isLocked('dns-prod')).toBe('true');
    expect((await listed()).every(({ state }) => state === 'done')).toBe(true);
  });

  test('is settled by hand, item by item', async () => {
    await trivet('workspace lock --where name~dns-* --reason CHG-2 --yes');
    const id = await idOf('workspace lock');
    const { stdout } = await trivet(`changes show ${id} -o json`);
    const { changes } = JSON.parse(stdout) as {
      changes: readonly { item: number; name: string; result: string }[];
    };
    const failed = changes.find(({ result }) => result === 'failed')?.item ?? 0;
    const how = 'To pass over an object that failed';
    expect((await trivet(`changes show ${id}`)).stderr).toContain(
      `${how}: trivet changes settle ${id} ITEM done`,
    );
    const all = await trivet(`changes settle ${id} all done`);
    expect(all).toMatchObject({ code: 2 });
    expect(all.stderr).toContain(`${how}, settle its number. The numbers: trivet changes show ${id}`);
    expect(await trivet(`changes settle ${id} ${failed} done`)).toMatchObject({ code: 0 });
    expect(await listed('--where state=open')).toEqual([]);
    expect((await trivet(`changes settle ${id} ${failed} done`)).code).toBe(2);
    expect((await trivet(`changes continue ${id}`)).code).toBe(2);
  });

  test('is settled as not made, and then its object is changed as if it was never sent', async () => {
    await trivet('workspace update --where name~dns-* --description ours --yes');
    const id = await idOf('workspace update');
    const [file = ''] = files();
    const text = readFileSync(join(receipts(), file), 'utf8');
    const end = /\n\{"item":2,"exit":0\}\n/;
    expect(text).toMatch(end);
    rmSync(join(receipts(), file));
    const open = file.replace(/\.\d+d\.receipt$/, '.journal');
    writeFileSync(join(receipts(), open), text.replace(end, '\n'), { mode: 0o600 });
    const { changes } = JSON.parse((await trivet(`changes show ${id} -o json`)).stdout) as {
      changes: readonly { item: number; name: string; result: string }[];
    };
    const { name = '' } = changes.find(({ result }) => result === 'unknown') ?? {};
    await trivet(`workspace update ${name} --description theirs`);
    const descriptionOf = async () => (await trivet(`workspace show ${name} --field description`)).stdout;
    const unsettled = await trivet(`changes continue ${id}`);
    expect(unsettled.code).toBe(10);
    expect(unsettled.stderr).toMatch(/nothing proves the outcome of one change\. .* --retry-unknown/);
    expect(await descriptionOf()).toBe('theirs');
    const settled = await trivet(`changes settle ${id} 2 retry`);
    expect(settled.stderr).toContain(`To make it: trivet changes continue ${id}`);
    expect(await trivet(`changes continue ${id}`)).toMatchObject({ code: 0 });
    expect(await descriptionOf()).toBe('ours');
  });

  test('of a change whose reply was lost is settled as done or not made', async () => {
    await trivet('workspace lock network-dev --reason x');
    const [file = ''] = files();
    const path = join(receipts(), file);
    const [head = '', before = ''] = readFileSync(path, 'utf8').split('\n');
    const open = path.replace('.30d.receipt', '.journal');
    rmSync(path);
    writeFileSync(open, `${head}\n${before}\n`, { mode: 0o600 });
    const [one] = await listed();
    expect(one).toMatchObject({ state: 'open', done: 0 });
    expect((await trivet(`undo ${one?.id ?? ''} --yes`)).code).toBe(2);
    expect(await trivet(`changes settle ${one?.id ?? ''} all done`)).toMatchObject({ code: 0 });
    expect(await listed()).toMatchObject([{ state: 'done', done: 1 }]);
  });

  test('that no journal continues is settled by the number of the change that is unknown', async () => {
    const stdin = ['dns-dev', 'network-dev'].map((name) => `workspace lock ${name}\n`).join('');
    await trivet('batch run - --parallel 1', { stdin });
    const [file = ''] = files();
    const path = join(receipts(), file);
    const [head = '', ...lines] = readFileSync(path, 'utf8').split('\n');
    const changes = lines.filter((line) => line.startsWith('{"change"'));
    expect(changes).toHaveLength(4);
    rmSync(path);
    const killed = `${[head, ...changes.slice(0, 3)].join('\n')}\n`;
    writeFileSync(path.replace('.30d.receipt', '.journal'), killed, { mode: 0o600 });
    const id = await idOf('batch run');
    const { code, stderr } = await trivet(`changes continue ${id}`);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`trivet changes settle ${id} 2 done|retry`)]);
    expect(await trivet(`changes settle ${id} 2 done`)).toMatchObject({ code: 0 });
  });

  test('is settled neither in a read-only run, nor if it is of a read-only profile', async () => {
    await trivet('workspace lock --where name~dns-* --reason CHG-2 --yes');
    const [file = ''] = files();
    const path = join(receipts(), file);
    const text = readFileSync(path, 'utf8').replace('"by":', '"profile":"prod","by":');
    writeFileSync(path, text);
    appendFileSync(path, '{"change":"0-99","operation":"workspace.lock","input":{}}\n');
    const [one] = await listed();
    const line = `changes settle ${one?.id ?? ''} all done`;
    const before = readFileSync(path, 'utf8');
    const variable = await trivet(line, { env: { TRIVET_READ_ONLY: '1' } });
    expect(variable).toMatchObject({ code: 4 });
    expect(variable.stderr).toContain('Nothing was sent.');
    writeFileSync(
      join(folder, 'profiles.json'),
      '{"version":1,"profiles":{"prod":{"readOnly":true},"other":{}},"current":"other"}',
      { mode: 0o600 },
    );
    const ofProfile = await trivet(line);
    expect(ofProfile).toMatchObject({ code: 4 });
    expect(ofProfile.stderr).toContain('profile "prod" allows reads only');
    expect(readFileSync(path, 'utf8')).toBe(before);
  });

  test('is read although a kill cut off its last line', async () => {
    await trivet('workspace lock --where name~dns-* --reason CHG-2 --yes');
    const [file = ''] = files();
    appendFileSync(join(receipts(), file), '{"change":"0-99","oper');
    expect(await listed()).toMatchObject([{ state: 'open', done: 3 }]);
  });
});

describe('a change of many in waves', () => {
  const waves = 'workspace lock --where name~*-qa --reason x --yes --parallel 1 --wave 1,3,50%';

  test('runs the check after each wave with its names, and shows the results apart from it', async () => {
    const { code, stdout, stderr } = await trivet(`${waves} --check cat -o name`);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout.trim().split('\n')).toHaveLength(15);
    expect(stderr).toContain('wave 1 of 4 is done: 1 object\n');
    expect(stderr).toContain('wave 3 of 4 is done: 8 objects\n');
  });

  test.each([
    ['a check that fails', '--check false', 'the check after wave 1 of 4 failed: exit code 1'],
    ['what was not taken back', '--check false --on-failure undo', 'the check after wave 1 of 4 failed'],
  ])('names %s also with --quiet, and nothing else', async (_, flags, words) => {
    const { code, stderr } = await trivet(`${waves} ${flags} --quiet`);
    expect(code).toBe(10);
    expect(stderr).toMatch(new RegExp(`^warning: ${words}.*\\n$`));
  });

  test('says how many objects of a wave failed, and checks it', async () => {
    await trivet('workspace lock dns-qa --reason held');
    const { code, stderr } = await trivet(`${waves.replace('1,3,50%', '14,1')} --check cat`);
    expect({ code, stderr }).toMatchObject({ code: 10 });
    expect(stderr).toContain('wave 1 of 2 is over: 13 done, 1 failed\n');
    expect(stderr).toContain('dns-qa\n');
  });

  test('is stopped by a wave of which every object failed, which is not checked; so is its continuation', async () => {
    const [first = ''] = (await trivet('workspace list --where name~*-qa -o name')).stdout.split('\n');
    await trivet(`workspace lock ${first} --reason held`);
    const mark = join(mkdtempSync(join(tmpdir(), 'trivet-check-')), 'checked');
    const { code, stderr } = await trivet(`${waves} --check 'touch ${mark}'`);
    expect({ code, stderr }).toMatchObject({ code: 10 });
    expect(stderr).toContain(
      'wave 1 of 4 changed nothing: it is not checked, and the next wave is not started',
    );
    expect(stderr).toContain('0 done, 1 failed (1 already locked), 14 not started');
    expect(existsSync(mark)).toBe(false);
    const again = await trivet(`changes continue ${await idOf('workspace lock')} --yes`);
    expect(again.stderr).toContain('wave 1 of 4 changed nothing');
    expect(again.stderr).toContain('0 done, 1 failed');
    // What a person settles is passed over.
    await trivet(`changes settle ${await idOf('workspace lock')} 1 done`);
    const last = await trivet(`changes continue ${await idOf('workspace lock')} --yes`);
    expect(last.stderr).toContain('14 done, 0 failed, 1 already done');
  });

  test('of objects in several namespaces says where each is, and so does its undo', async () => {
    await trivet('job start crunch --namespace batch --yes');
    const stdin = '{"ID":"web","Namespace":"default"}\n{"ID":"crunch","Namespace":"batch"}\n';
    expect(await trivet('job stop - --yes --confirm 2', { stdin })).toMatchObject({ code: 0 });
    const id = await idOf('job stop');
    const shown = (await trivet(`changes show ${id}`)).stdout.split('\n').map((row) => row.split('\t'));
    expect(shown.map((row) => [row[1], row.at(-1)])).toEqual(
      expect.arrayContaining([
        ['web', 'default'],
        ['crunch', 'batch'],
      ]),
    );
    for (const line of [`undo ${id} --dry-run`, `undo ${id} --yes`]) {
      const rows = (await trivet(line)).stdout.trim().split('\n');
      expect(rows.map((row) => row.split('\t')).map((row) => [row[0], row.at(-1)])).toEqual(
        expect.arrayContaining([
          ['web', 'default'],
          ['crunch', 'batch'],
        ]),
      );
    }
  });

  test('names no undo where what was done cannot come back', async () => {
    expect((await trivet('pki role write gone --ttl 1h')).code).toBe(0);
    const { code, stderr } = await trivet('pki role delete - --yes', { stdin: 'gone\nnowhere\n' });
    expect(code).toBe(10);
    expect(stderr).toContain('1 done, 1 failed');
    expect(stderr).not.toContain('trivet undo');
  });

  test('says with --quiet why it stopped', async () => {
    const lines = ['x', 'y', 'z'].map((name) => `${name}\n`).join('');
    const { code, stderr } = await trivet('workspace lock - --yes --max-failures 1 --parallel 1 --quiet', {
      stdin: lines,
    });
    expect({ code, stderr }).toMatchObject({ code: 10 });
    expect(stderr).toMatch(/^warning: the run stopped after 1 failure\n$/);
  });

  test('ends when the check fails; changes continue takes up the rest, and undo takes back what was done', async () => {
    const { code, stderr } = await trivet(`${waves} --check false`);
    expect(code).toBe(10);
    expect(stderr).toContain('the check after wave 1 of 4 failed: exit code 1');
    expect(stderr).toContain('1 done, 0 failed, 14 not started');
    const id = await idOf('workspace lock');
    expect(stderr).toContain(`To take back what was done: trivet undo ${id}`);
    // The check of the first wave has not passed yet.
    const again = await trivet(`changes continue ${id} -o jsonl`);
    expect(again).toMatchObject({ code: 10, stdout: '' });
    expect((await trivet(`undo ${id} --yes`)).code).toBe(0);
    expect(await isLocked('network-qa')).toBe('false');
  });

  test('goes on when the check of the wave passes, and is not done while that of the last one fails', async () => {
    const flag = join(mkdtempSync(join(tmpdir(), 'trivet-check-')), 'passes');
    const line = `${waves.replace('1,3,50%', '14,1')} --check 'test -e ${flag}'`;
    expect((await trivet(line)).stderr).toContain('14 done, 0 failed, 1 not started');
    const id = await idOf('workspace lock');
    expect(await listed()).toMatchObject([{ state: 'open', done: 14 }]);
    writeFileSync(flag, '');
    expect(await trivet(`changes continue ${id}`)).toMatchObject({ code: 0 });
    expect(await listed()).toMatchObject([{ state: 'done', done: 15 }]);
    expect((await trivet(`undo ${id} --yes`)).code).toBe(0);
    const last = await trivet(`${waves.replace('--wave 1,3,50%', '')} --check false`);
    expect(last.code).toBe(10);
    expect(last.stderr).toContain('15 done, 0 failed');
    expect((await listed())[0]).toMatchObject({ state: 'open', done: 15 });
    expect((await trivet(`undo ${await idOf('workspace lock')} --yes`)).code).toBe(0);
  });

  test('stops after --max-failures', async () => {
    const { code, stdout, stderr } = await trivet(
      'workspace lock --where name~*-prod --reason x --yes --parallel 1 --max-failures 2 -o jsonl',
    );
    expect({ code, failed: stdout.match(/"result":"failed"/g)?.length }).toEqual({ code: 10, failed: 2 });
    expect(stderr).toContain('the run stopped after 2 failures');
  });

  test.each(['--max-failures 1', '--on-failure undo'])(
    'with %s does not go on past a first wave that fails again when it is continued',
    async (more) => {
      // The first of the list is held by somebody else.
      const names = ['network-qa', 'dns-qa', 'network-dev'];
      expect((await trivet('workspace lock network-qa', { as: 'operator' })).code).toBe(0);
      const line = `workspace lock - --reason x --yes --parallel 1 --wave 1,2 ${more}`;
      const first = await trivet(line, { stdin: names.map((name) => `${name}\n`).join('') });
      expect(first).toMatchObject({ code: 10 });
      const id = await idOf('workspace lock');
      const again = await trivet(`changes continue ${id} --yes`);
      expect({ code: again.code, stderr: again.stderr }).toMatchObject({ code: 10 });
      expect(again.stderr).toContain('the run stopped after 1 failure');
      expect([await isLocked('dns-qa'), await isLocked('network-dev')]).toEqual(['false', 'false']);
      // A person decides about the first one; then the others are next.
      expect((await trivet(`changes settle ${id} 1 done`)).code).toBe(0);
      expect((await trivet(`changes continue ${id} --yes`)).code).toBe(0);
      expect([await isLocked('dns-qa'), await isLocked('network-dev')]).toEqual(['true', 'true']);
    },
  );

  test('takes back with --on-failure undo what it did, and leaves what somebody else changed meanwhile', async () => {
    const { urls, tokens } = bench.sandbox();
    const script = join(folder, 'other.mjs');
    const body = { data: { type: 'workspaces', attributes: { description: 'theirs' } } };
    writeFileSync(
      script,
      `await fetch('${urls.workspaces}/organizations/demo/workspaces/network-qa', {
        method: 'PATCH',
        headers: { authorization: 'Bearer ${tokens.owner}', 'content-type': 'application/vnd.api+json' },
        body: ${JSON.stringify(JSON.stringify(body))},
      });\nprocess.exit(1);\n`,
    );
    const described = async (name: string): Promise<string> =>
      (await trivet(`workspace show ${name} --field description`)).stdout;
    const before = await described('dns-qa');
    const { code, stderr } = await trivet(
      `workspace update --where name~*-qa --description mine --yes --parallel 1 --wave 15 --on-failure undo --check '${process.execPath} ${script}'`,
    );
    expect(code).toBe(10);
    expect(stderr).toContain('taken back: 14 undone, 1 conflict');
    expect(stderr).toContain('network-qa: conflict: it has changed since');
    expect([await described('dns-qa'), await described('network-qa')]).toEqual([before, 'theirs']);
    const all = await listed();
    expect(all.map(({ command, state }) => [command, state])).toEqual([
      ['undo', 'done'],
      ['workspace update', 'done'],
    ]);
    // What came back is not done, and what a continued run would call done would not be.
    expect(stderr).not.toContain('To continue');
    const again = await trivet(`changes continue ${all[1]?.id ?? ''}`);
    expect(again.code).toBe(2);
    expect(again.stderr).toContain('the run cannot be continued: 14 changes of it were taken back');
    // A person has nothing to do about what nothing can continue.
    expect((await trivet('status -o jsonl')).stdout).not.toContain(all[1]?.id ?? '');
  });

  test('stops with --on-failure undo at the first object that fails, and nothing is left of it', async () => {
    const line = 'workspace lock --where name~*-prod --reason x --yes --parallel 1';
    const { code, stderr } = await trivet(`${line} --on-failure undo`);
    expect(code).toBe(10);
    expect(stderr).toContain('1 failed');
    const { stdout } = await trivet("workspace list --where locked=true --where 'locked-reason~x*' -o name");
    expect(stdout).toBe('');
    const asked = await trivet(line.replace(' --yes', ' --on-failure undo'));
    expect(asked.stderr).toContain('and take back what was done if that fails?');
  });

  test('refuses --on-failure undo for what cannot be taken back', async () => {
    const { code, stderr } = await trivet('pki role delete --where name~* --confirm 1 --on-failure undo');
    expect(code).toBe(2);
    expect(stderr).toContain(
      '--on-failure undo: trivet pki role delete cannot be taken back: it was deleted',
    );
  });

  test('is refused for a size of nothing, a check that does not exist, and one object', async () => {
    expect((await trivet('workspace lock --where name~*-qa --wave 0 --yes')).code).toBe(2);
    expect((await trivet('workspace lock --where name~*-qa --check ./no-such --yes')).code).toBe(2);
    expect((await trivet('workspace lock network-qa --wave 1')).code).toBe(2);
    expect(await isLocked('network-qa')).toBe('false');
  });

  test('shows on a terminal what the given settings are now', async () => {
    const { stderr } = await trivet('workspace update --where name~*-qa --engine-version 1.9.9', {
      tty: true,
      typed: 'n',
    });
    expect(stderr).toMatch(/engine-version: [\d.]+ → 1\.9\.9 \(\d+\)/);
  });
});

describe('undo', () => {
  test('takes back a change of many, and leaves what somebody else changed since', async () => {
    await trivet('workspace update --where name~network-* --description moved --yes');
    const id = await idOf('workspace update');
    await trivet('workspace update network-qa --description theirs', { as: 'owner' });
    const { code, stdout, stderr } = await trivet(`undo ${id} --yes -o jsonl`);
    expect({ code, stderr }).toMatchObject({ code: 10 });
    expect(stderr).toContain('1 conflict');
    expect(stdout).toContain('"result":"conflict"');
    expect((await trivet('workspace show network-qa --field description')).stdout).toBe('theirs');
    expect((await trivet('workspace show network-dev --field description')).stdout).not.toBe('moved');
    expect((await trivet(`undo ${id} --yes`)).code).toBe(6);
  });

  test('shows what comes back, without counters, and durations as people write them', async () => {
    await trivet('job stop web --yes');
    const stop = await trivet(`undo ${await idOf('job stop')} --dry-run`);
    expect(stop.stdout).toMatch(/would be undone\tVersion: \d+ → \d+, Stop: true → false\n$/);
    await trivet('pki role update web --ttl 2h');
    const role = await trivet(`undo ${await idOf('pki role update')}`);
    expect(role.stderr).toMatch(/web: ttl: 2h → \d+\w\n/);
  });

  test('asks once, and sends nothing without an answer', async () => {
    await trivet('workspace lock network-dev --reason x');
    const id = await idOf('workspace lock');
    const alone = await trivet(`undo ${id}`);
    expect(alone.code).toBe(2);
    expect(alone.stderr).toContain('network-dev: locked: true → false');
    expect(alone.stderr).toContain('  It bears no mark of this run: one that the same user made since');
    expect((await trivet(`undo ${id} --dry-run`)).stdout).toContain('It bears no mark of this run');
    expect(await isLocked('network-dev')).toBe('true');
    expect((await trivet(`undo ${id}`, { typed: 'y' })).code).toBe(0);
    expect(await isLocked('network-dev')).toBe('false');
    expect((await listed()).map(({ command, state }) => [command, state])).toEqual([
      ['undo', 'done'],
      ['workspace lock', 'undone'],
    ]);
  });

  test('leaves a lock without a reason unless --release-unproven is given with the count', async () => {
    await trivet('workspace lock network-dev');
    const id = await idOf('workspace lock');
    const left = await trivet(`undo ${id} --yes`);
    expect(left.code).toBe(10);
    expect(left.stdout).toContain('unproven');
    expect((await trivet(`undo ${id} --release-unproven --yes`)).code).toBe(2);
    expect((await trivet(`undo ${id} --release-unproven --confirm 2`)).code).toBe(2);
    expect(await isLocked('network-dev')).toBe('true');
    expect((await trivet(`undo ${id} --release-unproven --confirm 1`)).code).toBe(0);
    expect(await isLocked('network-dev')).toBe('false');
  });

  test('of one object leaves the others', async () => {
    await trivet('workspace lock --where name~*-qa --reason x --yes');
    const id = await idOf('workspace lock');
    const one = await trivet(`undo ${id} --only dns-qa --yes`);
    expect(one).toMatchObject({ code: 0 });
    expect(one.stderr).not.toContain('mark');
    expect(await isLocked('dns-qa')).toBe('false');
    expect(await isLocked('network-qa')).toBe('true');
    expect((await trivet(`undo ${id} --only nothing --yes`)).code).toBe(2);
  });

  test('that cannot read an object fails, and can be given again', async () => {
    await trivet('job scale web app 3 --wait');
    const id = await idOf('job scale');
    const nobody = { env: { TRIVET_JOBS_TOKEN: 'of-nobody' } };
    const line = `undo ${id} --yes -o jsonl`;
    const denied = await trivet(line, nobody);
    expect(denied.code, denied.stderr).toBe(4);
    expect(denied.stdout).toContain('"result":"failed","reason":"it could not be read: ');
    expect(denied.stderr).toContain('1 failed');
    expect(await trivet(`${line} --dry-run`, nobody)).toMatchObject({ code: 4 });
    const again = await trivet(line);
    expect(again.code, again.stderr).toBe(0);
    expect(again.stdout).toContain('"result":"undone"');
  });

  test('goes only to the server of the receipt', async () => {
    await trivet('workspace lock network-dev --reason x');
    const id = await idOf('workspace lock');
    const { code, stderr } = await trivet(`undo ${id} --yes --base-url http://127.0.0.1:1/api/v2`);
    expect(code).toBe(3);
    expect(stderr).toContain('To reach the server of the receipt: --base-url http');
  });

  test('says how its run reaches the server of the receipt', async () => {
    const { TRIVET_WORKSPACES_URL: url = '', TRIVET_WORKSPACES_TOKEN: T = '' } = environmentOf(
      bench.sandbox(),
    );
    const run = (line: string, env = {}) =>
      runCli(words(line), { env: { TRIVET_CONFIG_DIR: folder, T, ...env } });
    const elsewhere = 'http://127.0.0.1:1/api/v2';
    await run(
      `profile set here --workspaces-url ${url} --workspaces-token-from env:T --default-organization demo`,
    );
    await run(`profile set other --workspaces-url ${elsewhere}`);
    expect(await run('workspace lock network-dev --reason x --profile here')).toMatchObject({ code: 0 });
    const undo = `undo ${await idOf('workspace lock')} --yes`;
    expect((await run(`${undo} --profile other`)).stderr).toContain('of the receipt: --profile here\n');
    const variable = await run(undo, { TRIVET_WORKSPACES_URL: elsewhere });
    expect(variable.stderr).toContain('--profile here, and unset TRIVET_WORKSPACES_URL\n');
    await run(`profile set here --workspaces-url ${elsewhere}`);
    const moved = await run(`${undo} --profile here`);
    expect([moved.code, moved.stderr]).toEqual([3, expect.stringContaining('(profile "here")')]);
    const [, line = ''] = /the server of the receipt: trivet (.*)/.exec(moved.stderr) ?? [];
    expect(await run(line)).toMatchObject({ code: 0 });
    expect(await run(`${undo} --profile here`)).toMatchObject({ code: 0 });
  });

  test('obeys a read-only run', async () => {
    await trivet('workspace lock network-dev --reason x');
    const id = await idOf('workspace lock');
    expect((await trivet(`undo ${id} --yes`, { env: { TRIVET_READ_ONLY: '1' } })).code).toBe(4);
    expect(await isLocked('network-dev')).toBe('true');
  });

  test('names what cannot come back', async () => {
    await trivet('pki role delete web --yes');
    const { code, stdout } = await trivet(`undo ${await idOf('pki role delete')} --yes -o jsonl`);
    expect(code).toBe(2);
    expect(stdout).toContain('"result":"impossible","reason":"it was deleted; write it again"');
  });

  test('takes back every line of a batch, the latest change of an object first', async () => {
    const { stdout: before } = await trivet('workspace show network-dev --field description');
    const lines = ['one', 'two'].map((text) => `workspace update network-dev --description ${text}\n`);
    await trivet('batch run - --parallel 1', { stdin: lines.join('') });
    const { code, stdout } = await trivet(`undo ${await idOf('batch run')} --yes -o jsonl`);
    expect({ code, rows: stdout.match(/"undone"/g)?.length }).toEqual({ code: 0, rows: 2 });
    expect((await trivet('workspace show network-dev --field description')).stdout).toBe(before);
  });

  test('has nothing to do for a lend, and says what became of what it took', async () => {
    await trivet('workspace lock network-dev --reason x -- true');
    const { code, stderr } = await trivet(`undo ${await idOf('workspace lock')} --yes`);
    expect(code).toBe(2);
    expect(stderr).toContain('workspace lock has nothing to undo: unlocked network-dev');
  });

  test('points to the recovery of a lend that was killed, and does not say that it gave anything back', async () => {
    await trivet('workspace lock network-dev --reason x -- true');
    const id = await idOf('workspace lock');
    const name = readdirSync(receipts()).find((one) => one.includes(id)) ?? '';
    // As a kill leaves it: with the lock, without what came after it.
    const lines = readFileSync(join(receipts(), name), 'utf8').split('\n').slice(0, 3);
    rmSync(join(receipts(), name));
    const left = join(receipts(), name.replace(/\.\w+\.receipt$/, '.journal'));
    writeFileSync(left, `${lines.join('\n')}\n`, { mode: 0o600 });
    const { code, stderr } = await trivet(`undo ${id} --yes`);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('trivet lease recover') });
    expect(stderr).not.toContain('nothing to undo');
    const shown = await trivet(`changes show ${id}`);
    expect(shown.stdout).toContain('trivet lease recover');
    expect(shown.stdout).not.toContain('given back');
  });

  test('without an ID lists the latest changes and asks which', async () => {
    await trivet('workspace lock network-dev --reason x');
    const id = await idOf('workspace lock');
    // The second question gets the same answer, which is not yes.
    const { code, stdout, stderr } = await trivet('undo', { typed: id });
    expect(stdout).toContain(id);
    expect({ code, stderr }).toMatchObject({ code: 2 });
    expect(stderr).toContain('network-dev: locked: true → false');
    expect((await trivet('undo --yes')).code).toBe(2);
  });
});

test('an undo of the execution mode does not send its former form with it', async () => {
  await trivet('workspace update network-dev --execution-mode local --yes');
  const { code, stdout, stderr } = await trivet(`undo ${await idOf('workspace update')} --yes`);
  expect([code, stdout], stderr).toEqual([0, expect.stringContaining('undone')]);
  expect((await trivet('workspace show network-dev --field execution-mode')).stdout).toBe('remote');
});
