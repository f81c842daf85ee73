/**
 * Tests library sets: status, check-out with a finite ttl, check-in that reports what happened (document 2 §2.3, §4.4).
 */
import { expect, test } from 'vitest';
import { runCli, words } from '../../support/run-cli.ts';
import { useSandbox } from '../../support/sandbox.ts';
import type { FakeRequest } from '../../support/fake-server.ts';
import { secretsServer, smallServer } from '../../support/small-server.ts';

const bench = useSandbox({ fresh: true });
const { trivet } = bench;
// A receipt reads the state before and after a change.
const last = () => bench.requests().findLast(({ method }) => method !== 'GET') ?? bench.requests().at(-1);
const sent = (method: string) => bench.requests().filter((one) => one.method === method);

const borrow = async (more = ''): Promise<{ readonly account: string; readonly lease: string }> => {
  const { data, lease_id: lease } = JSON.parse(
    (await trivet(`ldap library check-out team/ops ${more} -o json`)).stdout,
  );
  return { account: data.service_account_name, lease };
};

const status = async () => JSON.parse((await trivet('ldap library status team/ops -o json')).stdout).data;

const available = async (): Promise<string> =>
  (await trivet('ldap library status team/ops --fields account,available')).stdout;

test('sets are listed at the top level and below a path', async () => {
  expect((await trivet('ldap library list -o name')).stdout).toBe('team-a\nteam/\n');
  expect(last()).toMatchObject({ method: 'LIST', path: '/v1/ldap/library' });
  expect((await trivet('ldap library list team/ -o name')).stdout).toBe('db\nops\n');
  expect(last()).toMatchObject({ method: 'LIST', path: '/v1/ldap/library/team' });
});

test.each([
  ['team/', 'set ends in a slash: it is a folder of names'],
  ['team//ops', 'set has an empty part'],
])('%s is reported as not a set, and not as an empty one', async (name, message) => {
  const refused = await trivet(`ldap library show ${name}`);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain(message);
});

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

test('writing a set asks; the set can be shown and deleted', async () => {
  const write = 'ldap library write web --service-account-names alice --ttl 2h --max-ttl 12h';
  expect((await trivet(`${write} --no-input`)).code).toBe(2);
  expect((await trivet(`${write} --disable-check-in-enforcement --yes`)).code).toBe(0);
  expect(last()).toMatchObject({
    path: '/v1/ldap/library/web',
    body: { service_account_names: ['alice'], ttl: '2h', max_ttl: '12h', disable_check_in_enforcement: true },
  });
  const { data } = JSON.parse((await trivet('ldap library show web -o json')).stdout);
  expect(data).toMatchObject({ service_account_names: ['alice'], ttl: 7200, max_ttl: 43_200 });
  expect((await trivet('ldap library delete web --no-input')).code).toBe(2);
  expect((await trivet('ldap library delete web --yes')).code).toBe(0);
  expect((await trivet('ldap library show web')).code).toBe(5);
});

test('the defaults of a set are 24 hours', async () => {
  await trivet('ldap library write web --service-account-names alice --yes');
  expect((await trivet('ldap library show web --fields ttl,max_ttl')).stdout).toBe(
    'ttl\t86400\nmax_ttl\t86400\n',
  );
});

test('an account belongs to only one set, and must exist', async () => {
  const other = await trivet('ldap library write web --service-account-names svc-ops-1 --yes');
  expect(other.code).toBe(6);
  expect(other.stderr).toContain('one set only');
  expect((await trivet('ldap library write web --service-account-names nobody --yes')).code).toBe(5);
});

test('a set is not deleted while an account is checked out', async () => {
  await borrow();
  const refused = await trivet('ldap library delete team/ops --yes');
  expect(refused.code).toBe(6);
  expect(refused.stderr).toContain('Check the account in first');
});

test('a check-out sends the ttl of the set or its own; a ttl of 0 causes a warning', async () => {
  const first = await trivet('ldap library check-out team/ops --reveal');
  expect(first.code).toBe(0);
  expect(last()?.body).toEqual({ ttl: '3600s' });
  expect(first.stdout).toMatch(/service_account_name\tsvc-ops-1\npassword\t\S{8,}/);
  expect(first.stderr).toMatch(
    /return it with: trivet ldap library check-in team\/ops svc-ops-1 --lease-id ldap\//,
  );
  expect(await bench.given('ldap library check-out team/ops --ttl 30m', 'lease_duration')).toBe('1800');
  await trivet('ldap library manage check-in team/ops svc-ops-1 --yes');
  const unlimited = await trivet('ldap library check-out team/ops --ttl 0 --reveal');
  expect(unlimited.stderr).toContain('warning: a TTL of 0 is unlimited');
  expect(last()?.body).toEqual({ ttl: '0' });
});

test('a ttl larger than that of the set is reduced', async () => {
  expect(await bench.given('ldap library check-out team/ops --ttl 100h', 'lease_duration')).toBe('3600');
});

test('a check-out of the last account is exit 0, and the next is exit 6 with the borrowers of the others', async () => {
  await borrow();
  expect((await trivet('ldap library check-out team/ops --reveal')).code).toBe(0);
  const none = await trivet('ldap library check-out team/ops --reveal');
  expect(none.code).toBe(6);
  expect(none.stderr).toMatch(
    /no account of team\/ops is available: svc-ops-1 \(borrowed by .*\), svc-ops-2 \(borrowed by /,
  );
  expect(none.stderr).toContain('--wait');
});

test('--wait retries until an account is free, or exits 124', async () => {
  await borrow();
  const { account } = await borrow();
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

test('a check-in by name lists what it did; an account that was available is exit 0 with a note', async () => {
  const { account } = await borrow();
  const done = await trivet(`ldap library check-in team/ops ${account}`);
  expect({ code: done.code, stdout: done.stdout }).toEqual({ code: 0, stdout: `${account}\n` });
  expect(sent('POST').at(-1)?.body).toEqual({ service_account_names: [account] });
  const again = await trivet(`ldap library check-in team/ops ${account}`);
  expect({ code: again.code, stdout: again.stdout }).toEqual({ code: 0, stdout: '' });
  expect(again.stderr).toContain(`already available: ${account}`);
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

test('a check-in without a name returns the only borrowed account, and always names it', async () => {
  const none = await trivet('ldap library check-in team/ops');
  expect(none.code).toBe(2);
  expect(none.stderr).toContain('no account of team/ops is borrowed');
  const { account } = await borrow();
  expect((await trivet('ldap library check-in team/ops')).code).toBe(0);
  expect(sent('POST').at(-1)?.body).toEqual({ service_account_names: [account] });
  await borrow();
  await borrow();
  const two = await trivet('ldap library check-in team/ops');
  expect(two.code).toBe(2);
  expect(two.stderr).toMatch(/borrowed: svc-ops-1 \(.*\), svc-ops-2 \(/);
});

test('--every-account returns all borrowed accounts of one set, and is content if there are none', async () => {
  const accounts = [(await borrow()).account, (await borrow()).account];
  expect((await trivet('ldap library check-in team/ops --every-account')).code).toBe(0);
  expect(sent('POST').at(-1)?.body).toEqual({ service_account_names: accounts });
  const none = await trivet('ldap library manage check-in team/ops --every-account --yes -o json');
  expect([none.code, JSON.parse(none.stdout)]).toEqual([0, { data: { check_ins: [] } }]);
  await borrow();
  await borrow();
  expect((await trivet('ldap library manage check-in team/ops --every-account --yes')).code).toBe(0);
  expect(await available()).not.toContain('false');
});

test.each([
  'check-in team/ops --all',
  'check-in svc-ops-1 --where name=team/ops',
  'manage check-in team/ops --all',
])('the set before a selection of sets is not taken for an account: %s', async (line) => {
  bench.clear();
  const { code, stderr } = await trivet(`ldap library ${line} --yes --confirm 3`);
  expect(code).toBe(2);
  expect(stderr).toContain('<account> belongs to one ldap-set');
  expect(bench.requests()).toEqual([]);
});

test('manage check-in names leases to revoke only while nothing else of the set is on loan', async () => {
  const env = { TRIVET_SECRETS_PRODUCT: 'vault' };
  const [one, two] = [await borrow(), await borrow()];
  const first = await trivet(`ldap library manage check-in team/ops ${one.account} --yes`, { env });
  expect(first.stderr).toContain('Revoke no lease of the set while another of its accounts is on loan');
  expect(first.stderr).not.toContain('trivet lease revoke');
  for (const { lease } of [one, two]) expect(first.stderr).toContain(lease);
  const second = await trivet(`ldap library manage check-in team/ops ${two.account} --yes`, { env });
  expect(second.stderr).toContain(
    `revoke ${[one.lease, two.lease].sort().join(', ')} with trivet lease revoke`,
  );
});

test('an account that someone else borrowed is refused, unless the user is privileged', async () => {
  const { account } = await borrow();
  const other = await trivet(`ldap library check-in team/ops ${account}`, { as: 'operator' });
  expect(other.code).toBe(1);
  expect(other.stderr).toContain(`manage check-in team/ops ${account}`);
  const manage = `ldap library manage check-in team/ops`;
  expect((await trivet(`${manage} ${account} --yes`, { as: 'operator' })).code).toBe(4);
  const asked = await trivet(`${manage} --no-input`);
  expect(asked.code).toBe(2);
  expect(asked.stderr).toContain(`Take ${account} of set team/ops from its borrower?`);
  expect((await trivet(`${manage} --yes`)).stdout).toBe(`${account}\n`);
});

test('with enforcement disabled anyone can check in', async () => {
  await trivet('ldap library write web --service-account-names alice --disable-check-in-enforcement --yes');
  await trivet('ldap library check-out web --reveal');
  expect((await trivet('ldap library check-in web alice', { as: 'operator' })).code).toBe(0);
});

const free = 'svc-ops-1\ttrue\nsvc-ops-2\ttrue\n';

/** The command that a check-out prints, for whoever checks in. */
const printed = (stderr: string): string => /return it with: trivet (.*)/.exec(stderr)?.[1] ?? '';
const changes = (): readonly string[] =>
  sent('POST')
    .map(({ path }) => path.replace(/^.*\/(?=[^/]+\/[^/]+$)/, ''))
    .filter((path) => path !== 'leases/lookup');

test('the printed check-in revokes the lease of whom the status names as borrower, and sends no check-in', async () => {
  const line = printed((await trivet('ldap library check-out team/ops --reveal')).stderr);
  expect(line).toMatch(/ --lease-id \S+ --borrower [\da-f]{40}$/);
  bench.clear();
  const done = await trivet(line);
  expect([done.code, done.stdout, changes()]).toEqual([0, 'svc-ops-1\n', ['leases/revoke']]);
  expect(await available()).toBe(free);
});

test('without --borrower the lease is revoked only after the server has allowed the check-in', async () => {
  const { account, lease } = await borrow();
  bench.clear();
  const done = await trivet(`ldap library check-in team/ops ${account} --lease-id ${lease}`);
  expect([done.code, done.stdout]).toEqual([0, `${account}\n`]);
  expect(sent('POST')).toMatchObject([
    { path: '/v1/ldap/library/team/ops/check-in' },
    { path: '/v1/sys/leases/revoke', body: { lease_id: lease, sync: true } },
  ]);
  expect(await available()).toBe(free);
});

/** A session of alice: all of hers have one entity. */
const session = async (): Promise<Readonly<Record<string, string>>> => {
  const line = 'api secrets POST /auth/userpass/login/alice --no-token --yes --data';
  const { auth } = JSON.parse((await trivet(`${line} '{"password":"alice-password"}'`)).stdout);
  return { TRIVET_SECRETS_TOKEN: auth.client_token };
};

test.each(['of another identity', 'of the same identity'])(
  'the printed check-in takes the account from no later borrower %s, and names the lease that will',
  async (whose) => {
    const [first, second] = [await session(), await session()];
    const line = printed((await trivet('ldap library check-out team/ops --reveal', { env: first })).stderr);
    await trivet('ldap library check-in team/ops svc-ops-1', { env: first });
    const next = whose === 'of the same identity' ? { env: second } : { as: 'operator' as const };
    await trivet('ldap library check-out team/ops --reveal', next);
    bench.clear();
    const refused = await trivet(line, { env: first });
    expect([refused.code, refused.stdout, changes()]).toEqual([1, '', []]);
    expect(refused.stderr).toContain('another borrower has it by now, so the lease was not revoked');
    const byName = await trivet(line.replace(/ --lease-id \S+/, ''), { env: first });
    expect([byName.code, changes()]).toEqual([1, []]);
    expect(await available()).toBe('svc-ops-1\tfalse\nsvc-ops-2\ttrue\n');
  },
);

test('without --borrower no later borrower that the server knows as another loses the account', async () => {
  const { lease } = await borrow();
  await trivet('ldap library check-in team/ops svc-ops-1');
  await trivet('ldap library check-out team/ops --reveal', { as: 'operator' });
  bench.clear();
  const refused = await trivet(`ldap library check-in team/ops svc-ops-1 --lease-id ${lease}`);
  expect([refused.code, changes()]).toEqual([1, ['ops/check-in']]);
  expect(await available()).toBe('svc-ops-1\tfalse\nsvc-ops-2\ttrue\n');
});

test('without --borrower a lease is refused for a set that lets anyone check in', async () => {
  await trivet('ldap library update team/ops --disable-check-in-enforcement --yes');
  const { account, lease } = await borrow();
  bench.clear();
  const refused = await trivet(`ldap library check-in team/ops ${account} --lease-id ${lease}`);
  expect([refused.code, changes()]).toEqual([2, []]);
  expect(refused.stderr).toContain('Add --borrower');
});

test('--every-account is refused where several tokens of the identity have accounts', async () => {
  const [first, second] = [await session(), await session()];
  await trivet('ldap library check-out team/ops --reveal', { env: first });
  await trivet('ldap library check-out team/ops --reveal', { env: second });
  bench.clear();
  const refused = await trivet('ldap library check-in team/ops --every-account', { env: first });
  expect([refused.code, changes()]).toEqual([2, []]);
  const { borrower_client_token: hash } = (await status())['svc-ops-1'];
  const own = await trivet(`ldap library check-in team/ops --every-account --borrower ${hash}`, {
    env: first,
  });
  expect([own.code, own.stdout]).toEqual([0, 'svc-ops-1\n']);
});

test('a lease that outlived its check-in is not revoked, and a note says what it will do', async () => {
  const { account, lease } = await borrow();
  await trivet(`ldap library check-in team/ops ${account}`);
  bench.clear();
  const late = await trivet(`ldap library check-in team/ops ${account} --lease-id ${lease}`);
  expect(late.code).toBe(0);
  expect(late.stderr).toContain(`anyone borrows it: trivet lease revoke ${lease} --sync`);
  expect(changes()).toEqual([]);
  const foreign = await trivet('ldap library check-in team/ops --lease-id cloud/creds/ci/abc');
  expect(foreign.code).toBe(2);
});

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

test('a lend that is not allowed to revoke checks in by name, once, and never revokes afterwards', async () => {
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

test('a borrowed account becomes available when its lease ends', async () => {
  await trivet('ldap library check-out team/ops --ttl 1s --reveal');
  await expect.poll(available, { timeout: 600_000 }).toBe('svc-ops-1\ttrue\nsvc-ops-2\ttrue\n');
});

test('an unknown set is exit 5 in every command', async () => {
  for (const verb of ['show', 'status', 'check-out --reveal', 'check-in']) {
    expect([verb, (await trivet(`ldap library ${verb} nope`)).code]).toEqual([verb, 5]);
  }
});

test('the printed check-in of several accounts of other borrowers names each as a word', async () => {
  await borrow();
  await borrow();
  const env = { TRIVET_SECRETS_TOKEN: bench.sandbox().tokens.operator };
  const refused = await trivet('ldap library check-in team/ops svc-ops-1 svc-ops-2', { env });
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('library manage check-in team/ops svc-ops-1 svc-ops-2 --mount ldap');
});
