/** Tests that trivet says what a server dropped of a write, and shows all that a reply has. */
import { describe, expect, test } from 'vitest';
import { useConfigFolder } from '../support/config-folder.ts';
import { fakeServer } from '../support/fake-server.ts';
import { useServers } from '../support/counting-server.ts';

const { trivet } = useConfigFolder();
const serve = useServers();

/** A server of secrets that keeps what is in `kept` of each write. */
const keeping = async (kept: readonly string[]) => {
  let role: Record<string, unknown> = { credential_type: 'assumed_role' };
  const server = await fakeServer(({ method, body }) => {
    if (method !== 'POST') return { headers: { 'content-type': 'application/json' }, body: { data: role } };
    const given: Record<string, unknown> = JSON.parse(body);
    role = Object.fromEntries(Object.entries({ ...role, ...given }).filter(([key]) => kept.includes(key)));
    return { status: 204 };
  });
  return { server, env: { TRIVET_SECRETS_URL: `${server.origin}/v1`, TRIVET_SECRETS_TOKEN: 't' } };
};

const write = (flags: string) =>
  `aws role write deploy --credential-type assumed_role --role-arns arn:aws:iam::1:role/x ${flags}`;

// The reads right before and after each write are for its receipt.
describe('a write with a field that the operation does not know', () => {
  test.each(['--set \'external="hush"\'', `--body '{"external":"hush"}'`])(
    'is read once, and %s that the server dropped is named',
    async (flag) => {
      const { server, env } = await keeping(['credential_type', 'role_arns']);
      const result = await trivet(write(flag), { env });
      expect(result.code).toBe(0);
      expect(result.stderr).toContain(
        'the server did not keep external: trivet aws role show does not have it',
      );
      expect(result.stderr).not.toContain('hush');
      expect(server.received.map(({ method }) => method)).toEqual(['GET', 'GET', 'POST', 'GET', 'GET']);
      const failing = await trivet(`${write(flag)} --fail-on-warning`, { env });
      expect(failing.code).toBe(1);
    },
  );

  test.each([200, 400])('is a success if the read after it fails with %i', async (status) => {
    const server = await fakeServer(({ method }) =>
      method === 'POST' ? { status: 204 } : { status, headers: { 'content-type': 'text/html' }, body: '<p>' },
    );
    const env = { TRIVET_SECRETS_URL: `${server.origin}/v1`, TRIVET_SECRETS_TOKEN: 't' };
    const { code, stderr } = await trivet(write(`--set 'external="x"'`), { env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'wrote role deploy\n' });
  });

  test('is silent when the server kept it, and not read when every field is known', async () => {
    const { server, env } = await keeping(['credential_type', 'role_arns', 'external']);
    expect((await trivet(write('--set \'external="x"\''), { env })).stderr).toBe('wrote role deploy\n');
    await trivet(write('--set max_sts_ttl=900'), { env });
    expect(server.received.map(({ method }) => method)).toEqual(
      // The engine of the mount, the state before, the change, and the reads after it.
      ['GET', 'GET', 'POST', 'GET', 'GET', 'GET', 'GET', 'POST', 'GET'],
    );
  });
});

describe('a record', () => {
  test('shows every field of the reply after its columns, masks secrets, and names what is too deep', async () => {
    const data = {
      disable: false,
      expiry: '72h',
      auto_rebuild: true,
      new_in_this_version: ['a', 'b'],
      unset: null,
      bind_password: 'hush',
      nested: { a: 1 },
    };
    const server = await serve((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data })),
    );
    const env = { TRIVET_SECRETS_URL: `${server.origin}/v1`, TRIVET_SECRETS_TOKEN: 't', NO_COLOR: '1' };
    const shown = await trivet('pki crl config show', { env, tty: true });
    expect(shown.stdout).toMatch(/^expiry +72h$/m);
    expect(shown.stdout).toMatch(/^auto_rebuild +yes$/m);
    expect(shown.stdout).toMatch(/^new_in_this_version +a, ?b$/m);
    expect(shown.stdout).toMatch(/^more +nested \(-o json\)$/m);
    expect(shown.stdout).toMatch(/^bind_password +\(hidden/m);
    expect(shown.stdout).not.toMatch(/hush|unset/);
    const some = await trivet('pki crl config show -o table --fields expiry', { env, tty: true });
    expect(some.stdout).not.toContain('auto_rebuild');
  });
});

test('a certificate is not compared with the request that it was made by', async () => {
  const data = { serial_number: '4a:18', certificate: '-----BEGIN CERTIFICATE-----', private_key: 'k' };
  const server = await fakeServer(() => ({
    headers: { 'content-type': 'application/json' },
    body: { data },
  }));
  const env = { TRIVET_SECRETS_URL: `${server.origin}/v1`, TRIVET_SECRETS_TOKEN: 't' };
  const line = 'pki issue web --common-name www.example.com --serial-number 4711 -o json';
  const { code, stderr } = await trivet(line, { env });
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('did not take')]);
});

test('a text that the reply has in another encoding is taken', async () => {
  const data = { id: 'm1', title: 'T', message: 'aGVsbG8=', type: 'banner' };
  const server = await fakeServer(() => ({
    headers: { 'content-type': 'application/json' },
    body: { data },
  }));
  const env = { TRIVET_SECRETS_URL: `${server.origin}/v1`, TRIVET_SECRETS_TOKEN: 't' };
  const { code, stderr } = await trivet(
    'message create --title T --message hello --start-time 2026-12-01T00:00:00Z',
    { env },
  );
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('did not take')]);
});
