/** Tests that a write of a role asks about each setting it would reset, while an update changes only what is given. */
import { expect, test } from 'vitest';
import { runCli, words } from '../../support/run-cli.ts';
import { useSandbox } from '../../support/sandbox.ts';
import { secretsServer } from '../../support/small-server.ts';

const { trivet, json, requests, clear, sandbox } = useSandbox();

const made =
  '--allowed-domains example.com --allow-subdomains --key-type ec --max-ttl 72h --no-server-flag --key-usage digitalsignature';
const writes = (): number => requests().filter(({ method }) => method === 'POST').length;

test('a write that would reset settings asks, and names each with its default', async () => {
  await trivet(`pki role write kept ${made}`);
  clear();
  const refused = await trivet('pki role write kept --ttl 48h');
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  for (const line of [
    'allowed_domains: example.com → none',
    'allow_subdomains: true → false',
    'key_type: ec → rsa',
    'max_ttl: 3d → none',
    'server_flag: false → true',
    'key_usage: digitalsignature → DigitalSignature, KeyAgreement, KeyEncipherment',
    'trivet pki role update kept',
  ])
    expect(refused.stderr).toContain(line);
  expect(refused.stderr).not.toContain('client_flag');
  expect(refused.stderr).not.toContain('key_bits');
  expect(writes()).toBe(0);
  expect(await json('pki role show kept')).toMatchObject({ data: { key_type: 'ec' } });

  const declined = await trivet('pki role write kept --ttl 48h', { typed: 'n' });
  expect(declined.code).toBe(2);
  expect(writes()).toBe(0);
  expect((await trivet('pki role write kept --ttl 48h --quiet')).stderr).toContain('allowed_domains');

  const agreed = await trivet('pki role write kept --ttl 48h --yes');
  expect(agreed.code).toBe(0);
  expect(agreed.stderr).toContain('key_type: ec → rsa');
  expect(await json('pki role show kept')).toMatchObject({ data: { key_type: 'rsa', ttl: 172_800 } });
});

test.each([
  ['pki role write shared --ttl 48h', {}],
  ['pki role update shared --ttl 48h', { TRIVET_PROTECTED: '1' }],
])('what somebody changes while the question of %s is open is not lost', async (line, env) => {
  await trivet(`pki role write shared ${made} --yes`);
  const ask = async (): Promise<'yes'> => {
    expect((await trivet('pki role update shared --max-ttl 99h --yes')).code).toBe(0);
    return 'yes';
  };
  const { code, stderr } = await trivet(line, { env, world: { ask } });
  expect([code, stderr]).toEqual([6, expect.stringContaining('was changed while the question was open')]);
  expect(stderr).toContain('Nothing was sent.');
  expect(await json('pki role show shared')).toMatchObject({ data: { max_ttl: 99 * 3600 } });
  const again = await trivet(line, { env, world: { ask: () => Promise.resolve('yes') } });
  expect([again.code, again.stderr]).toEqual([0, expect.any(String)]);
});

test('a write that resets nothing does not ask: a new role, one with defaults, one with all settings given', async () => {
  expect((await trivet('pki role write plain')).code).toBe(0);
  expect((await trivet('pki role write plain --ttl 1h')).code).toBe(0);
  expect((await trivet('pki role write plain --ttl 2h')).code).toBe(0);
  await trivet(`pki role write whole ${made}`);
  expect((await trivet(`pki role write whole ${made} --ttl 1h`)).code).toBe(0);
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

test('an update sends the whole role with only the given settings changed', async () => {
  await trivet(`pki role write changed ${made}`);
  const before = (await json('pki role show changed')) as { readonly data: Record<string, unknown> };
  clear();
  const done = await trivet('pki role update changed --ttl 48h --allowed-domains example.com,example.org');
  expect(done.code).toBe(0);
  expect(done.stderr).toContain('ttl: 0s → 48h');
  expect(done.stderr).toContain('allowed_domains: example.com → example.com, example.org');
  expect(requests().map(({ method }) => method)).toEqual(['GET', 'GET', 'POST']);
  expect(requests()[2]?.body).toEqual({
    ...before.data,
    ttl: '48h',
    allowed_domains: ['example.com', 'example.org'],
  });
  expect(await json('pki role show changed')).toMatchObject({
    data: { ...before.data, ttl: 172_800, allowed_domains: ['example.com', 'example.org'] },
  });
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
  const env = { ...bao, TRIVET_SECRETS_PRODUCT: 'documented' };
  expect((await runCli(words('pki role update web --ttl 2m'), { env })).code).toBe(0);
  expect(JSON.parse(received[2]?.body ?? '')).toEqual({ ...role, ttl: '2m' });
  const reset = await runCli(words('pki role write web --ttl 2m'), { env });
  expect(reset.code).toBe(2);
  expect(reset.stderr).toContain('issuer_ref: other → default');
  // The server turned 0 into this, so nobody chose it.
  expect(reset.stderr).not.toContain('bits');
});

test('an update without a difference writes nothing, and without a setting is a mistake', async () => {
  await trivet(`pki role write same ${made}`);
  clear();
  const same = await trivet(
    "pki role update same --max-ttl 3d --allowed-domains example.com --ou '' -o name",
  );
  expect(same).toMatchObject({ code: 0, stdout: 'same\n' });
  expect(same.stderr).toContain('nothing to change');
  expect(writes()).toBe(0);
  clear();
  const nothing = await trivet('pki role update same');
  expect(nothing.code).toBe(2);
  expect(nothing.stderr).toContain('--ttl');
  expect(requests()).toEqual([]);
  expect((await trivet('pki role update nosuch --ttl 1h')).code).toBe(5);
});

test('rules apply to the role as it would be after the update', async () => {
  await trivet(`pki role write ruled ${made} --key-bits 384`);
  clear();
  const refused = await trivet('pki role update ruled --key-type rsa');
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('--key-bits');
  expect(writes()).toBe(0);
  expect((await trivet('pki role update ruled --key-type rsa --key-bits 3072')).code).toBe(0);
  expect((await trivet('pki role update ruled --key-bits 4096')).code).toBe(0);
});

test('an update accepts --body and --set, and shows its request', async () => {
  await trivet(`pki role write bodied ${made}`);
  const done = await trivet('pki role update bodied --body - --set require_cn=false', {
    stdin: '{"ttl":"1h"}',
  });
  expect(done.code).toBe(0);
  expect(await json('pki role show bodied')).toMatchObject({
    data: { ttl: 3600, require_cn: false, key_type: 'ec' },
  });
  clear();
  const dry = await trivet('pki role update bodied --ttl 2h --dry-run');
  expect(dry.stdout).toContain('"key_type": "ec"');
  expect(writes()).toBe(0);
});

test('--body accepts the output of show -o json, removes its envelope, and notes it', async () => {
  await trivet(`pki role write saved ${made}`);
  const saved = (await trivet('pki role show saved -o json')).stdout;
  const copied = await trivet('pki role write copy --body -', { stdin: saved });
  expect(copied.code).toBe(0);
  expect(copied.stderr).toContain('--body is a whole reply');
  const [first, second] = [await json('pki role show saved'), await json('pki role show copy')];
  expect((second as { data: unknown }).data).toEqual((first as { data: unknown }).data);
  const mixed = await trivet('pki role write mixed --body -', {
    stdin: JSON.stringify({ ...(JSON.parse(saved) as object), ttl: '1h' }),
  });
  expect(mixed.code).toBe(2);
  expect(mixed.stderr).toContain('ttl');
});
