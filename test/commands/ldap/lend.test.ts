/** Tests `ldap library check-out SET -- COMMAND`: the account is returned however the command ends. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useSandbox } from '../../support/sandbox.ts';

const bench = useSandbox({ fresh: true });
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-lend-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const trivet: typeof bench.trivet = (line, options = {}) =>
  bench.trivet(line, {
    ...options,
    env: { TRIVET_CONFIG_DIR: join(folder, 'config'), PATH: process.env['PATH'] ?? '', ...options.env },
  });

const lends = (): readonly string[] => {
  try {
    return readdirSync(join(folder, 'config', 'lends'));
  } catch {
    return [];
  }
};
const free = 'svc-ops-1\ttrue\nsvc-ops-2\ttrue\n';
const available = async (): Promise<string> =>
  (await trivet('ldap library status team/ops --fields account,available')).stdout;
const written = (name: string): string => readFileSync(join(folder, name), 'utf8');

test('the command gets the account, its exit code is passed on, and the account is returned', async () => {
  const line = `ldap library check-out team/ops -- sh -c 'echo "$LDAP_USERNAME $LDAP_PASSWORD \${TRIVET_SECRETS_TOKEN-none}" >${folder}/seen; exit 7'`;
  const result = await trivet(line);
  expect(result.code).toBe(7);
  expect(written('seen')).toMatch(/^svc-ops-1 \S{20,} none\n$/);
  expect(result.stdout + result.stderr).not.toContain(written('seen').split(' ')[1]);
  expect(result.stderr).toContain('checked in svc-ops-1 of team/ops');
  expect(await available()).toBe(free);
  expect(lends()).toEqual([]);
});

test('a command that crashes returns the account and exits with 128 plus its signal', async () => {
  const result = await trivet("ldap library check-out team/ops -- sh -c 'kill -9 $$'");
  expect(result.code).toBe(137);
  expect(await available()).toBe(free);
});

test('the ledger exists while the command runs, with mode 0600 and without the password', async () => {
  await trivet(
    `ldap library check-out team/ops -- sh -c 'cp -p ${folder}/config/lends/*.json ${folder}/kept; echo $LDAP_PASSWORD >${folder}/seen'`,
  );
  expect(statSync(join(folder, 'kept')).mode & 0o777).toBe(0o600);
  expect(JSON.parse(written('kept'))).toMatchObject({ set: 'team/ops', account: 'svc-ops-1', mount: 'ldap' });
  expect(written('kept')).not.toContain(written('seen').trim());
});

/** Lends to a shell that waits, and sends the signal while it does. @param trap what the shell does then */
const signalled = (number: number, trap: string) =>
  trivet(
    `ldap library check-out team/ops -- sh -c '${trap}touch ${folder}/running; while :; do sleep 0.05; done'`,
    {
      onStart: (signal) => {
        const timer = setInterval(() => {
          try {
            statSync(join(folder, 'running'));
          } catch {
            return;
          }
          clearInterval(timer);
          signal(number);
        }, 20);
      },
    },
  );

test.each([2, 15, 1, 3])('signal %i ends the command and returns the account', async (number) => {
  expect((await signalled(number, '')).code).toBe(128 + number);
  expect(await available()).toBe(free);
  expect(lends()).toEqual([]);
});

test.each([
  [15, 'TERM', 5],
  [15, 'TERM', 0],
  [2, 'INT', 0],
  [1, 'HUP', 7],
])('a command that ends by itself after signal %i passes its own code on', async (number, name, code) => {
  expect((await signalled(number, `trap "exit ${code}" ${name}; `)).code).toBe(code);
  expect(await available()).toBe(free);
  expect(lends()).toEqual([]);
});

test('nothing is borrowed for a command that cannot be started', async () => {
  bench.clear();
  expect((await trivet('ldap library check-out team/ops -- no-such-program')).code).toBe(127);
  expect(bench.requests()).toEqual([]);
});

test('a failure of trivet itself is exit 125: unknown set, no account available', async () => {
  expect((await trivet('ldap library check-out nope -- true')).code).toBe(125);
  await trivet('ldap library check-out team/ops --reveal');
  await trivet('ldap library check-out team/ops --reveal');
  const none = await trivet('ldap library check-out team/ops -- true');
  expect(none.code).toBe(125);
  expect(none.stderr).toContain('borrowed by');
  expect(lends()).toEqual([]);
});

test('a wrapped reply is refused, since it has no password for the command', async () => {
  expect((await trivet('ldap library check-out team/ops --wrap-ttl 60s -- true')).code).toBe(2);
});

test('a dry run shows the check-out and starts nothing', async () => {
  bench.clear();
  const dry = await trivet(`ldap library check-out team/ops --dry-run -- touch ${folder}/started`);
  expect(dry.code).toBe(0);
  expect(dry.stdout).toContain('/check-out');
  expect(bench.requests().map(({ method }) => method)).toEqual(['GET']);
  expect(() => statSync(join(folder, 'started'))).toThrow();
});

test('the command gets no token that trivet would use, unless it is kept', async () => {
  mkdirSync(join(folder, 'config'), { mode: 0o700 });
  const jobs = { url: 'https://j.example', token: { kind: 'environment', name: 'MY_TOKEN' } };
  writeFileSync(
    join(folder, 'config', 'profiles.json'),
    JSON.stringify({ version: 1, profiles: { p: { jobs } } }),
    { mode: 0o600 },
  );
  const names = [
    'VAULT_TOKEN',
    'BAO_TOKEN',
    'NOMAD_TOKEN',
    'TFE_TOKEN',
    'TF_TOKEN_app_terraform_io',
    'MY_TOKEN',
  ];
  const env = { ...Object.fromEntries(names.map((name) => [name, 'canary'])), MINE: 'yes' };
  const print = `-- sh -c 'env >${folder}/seen'`;
  expect((await trivet(`ldap library check-out team/ops ${print}`, { env })).code).toBe(0);
  expect(written('seen')).toContain('MINE=yes');
  for (const name of [...names, 'TRIVET_SECRETS_TOKEN']) expect(written('seen')).not.toContain(`${name}=`);
  expect((await trivet(`ldap library check-out team/ops --keep-token ${print}`, { env })).code).toBe(0);
  for (const name of names) expect(written('seen')).toContain(`${name}=canary`);
  expect((await trivet('ldap library check-out team/ops --keep-token')).code).toBe(2);
});

test('an account that somebody else has checked in meanwhile leaves a lease, which is named with its end', async () => {
  const trivetBin = `${process.execPath} ${join(process.cwd(), 'bin', 'trivet')}`;
  const url = `TRIVET_SECRETS_URL=${bench.sandbox().urls.secrets} TRIVET_SECRETS_PRODUCT=documented`;
  const script = join(folder, 'manage.sh');
  const manage = `TRIVET_SECRETS_TOKEN=${bench.sandbox().tokens.owner} ${url} ${trivetBin} ldap library manage check-in team/ops svc-ops-1 --yes`;
  writeFileSync(script, `${manage}\n`);
  const result = await trivet(`ldap library check-out team/ops -- sh ${script}`);
  expect(result.code, result.stderr).toBe(0);
  expect(result.stderr).toContain('svc-ops-1 of team/ops is already available. Unless its lease has ended');
  expect(result.stderr).toMatch(
    /from its next borrower at \d{4}-\S+Z at the latest\. Before anyone borrows it: trivet lease revoke \S+ --sync/,
  );
});

test('a lease that has ended is not said to take the account from its next borrower', async () => {
  const run = (token: string, line: string): string =>
    `TRIVET_SECRETS_TOKEN=${token} TRIVET_SECRETS_URL=${bench.sandbox().urls.secrets} TRIVET_SECRETS_PRODUCT=documented ${process.execPath} ${join(process.cwd(), 'bin', 'trivet')} ${line}`;
  const { owner, operator } = bench.sandbox().tokens;
  const script = join(folder, 'ended.sh');
  const prefix = '/sys/leases/revoke-prefix/ldap/library/team/ops/check-out';
  writeFileSync(
    script,
    `${run(owner, `api secrets PUT ${prefix} --yes`)} && ${run(operator, 'ldap library check-out team/ops --reveal')}\n`,
  );
  const result = await trivet(`ldap library check-out team/ops -- sh ${script}`);
  expect(result.stderr).toContain('has another borrower by now and was not checked in\n');
});

test('an account that somebody else has borrowed meanwhile stays theirs, and a warning names the end of the lease', async () => {
  const other = `TRIVET_SECRETS_TOKEN=${bench.sandbox().tokens.operator}`;
  const trivetBin = `${process.execPath} ${join(process.cwd(), 'bin', 'trivet')}`;
  const script = join(folder, 'other.sh');
  const url = `TRIVET_SECRETS_URL=${bench.sandbox().urls.secrets} TRIVET_SECRETS_PRODUCT=documented`;
  const borrow = `${other} ${url} ${trivetBin} ldap library check-out team/ops --reveal >/dev/null`;
  const manage = `TRIVET_SECRETS_TOKEN=${bench.sandbox().tokens.owner} ${url} ${trivetBin} ldap library manage check-in team/ops svc-ops-1 --yes`;
  writeFileSync(script, `${manage} && ${borrow} && ${borrow}\n`);
  const result = await trivet(`ldap library check-out team/ops -- sh ${script}`);
  expect(result.code, result.stderr).toBe(0);
  expect(result.stderr).toContain('svc-ops-1 of team/ops has another borrower by now and was not checked in');
  expect(result.stderr).toMatch(/the server takes the account from that borrower at \d{4}-/);
  expect(await available()).toBe('svc-ops-1\tfalse\nsvc-ops-2\tfalse\n');
  expect(bench.requests().map(({ path }) => path)).not.toContain('/v1/sys/leases/revoke');
  expect(lends()).toEqual([]);
});
