/** Tests writes and updates of a role that somebody else changes at the same time, and servers with other rules. */
import { expect, test } from 'vitest';
import { runCli, words } from '../../support/run-cli.ts';
import { useSandbox } from '../../support/sandbox.ts';
import { secretsServer } from '../../support/small-server.ts';

const { trivet, json, sandbox } = useSandbox();

const made =
  '--allowed-domains example.com --allow-subdomains --key-type ec --max-ttl 72h --no-server-flag --key-usage digitalsignature';

test.each([
  ['pki role write shared --ttl 48h', {}],
  ['pki role update shared --ttl 48h', { TRIVET_PROTECTED: '1' }],
])('what somebody changes while the question of %s is open is not lost', async (line, env) => {
  await trivet(`pki role write shared ${made} --yes`);
  const ask = async (): Promise<'yes'> => {
    expect((await trivet('pki role update shared --max-ttl 99h --yes')).code).toBe(0);
    return 'yes';
  };
  const { code, stderr } = await trivet(line, { env, io: { ask } });
  expect([code, stderr]).toEqual([6, expect.stringContaining('was changed while the question was open')]);
  expect(stderr).toContain('Nothing was changed.');
  expect(await json('pki role show shared')).toMatchObject({ data: { max_ttl: 99 * 3600 } });
  const again = await trivet(line, { env, io: { ask: () => Promise.resolve('yes') } });
  expect([again.code, again.stderr]).toEqual([0, expect.any(String)]);
});

test('a write asks if the token is not allowed to read the role', async () => {
  const { env, received } = await secretsServer(({ method }) =>
    method === 'GET'
      ? { status: 403, body: { errors: ['1 error occurred:\n\t* permission denied\n\n'] } }
      : { body: { data: {} } },
  );
  const unreadable = await runCli(words('pki role write web --ttl 1h'), { env });
  expect(unreadable.code).toBe(2);
  expect(unreadable.stderr).toContain('is not allowed to read');
  expect(received.map(({ method }) => method)).toEqual(['GET']);
});

test.each(['openbao', 'vault'])(
  'an update at %s keeps what somebody changes after its read',
  async (product) => {
    await trivet(`pki role write both ${made} --yes`);
    const { origin } = new URL(sandbox().urls.secrets);
    let isChanged = false;
    const { env, received } = await secretsServer(async ({ method, url, body, headers }) => {
      if (method !== 'GET' && !isChanged) {
        isChanged = true;
        expect((await trivet('pki role update both --server-flag --allowed-domains example.net')).code).toBe(
          0,
        );
      }
      const token = String(headers['x-vault-token']);
      const reply = await fetch(`${origin}${url}`, {
        method,
        headers: { 'x-vault-token': token, 'content-type': headers['content-type'] ?? '' },
        ...(method === 'GET' ? {} : { body }),
      });
      return { status: reply.status, body: await reply.json() };
    });
    const done = await runCli(words('pki role update both --ttl 48h --key-bits 384'), {
      env: { ...env, TRIVET_SECRETS_TOKEN: sandbox().tokens.owner, TRIVET_SECRETS_PRODUCT: product },
    });
    expect([done.code, done.stderr]).toEqual([0, expect.stringContaining('ttl: 0s → 48h')]);
    expect(await json('pki role show both')).toMatchObject({
      data: {
        ttl: 172_800,
        key_bits: 384,
        server_flag: true,
        allowed_domains: ['example.net'],
        key_type: 'ec',
      },
    });
    expect(JSON.parse(received.at(-1)?.body ?? '')).toEqual({ ttl: '48h', key_bits: 384 });
  },
);

test.each([403, 405])(
  'an update writes the whole role where the server replies to a change of it with %i',
  async (status) => {
    const role = { ttl: 60, key_type: 'rsa', allow_any_name: true };
    const { env, received } = await secretsServer(({ method }) =>
      method === 'PATCH' ? { status, body: { errors: ['refused'] } } : { body: { data: role } },
    );
    const done = await runCli(words('pki role update web --ttl 2m'), { env });
    expect([done.code, done.stderr]).toEqual([0, expect.stringContaining('the whole object is written')]);
    expect(received.at(-1)).toMatchObject({ method: 'POST' });
    expect(JSON.parse(received.at(-1)?.body ?? '')).toEqual({ ...role, ttl: '2m' });
  },
);

test('undocumented settings survive an update', async () => {
  const role = {
    issuer_ref: 'other',
    ttl: 60,
    key_type: 'rsa',
    allow_any_name: true,
    key_bits: 2048,
    signature_bits: 256,
    later: [1],
  };
  const { env: bao, received } = await secretsServer(() => ({ body: { data: role } }));
  const env = { ...bao, TRIVET_SECRETS_PRODUCT: 'generic' };
  expect((await runCli(words('pki role update web --ttl 2m'), { env })).code).toBe(0);
  expect(JSON.parse(received[2]?.body ?? '')).toEqual({ ...role, ttl: '2m' });
  const reset = await runCli(words('pki role write web --ttl 2m'), { env });
  expect(reset.code).toBe(2);
  expect(reset.stderr).toContain('issuer_ref: other → default');
  // The server turned 0 into this, so nobody chose it.
  expect(reset.stderr).not.toContain('bits');
});
