/** Tests `lease recover`, which gives back only what killed loans left behind. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { becomeOwner } from '../../../src/system/owner.ts';
import type { Sandbox } from '../../../src/sandbox/start.ts';
import { startSandbox } from '../../../src/sandbox/start.ts';
import { runCli, words } from '../../support/run-cli.ts';
import type { CliOptions } from '../../support/run-cli.ts';
import { environmentOf, useSandbox } from '../../support/sandbox.ts';

const bench = useSandbox({ fresh: true });
let folder = '';
const config = (): string => join(folder, 'config');
const lends = (): string => join(config(), 'lends');
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-recover-'));
  mkdirSync(lends(), { recursive: true, mode: 0o700 });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const trivet = (line: string, options: CliOptions = {}) =>
  bench.trivet(line, {
    ...options,
    env: { TRIVET_CONFIG_DIR: config(), PATH: process.env['PATH'] ?? '', ...options.env },
  });

const free = 'svc-ops-1\ttrue\nsvc-ops-2\ttrue\n';
const available = async (): Promise<string> =>
  (await trivet('ldap library status team/ops --fields account,available')).stdout;

const write = (name: string, value: unknown): void =>
  writeFileSync(join(lends(), name), JSON.stringify(value), { mode: 0o600 });
const left = (): readonly string[] => readdirSync(lends()).toSorted();

/** The ledger entry of a check-out whose loan was killed. */
const leftBehind = async (more: object = {}) => {
  const out = JSON.parse((await trivet('ldap library check-out team/ops -o json')).stdout);
  return {
    baseUrl: bench.sandbox().urls.secrets,
    mount: 'ldap',
    set: 'team/ops',
    account: out.data.service_account_name,
    lease: out.lease_id,
    until: Date.now() + 3_600_000,
    owner: { id: '0'.repeat(24), listens: true },
    ...more,
  };
};

/** Older than an owner that cannot be reached may be. */
const aged = { owner: undefined };

test('an owner that replies keeps its account, whatever its process ID', async () => {
  const me = await becomeOwner(lends());
  write('1.json', await leftBehind({ owner: me.owner, pid: 999_999_999 }));
  const used = await trivet('lease recover');
  expect([used.code, used.stdout.trim().split('\t').at(-1)]).toEqual([
    0,
    'a command that still runs uses svc-ops-1 of team/ops',
  ]);
  me.release();
  // A process ID that is in use here says nothing about another container.
  const recovered = await trivet('lease recover');
  expect([recovered.code, recovered.stdout.trim().split('\t').at(-1)]).toEqual([
    0,
    'checked in svc-ops-1 of team/ops',
  ]);
  expect(await available()).toBe(free);
  expect(left()).toEqual([]);
});

test('an owner that cannot be reached keeps its account for a minute after its last sign of life', async () => {
  write('1.json', await leftBehind());
  expect((await trivet('lease recover')).stdout).toContain('a command that still runs');
  write('1.json', { ...(await leftBehind(aged)) });
  expect((await trivet('lease recover')).stdout).toContain('checked in');
});

test('the record of an ended loan does not check in the account that a running loan has', async () => {
  write('1.json', await leftBehind(aged));
  const me = await becomeOwner(lends());
  await trivet('ldap library check-in team/ops svc-ops-1');
  write('2.json', await leftBehind({ owner: me.owner }));
  const used = await trivet('lease recover');
  me.release();
  const text = 'a command that still runs uses svc-ops-1 of team/ops';
  const row = `svc-ops-1 of team/ops\tin use\t${text}\n`;
  expect([used.code, used.stdout]).toEqual([0, `${row}${row}`]);
  expect(await available()).toBe('svc-ops-1\tfalse\nsvc-ops-2\ttrue\n');
  expect(left()).toEqual(expect.arrayContaining(['1.json', '2.json']));
});

test('a running loan has its account also where it names the namespace as part of the mount', async () => {
  const entry = await leftBehind(aged);
  write('1.json', entry);
  const me = await becomeOwner(lends());
  write('2.json', { ...entry, owner: me.owner, namespace: 'team-a', mount: 'ldap' });
  expect((await trivet('lease recover --dry-run')).stdout, 'another namespace').toContain(
    'would be returned',
  );
  write('1.json', { ...entry, mount: 'team-a/ldap' });
  const used = await trivet('lease recover');
  me.release();
  const text = 'a command that still runs uses svc-ops-1 of team/ops';
  const row = `svc-ops-1 of team/ops\tin use\t${text}\n`;
  expect(used.stdout).toBe(`${row}${row}`);
});

test('another spelling of an address is the same server', async () => {
  const port = new URL(bench.sandbox().urls.secrets).port;
  write('1.json', await leftBehind({ ...aged, baseUrl: `http://localhost:${port}/v1/`, namespace: '/' }));
  expect((await trivet('lease recover')).stdout).toContain('checked in svc-ops-1');
  write('1.json', await leftBehind({ ...aged, baseUrl: 'https://another-name.example/v1' }));
  expect((await trivet('lease recover')).stdout, 'the lease tells').toContain('checked in svc-ops-1');
  expect(left()).toEqual([]);
});

test('a lease of a namespace, which its ID ends with, is given back where the settings name that namespace', async () => {
  const lease = 'ldap/library/team/ops/check-out/EmFx7a4b8pLuT8tZ.Nw1z7s';
  write('1.json', await leftBehind({ ...aged, namespace: 'team-a', lease }));
  const env = { TRIVET_SECRETS_NAMESPACE: 'team-a' };
  expect((await trivet('lease recover --dry-run', { env })).stdout).not.toContain('elsewhere');
  expect((await trivet('lease recover --dry-run')).stdout).toContain('elsewhere');
});

test('an entry of another server is kept and named with its command, and the exit code is not 0', async () => {
  write('1.json', await leftBehind({ ...aged, baseUrl: 'https://elsewhere.example/v1', lease: 'ldap/x/y' }));
  const result = await trivet('lease recover');
  expect(result.code).toBe(1);
  expect(result.stdout).toContain('trivet lease recover --base-url https://elsewhere.example/v1');
  expect(left()).toEqual(['1.json']);
});

test('a dry run reports what would become of an account, and changes neither the server nor the ledger', async () => {
  write('1.json', await leftBehind({ ...aged, borrower: { token: 'a'.repeat(64) } }));
  const before = readFileSync(join(lends(), '1.json'), 'utf8');
  const dry = async () => (await trivet('lease recover --dry-run')).stdout.trim().split('\t');
  expect((await dry()).slice(1)).toEqual(['left', expect.stringContaining('has another borrower by now')]);
  const { borrower: _, ...mine } = JSON.parse(before);
  write('1.json', mine);
  expect(await dry()).toEqual(['svc-ops-1 of team/ops', 'would be returned']);
  await trivet('ldap library check-in team/ops svc-ops-1');
  expect((await dry())[1]).toBe('ended');
  expect([left(), await available()]).toEqual([['1.json'], free]);
});

test('a clock that is ahead ends nothing, because the server is asked', async () => {
  write('1.json', await leftBehind(aged));
  const tomorrow = { now: () => Date.now() + 30 * 3_600_000 };
  const result = await trivet('lease recover', tomorrow);
  expect([result.code, result.stdout.trim().split('\t').at(-1)]).toEqual([
    0,
    'checked in svc-ops-1 of team/ops',
  ]);
  expect(await available()).toBe(free);
});

test('a check-out whose reply was lost stays, and the printed check-in returns it with its lease', async () => {
  const sandbox: Sandbox = await startSandbox({ faults: ['lost:1@/check-out'] });
  try {
    const env = {
      ...environmentOf(sandbox),
      TRIVET_CONFIG_DIR: config(),
      PATH: process.env['PATH'] ?? '',
    };
    const run = (line: string) => runCli(words(line), { env });
    const status = 'ldap library status team/ops --fields account,available';
    expect((await run('ldap library check-out team/ops -- true')).code).toBe(125);
    expect((await run(status)).stdout).toBe('svc-ops-1\tfalse\nsvc-ops-2\ttrue\n');
    const unproven = await run('lease recover');
    expect([unproven.code, unproven.stdout]).toEqual([1, expect.stringContaining('svc-ops-1 may be it')]);
    expect(unproven.stdout).toContain('the owner of the server by its log, can tell');
    expect((await run(status)).stdout).toBe('svc-ops-1\tfalse\nsvc-ops-2\ttrue\n');
    const [, byHand = ''] =
      /trivet (ldap library check-in team\/ops svc-ops-1 --lease-id \S+ --mount ldap)/.exec(
        unproven.stdout,
      ) ?? [];
    expect((await run(byHand)).code).toBe(0);
    expect((await run(status)).stdout).toBe(free);
    expect((await run('lease list ldap/library/team/ops/check-out')).stdout).toBe('');
    expect((await run('lease recover')).stdout.split('\t')[1]).toBe('ended');
    expect(left()).toEqual([]);
  } finally {
    await sandbox.close();
  }
});

/** A check-out whose reply is lost, then what others do, then the recovery. */
const recoveredAfter = async (others: readonly (readonly [line: string, as: 'owner' | 'operator'])[]) => {
  const sandbox = await startSandbox({ faults: ['lost:1@/check-out'] });
  const run = (line: string, as: 'owner' | 'operator' = 'owner') =>
    runCli(words(line), {
      env: {
        ...environmentOf(sandbox, as),
        TRIVET_CONFIG_DIR: config(),
        PATH: process.env['PATH'] ?? '',
      },
    });
  try {
    expect((await run('ldap library check-out team/ops -- true')).code).toBe(125);
    for (const [line, as] of others) expect((await run(line, as)).code).toBe(0);
    const { code, stdout } = await run('lease recover');
    const [, result = '', text = ''] = stdout.trim().split('\t');
    const { data } = JSON.parse((await run('lease list ldap/library/team/ops/check-out -o json')).stdout);
    const accounts = (await run('ldap library status team/ops --fields account,available')).stdout;
    return { code, result, text, leases: data?.keys ?? [], accounts };
  } finally {
    await sandbox.close();
  }
};

test('if several leases can be the one of a lost check-out, none is revoked, and all are named', async () => {
  const found = await recoveredAfter([
    ['ldap library check-out team/ops --reveal', 'operator'],
    ['ldap library check-in team/ops svc-ops-2', 'operator'],
  ]);
  expect(found).toMatchObject({
    code: 1,
    result: 'unproven',
    accounts: 'svc-ops-1\tfalse\nsvc-ops-2\ttrue\n',
  });
  expect(found.leases).toHaveLength(2);
  expect(found.text).toContain(
    'To check it in: trivet ldap library check-in team/ops svc-ops-1 --mount ldap',
  );
  expect(found.text).toContain('then takes the account from its next borrower');
  for (const lease of found.leases) expect(found.text).toContain(`ldap/library/team/ops/check-out/${lease}`);
});

test('if another borrower has the account of a lost check-out, it stays theirs, and no lease is revoked', async () => {
  const found = await recoveredAfter([
    ['ldap library check-in team/ops svc-ops-1', 'owner'],
    ['ldap library check-out team/ops --reveal', 'operator'],
  ]);
  expect(found.accounts).toBe('svc-ops-1\tfalse\nsvc-ops-2\ttrue\n');
  expect(found.leases).toHaveLength(2);
  for (const lease of found.leases) expect(found.text).toContain(`ldap/library/team/ops/check-out/${lease}`);
});

test('after a lost reply no account is returned that was borrowed before or may belong to another check-out', async () => {
  const { account: _account, lease: _lease, ...entry } = await leftBehind({ ...aged, taken: {} });
  await trivet('ldap library check-out team/ops --reveal');
  write('1.json', entry);
  const doubtful = await trivet('lease recover');
  expect(doubtful.code).toBe(1);
  expect(doubtful.stdout).toContain('the account may be one of svc-ops-1, svc-ops-2');
  write('1.json', { ...entry, taken: undefined });
  expect((await trivet('lease recover')).code).toBe(1);
  expect(await available()).toBe('svc-ops-1\tfalse\nsvc-ops-2\tfalse\n');
  await trivet('ldap library check-in team/ops svc-ops-1 svc-ops-2');
  write('1.json', { ...entry, taken: {} });
  expect((await trivet('lease recover')).stdout).toContain('was not made, or has ended');
  expect(left()).toEqual([]);
});

test('an entry that cannot be read stays, and the exit code is not 0', async () => {
  writeFileSync(join(lends(), '1.json'), 'no JSON');
  expect((await trivet('lease recover')).code).toBe(1);
  expect(readFileSync(join(lends(), '1.json'), 'utf8')).toBe('no JSON');
});
