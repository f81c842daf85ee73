/** Tests a loan whose check-out ended before its command, when the account may already have another borrower. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Answer } from '../../support/fake-server.ts';
import { answering, secretsAt } from '../../support/answering.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-loan-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lent = {
  lease_id: 'ldap/library/s/check-out/abc',
  lease_duration: 60,
  renewable: true,
  data: { service_account_name: 'svc-1', password: 'p-w-of-svc-1' },
};
const denied: Answer = { status: 403, body: { errors: ['1 error occurred:\n\t* permission denied\n\n'] } };

const borrowed: Answer = {
  body: { data: { 'svc-1': { available: false, borrower_client_token: 'the-hash' } } },
};

/** Lends for a command of two hours, and replies to the requests after the check-out. */
const loanTooLong = async (after: Readonly<Record<string, Answer | (() => Answer)>>, more = '') => {
  const done = join(folder, 'done');
  const answers: typeof after = {
    '/v1/ldap/library/s': { body: { data: { service_account_names: ['svc-1'], ttl: 60 } } },
    '/v1/ldap/library/s/check-out': { body: { ...lent } },
    '/v1/ldap/library/s/status': borrowed,
    ...after,
  };
  const result = await answering(
    `ldap library check-out s ${more} -- touch ${done}`,
    (origin) => ({
      ...secretsAt(origin),
      TRIVET_CONFIG_DIR: join(folder, 'config'),
      PATH: process.env['PATH'] ?? '',
    }),
    ({ path }) => {
      const answer = answers[path] ?? { status: 404, body: { errors: [`nothing is said of ${path}`] } };
      return typeof answer === 'function' ? answer() : answer;
    },
    { now: () => Date.now() + (existsSync(done) ? 7_200_000 : 0) },
  );
  return { ...result, paths: result.asked.map(({ path }) => path.replace('/v1/', '')) };
};

test('if the lease is gone, nothing is checked in and a warning says so', async () => {
  const result = await loanTooLong({
    '/v1/sys/leases/lookup': { status: 400, body: { errors: ['invalid lease'] } },
  });
  expect(result.code).toBe(0);
  expect(result.stderr).toContain('warning: the check-out of svc-1 of s expired before the command ended');
  expect(result.stderr).not.toContain('checked in');
  expect(result.paths).toEqual([
    'auth/token/lookup-self',
    'ldap/library/s',
    'ldap/library/s/status',
    'sys/capabilities-self',
    'sys/internal/ui/mounts/ldap',
    'ldap/library/s/check-out',
    // Who has it now, to compare with who has it at the end.
    'ldap/library/s/status',
    'ldap/library/s/status',
    'sys/leases/lookup',
  ]);
  expect(readdirSync(join(folder, 'config', 'lends'))).toEqual([]);
});

test("a token that can neither look up nor revoke checks in no other borrower's account", async () => {
  const result = await loanTooLong({ '/v1/sys/leases/lookup': denied, '/v1/sys/leases/revoke': denied });
  expect(result.code).toBe(0);
  expect(result.stderr).toContain('expired before the command ended');
  expect(result.paths).not.toContain('ldap/library/s/check-in');
});

test('if the command renewed its lease, the account is returned as usual', async () => {
  const result = await loanTooLong({
    '/v1/sys/leases/lookup': { body: { data: { id: lent.lease_id, ttl: 600 } } },
    '/v1/sys/leases/revoke': { status: 204 },
  });
  expect(result.stderr).toContain('checked in svc-1 of s');
});

test('a check-out without an expiry is never treated as expired', async () => {
  const result = await loanTooLong(
    {
      '/v1/ldap/library/s/check-out': { body: { ...lent, lease_duration: 0 } },
      '/v1/sys/leases/revoke': { status: 204 },
    },
    '--ttl 0',
  );
  expect(result.stderr).toContain('checked in svc-1 of s');
  expect(result.paths).not.toContain('sys/leases/lookup');
});

test.each(['--out file', '--field password', '--fields password', '--query data'])(
  "%s is refused before anything is lent, since it cannot apply to the command's output",
  async (flag) => {
    const result = await loanTooLong({}, flag);
    expect(result.code).toBe(2);
    expect(result.asked).toEqual([]);
  },
);

/** What a standby replies while the servers elect a leader. */
const election: Answer = {
  status: 500,
  body: { errors: ['local node not active but active cluster node not found'] },
};

test('a check-in survives the election of a leader', async () => {
  let asked = 0;
  const result = await loanTooLong({
    '/v1/sys/leases/lookup': { body: { data: { id: lent.lease_id, ttl: 600 } } },
    '/v1/sys/leases/revoke': () => {
      asked += 1;
      return asked <= 4 ? election : { status: 204 };
    },
  });
  expect([result.code, asked]).toEqual([0, 5]);
  expect(result.stderr).toContain('checked in svc-1 of s');
});

test('the account of another borrower is neither checked in nor taken by its lease, even if the server allowed it', async () => {
  const result = await loanTooLong({
    '/v1/ldap/library/s/check-out': { body: { ...lent, lease_duration: 10_000 } },
    '/v1/ldap/library/s/status': () => {
      const token = existsSync(join(folder, 'done')) ? 'another-hash' : 'the-hash';
      return { body: { data: { 'svc-1': { available: false, borrower_client_token: token } } } };
    },
    '/v1/ldap/library/s/check-in': { body: { data: { check_ins: ['svc-1'] } } },
    '/v1/sys/leases/revoke': { status: 204 },
    '/v1/sys/leases/lookup': { body: { data: { id: lent.lease_id, ttl: 600 } } },
  });
  expect(result.stderr).toContain('svc-1 of s has another borrower by now and was not checked in');
  expect(result.paths).not.toContain('ldap/library/s/check-in');
  expect(result.paths).not.toContain('sys/leases/revoke');
});

test('a sealed server at the end of a loan is reported once, in place of each retry', async () => {
  let asked = 0;
  const result = await loanTooLong({
    '/v1/sys/leases/lookup': { body: { data: { id: lent.lease_id, ttl: 600 } } },
    '/v1/sys/leases/revoke': () => {
      asked += 1;
      return asked <= 2 ? { status: 503, body: { errors: ['Vault is sealed'] } } : { status: 204 };
    },
  });
  expect([result.code, asked]).toEqual([0, 3]);
  const said = 'the server is sealed, so svc-1 of s cannot be given back until someone unseals it';
  expect(result.stderr.split(said)).toHaveLength(2);
  expect(result.stderr).toContain('After that run: trivet lease recover');
  expect(result.stderr).not.toContain('retrying in');
  expect(result.stderr).toContain('checked in svc-1 of s');
});

test('a check-in by name is retried only while the account is still borrowed', async () => {
  let asked = 0;
  const result = await loanTooLong({
    '/v1/ldap/library/s/check-out': { body: { ...lent, lease_duration: 10_000 } },
    '/v1/ldap/library/s/status': borrowed,
    '/v1/sys/leases/revoke': denied,
    '/v1/ldap/library/s/check-in': () => {
      asked += 1;
      return asked === 1 ? election : { body: { data: { check_ins: ['svc-1'] } } };
    },
  });
  expect([result.code, asked]).toEqual([0, 2]);
  expect(result.stderr).toContain('checked in svc-1 of s');
});

test('if nothing showed the borrower after the check-out, the server decides whose the account is, and the lease stays', async () => {
  let asked = 0;
  const result = await loanTooLong({
    '/v1/ldap/library/s/check-out': { body: { ...lent, lease_duration: 10_000 } },
    '/v1/ldap/library/s/status': () => {
      asked += 1;
      return asked <= 2 ? denied : borrowed;
    },
    '/v1/ldap/library/s/check-in': {
      status: 400,
      body: { errors: ['"svc-1" can\'t be checked in because it wasn\'t checked out by the caller'] },
    },
    '/v1/ldap/library/s': {
      body: { data: { service_account_names: ['svc-1'], disable_check_in_enforcement: false } },
    },
    '/v1/sys/leases/lookup': { body: { data: { id: lent.lease_id, expire_time: '2026-11-24T20:13:57.1Z' } } },
  });
  expect(result.code).toBe(0);
  expect(result.stderr).toContain('svc-1 of s has another borrower by now and was not checked in');
  expect(result.stderr).toContain(
    'the server takes the account from that borrower at 2026-11-24T20:13:57Z at the latest',
  );
  expect(result.paths).not.toContain('sys/leases/revoke');
});

/** The entries of the ledger. */
const kept = (): readonly string[] =>
  readdirSync(join(folder, 'config', 'lends')).filter((name) => name.endsWith('.json'));

const free: Answer = { body: { data: { 'svc-1': { available: true } } } };
const open: Answer = {
  body: { data: { service_account_names: ['svc-1'], disable_check_in_enforcement: true } },
};
const away: Answer = { status: 500, body: { errors: ['internal error'] } };

test.each([
  ['the set lets anybody check in', 4, denied, open, ''],
  ['the token may not read the set', 4, denied, denied, ''],
  ['the set cannot be read', 7, denied, away, '--timeout 1s'],
] as const)(
  'where nothing would show the borrower and %s, the loan is refused before the check-out',
  async (_why, code, status, set, more) => {
    const answers = { '/v1/ldap/library/s/status': () => status, '/v1/ldap/library/s': set };
    const result = await loanTooLong(answers, `--ttl 1m ${more}`);
    expect([result.code, existsSync(join(folder, 'done')), kept()]).toEqual([code, false, []]);
    expect(result.stderr).toContain('nothing would prove whose the account is');
    expect(result.stderr).toContain(
      'trivet ldap library check-out s and trivet ldap library check-in s ACCOUNT',
    );
    expect(result.stderr).toContain('Nothing was changed.');
    expect(result.paths.filter((path) => /check-out|check-in|revoke/.test(path))).toEqual([]);
  },
);

test('an account of which nothing shows the borrower any more stays, and the run fails with the check-in', async () => {
  const statuses = [free];
  const result = await loanTooLong({
    '/v1/ldap/library/s/check-out': { body: { ...lent, lease_duration: 10_000 } },
    '/v1/ldap/library/s/status': () => statuses.shift() ?? denied,
    '/v1/ldap/library/s': open,
  });
  expect([result.code, existsSync(join(folder, 'done'))]).toEqual([125, true]);
  expect(result.stderr).toContain(
    'svc-1 of s is still checked out: nothing shows whether it has another borrower',
  );
  expect(result.stderr).toContain(
    `trivet ldap library check-in s svc-1 --lease-id ${lent.lease_id} --mount ldap`,
  );
  expect(result.paths.filter((path) => /check-in|revoke/.test(path))).toEqual([]);
  expect(readdirSync(join(folder, 'config', 'lends')).filter((name) => name.endsWith('.json'))).toHaveLength(
    1,
  );
});
