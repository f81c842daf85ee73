/**
 * Tests library sets where the server is limited or replies in another way (test/seeds/2-secrets.md §2.3, §4.4), and a wait.
 */
import { expect, test } from 'vitest';
import { runCli, words } from '../../support/run-cli.ts';
import { useSandbox } from '../../support/sandbox.ts';
import type { FakeRequest } from '../../support/fake-server.ts';
import { secretsServer, smallServer } from '../../support/small-server.ts';

const bench = useSandbox({ fresh: true });
const { trivet } = bench;
const sent = (method: string) => bench.requests().filter((one) => one.method === method);

test('without /v1 an empty list causes a warning, because servers answer every path outside the API like that', async () => {
  const { env } = await smallServer(() => ({ status: 404, body: { errors: [] } }));
  const { TRIVET_JOBS_URL: url = '' } = env;
  const at = (base: string, line: string) =>
    runCli(words(line), {
      env: { TRIVET_SECRETS_URL: base, TRIVET_SECRETS_TOKEN: 'the-token', TRIVET_SECRETS_PRODUCT: 'vault' },
    });
  const doubted = await at(url, 'ldap library list');
  expect(doubted).toMatchObject({ code: 0, stdout: '' });
  expect(doubted.stderr).toContain(`Try: ${url}/v1`);
  expect((await at(url, 'ldap library show web')).stderr).toContain(`Try: ${url}/v1`);
  expect(await at(`${url}/v1`, 'ldap library list')).toMatchObject({ code: 0, stderr: '' });
  // A namespace as part of the address.
  expect(await at(`${url}/v1/team`, 'ldap library list')).toMatchObject({ code: 0, stderr: '' });
  expect((await at(`${url}/v1`, 'ldap library show web')).stderr).not.toContain('Try: ');
});

test('a token that may check in but not read gets a hint to name the account', async () => {
  const { received, env } = await smallServer(() => ({
    status: 403,
    body: { errors: ['1 error occurred:\n\t* permission denied\n\n'] },
  }));
  const { TRIVET_JOBS_URL: url = '' } = env;
  const refused = await runCli(words('ldap library check-in web'), {
    env: { TRIVET_SECRETS_URL: `${url}/v1`, TRIVET_SECRETS_TOKEN: 'the-token' },
  });
  expect(refused.code).toBe(4);
  expect(refused.stderr).toContain('name the account');
  expect(received.map(({ path }) => path)).toEqual(['/v1/ldap/library/web/status']);
});

test('--wait retries until an account is free, or exits 124', async () => {
  const borrow = () => bench.given('ldap library check-out team/ops', 'service_account_name');
  await borrow();
  const account = await borrow();
  bench.clear();
  const over = await trivet('ldap library check-out team/ops --wait --wait-timeout 1s --reveal');
  expect(over.code).toBe(124);
  // The pause is longer than the wait, so it is shortened: the last attempt is at the end of the wait.
  expect(sent('POST').length + sent('PUT').length).toBeGreaterThan(1);
  expect(over.stderr).toContain('the wait timed out');
  const waiting = bench.given(
    'ldap library check-out team/ops --wait --wait-timeout 60s',
    'service_account_name',
  );
  await trivet(`ldap library manage check-in team/ops ${account} --yes`);
  expect(await waiting).toBe(account);
});

test.each(['check-in s a', 'manage check-in s a --yes'])(
  'a status without accounts does not show that an account is available: %s',
  async (line) => {
    const { env } = await secretsServer(({ url }) =>
      url.includes('check-in') ? { body: { data: { check_ins: [] } } } : { body: { data: {} } },
    );
    const { code, stdout, stderr } = await runCli(words(`ldap library ${line}`), { env });
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain('not checked in by this call: a; it is not known whether it is available');
  },
);

test.each(['', '--lease-id ldap/library/s/check-out/x'])(
  'an account that is not of the set is exit 5 and not available: %s',
  async (more) => {
    const { env } = await secretsServer(({ url }) =>
      url.includes('check-in')
        ? { body: { data: { check_ins: [] } } }
        : { body: { data: { other: { available: true } } } },
    );
    const { code, stderr } = await runCli(words(`ldap library check-in s nope ${more}`), { env });
    expect(code).toBe(5);
    expect(stderr).toContain('not an account of s: nope');
  },
);

const denied = { status: 403, body: { errors: ['1 error occurred:\n\t* permission denied\n\n'] } };
const lease = 'ldap/library/ops/check-out/abc';

/** A set with one account borrowed by `borrower`; the token's entity is `e-1`, and it may not revoke. */
const limited = async (borrower: string) => {
  const has = { available: false, borrower_entity_id: borrower, borrower_client_token: 'hash-1' };
  let isOut = true;
  const server = await smallServer(({ path, method }) => {
    if (path.endsWith('/status')) {
      return { body: { data: { 'svc-1': isOut ? has : { available: true }, 'svc-2': { available: true } } } };
    }
    if (path.endsWith('lookup-self')) return { body: { data: { entity_id: 'e-1' } } };
    if (path.endsWith('/leases/revoke')) return denied;
    if (path.endsWith('/check-out')) {
      return {
        body: { lease_id: lease, lease_duration: 60, data: { service_account_name: 'svc-1', password: 'p' } },
      };
    }
    if (path.endsWith('/check-in')) {
      isOut = false;
      return { body: { data: { check_ins: ['svc-1'] } } };
    }
    return method === 'GET' ? denied : { status: 599 };
  });
  const env = {
    TRIVET_SECRETS_URL: `${server.env['TRIVET_JOBS_URL'] ?? ''}/v1`,
    TRIVET_SECRETS_TOKEN: 'the-token',
    TRIVET_SECRETS_PRODUCT: 'vault',
    PATH: process.env['PATH'] ?? '',
  };
  return { run: (line: string) => runCli(words(line), { env }), received: server.received };
};
const posts = (received: readonly FakeRequest[]): readonly string[] =>
  received
    .filter(({ method, path }) => method === 'POST' && !path.endsWith('/capabilities-self'))
    .map(({ path }) => path);

test('if revoking is forbidden, the check-in is by name, and a hint has the policy line', async () => {
  const checkedIn = '/v1/ldap/library/ops/check-in';
  for (const [more, sent] of [
    [' --borrower hash-1', ['/v1/sys/leases/revoke', checkedIn]],
    ['', [checkedIn, '/v1/sys/leases/revoke']],
  ] as const) {
    const { run, received } = await limited('e-1');
    const done = await run(`ldap library check-in ops --lease-id ${lease}${more}`);
    expect({ code: done.code, stdout: done.stdout }).toEqual({ code: 0, stdout: 'svc-1\n' });
    expect(done.stderr).toContain('path "sys/leases/revoke" { capabilities = ["update"] }');
    expect(posts(received)).toEqual(sent);
    const body = received.find(({ path }) => path === checkedIn)?.body ?? '';
    expect(JSON.parse(body)).toEqual({ service_account_names: ['svc-1'] });
  }
});

test('a loan that is not allowed to revoke checks in by name, once, and never revokes afterwards', async () => {
  const { run, received } = await limited('e-1');
  const done = await run('ldap library check-out ops -- true');
  expect(done.code).toBe(0);
  expect(posts(received)).toEqual([
    '/v1/ldap/library/ops/check-out',
    '/v1/sys/leases/revoke',
    '/v1/ldap/library/ops/check-in',
  ]);
  // The token cannot read the set, so the documented default applies.
  expect(received.find(({ path }) => path.endsWith('/check-out'))?.body).toBe('{"ttl":"24h"}');
});

test('a lease whose account has another borrower is not revoked', async () => {
  const { run, received } = await limited('e-2');
  const refused = await run(`ldap library check-in ops svc-1 --lease-id ${lease}`);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(
    'still borrowed: svc-1 (borrowed by entity e-2, the token with hash hash-1)',
  );
  expect(posts(received)).toEqual(['/v1/sys/leases/lookup']);
});

test('an account that is still borrowed after a check-in is exit 1', async () => {
  const server = await smallServer(({ path }) =>
    path.endsWith('/status')
      ? { body: { data: { 'svc-1': { available: false, borrower_entity_id: 'e-2' } } } }
      : { body: { data: { check_ins: [] } } },
  );
  const still = await runCli(words('ldap library check-in ops svc-1'), {
    env: {
      TRIVET_SECRETS_URL: `${server.env['TRIVET_JOBS_URL'] ?? ''}/v1`,
      TRIVET_SECRETS_TOKEN: 'the-token',
    },
  });
  expect(still.code).toBe(1);
  expect(still.stderr).toContain('still borrowed: svc-1 (borrowed by entity e-2)');
});
