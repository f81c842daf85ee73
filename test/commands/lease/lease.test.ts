/** Tests leases, and the envelope with its failures (document 2 §5, §7; endpoints that every server has). */
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { runCli, words } from '../../support/run-cli.ts';
import { useSandbox } from '../../support/sandbox.ts';
import { smallServer } from '../../support/small-server.ts';

const bench = useSandbox({ fresh: true });
const { trivet } = bench;

const secretsEnv = (env: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({
  TRIVET_SECRETS_URL: `${env['TRIVET_JOBS_URL'] ?? ''}/v1`,
  TRIVET_SECRETS_TOKEN: 'the-token',
  TRIVET_SECRETS_PRODUCT: 'openbao',
});

test('a lease can be looked up, renewed and revoked', async () => {
  const { lease_id: lease } = JSON.parse((await trivet('cloud creds ci -o json')).stdout);
  const found = await trivet(`lease lookup ${lease} --fields id,renewable`);
  expect(found.stdout).toBe(`id\t${lease}\nrenewable\ttrue\n`);
  const renewed = await trivet(`lease renew ${lease} --increment 20m --field lease_duration`);
  expect(renewed.stdout).toBe('1200');
  const revoked = await trivet(`lease revoke ${lease}`);
  expect(revoked.stderr).toContain(`lease ${lease} is revoked`);
  expect((await trivet(`lease lookup ${lease}`)).code).toBe(5);
  expect((await trivet(`lease renew ${lease}`)).code).toBe(5);
  bench.clear();
  for (const gone of [lease, 'cloud/creds/ci/none']) {
    const { code, stderr } = await trivet(`lease revoke ${gone}`);
    expect([gone, code, stderr]).toEqual([gone, 5, expect.stringContaining('Nothing was changed.')]);
  }
  expect(bench.requests().map(({ path }) => path.split('/').at(-1))).toEqual(['lookup', 'lookup']);
});

test('keys of a token service are not called revoked with their lease, nor tied to the token', async () => {
  await trivet(
    'cloud role write assumed --credential-type assumed_role --role-arns arn:aws:iam::123456789012:role/build',
  );
  for (const [line, stay] of [
    ['cloud creds assumed', true],
    ['cloud sts assumed', true],
    ['cloud creds ci', false],
    ['cloud sts ci', false],
  ] as const) {
    const { lease_id: lease } = JSON.parse((await trivet(`${line} -o json`)).stdout);
    const { code, stderr } = await trivet(`lease revoke ${lease}`);
    const lent = await trivet(`${line} -- true`);
    if (stay) expect(lent.stderr).toMatch(/ s\), not renewable\n/);
    const says = expect.stringMatching(
      /keys of a token service cannot be revoked: they stay valid until 2\d{3}-/,
    );
    expect([line, code, stderr]).toEqual([
      line,
      0,
      stay ? says : expect.not.stringContaining('token service'),
    ]);
  }
});

test('a revocation that nobody waits for is queued, as the reply says', async () => {
  const { lease_id: lease } = JSON.parse((await trivet('cloud creds ci -o json')).stdout);
  const queued = await trivet(`lease revoke ${lease} --no-sync`);
  expect([queued.code, queued.stderr]).toEqual([0, expect.stringContaining('is queued')]);
});

test('- revokes the leases of standard input, one per line', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1)
    ids.push(JSON.parse((await trivet('cloud creds ci -o json')).stdout).lease_id);
  const [kept = '', ...revoked] = ids;
  const stdin = ['cloud/creds/ci/none', ...revoked].join('\n');
  const result = await trivet('lease revoke - --sync --yes -o name', { stdin });
  expect([result.code, result.stdout.split('\n').filter(Boolean).sort()]).toEqual([10, revoked.sort()]);
  expect((await trivet('lease list cloud/creds/ci -o name')).stdout.trim()).toBe(kept.split('/').at(-1));
  const all = await trivet('lease revoke --all --yes');
  expect([all.code, all.stderr]).toEqual([2, expect.stringContaining('Write - in place of the name')]);
});

test('a wrapped reply is a token that opens it once without any other token', async () => {
  const wrapped = await trivet('cloud creds ci --wrap-ttl 60s --field token');
  expect(wrapped.code).toBe(0);
  const env = { WRAPPED: wrapped.stdout, TRIVET_SECRETS_TOKEN: 'unknown' };
  const opened = await trivet('lease unwrap env:WRAPPED --reveal', { env });
  expect(opened.code).toBe(0);
  expect(opened.stdout).toMatch(/access_key\tAKIA/);
  expect(opened.stdout).toMatch(/^secret_key\t\S{20,}/m);
  expect(opened.stderr).toMatch(/lease cloud\/creds\/ci/);
  const again = await trivet('lease unwrap env:WRAPPED --reveal', { env });
  expect(again.code).toBe(1);
  expect(again.stderr).toContain('someone else has read the content');
  expect(again.stderr).not.toContain(wrapped.stdout);
  expect((await trivet('lease unwrap s.literal --reveal')).code).toBe(2);
});

test('a wrapped reply cannot be formatted as credentials', async () => {
  bench.clear();
  expect((await trivet('cloud creds ci --wrap-ttl 60s -o env')).code).toBe(2);
  expect(bench.requests()).toEqual([]);
});

test('warnings go to stderr, stay in the document, and fail the command with --fail-on-warning', async () => {
  const write = `cloud role write old --policy '{"Version":"2012-10-17"}'`;
  const plain = await trivet(`${write} -o json`);
  expect(plain.code).toBe(0);
  const warnings = JSON.parse(plain.stdout).warnings;
  expect(warnings.length).toBeGreaterThan(0);
  expect(plain.stderr).toContain('"warning"');
  const strict = await trivet(`${write} --fail-on-warning`);
  expect(strict.code).toBe(1);
  expect(strict.stderr).toContain('The change was made.');
});

test('an empty list is exit 0, a missing mount is exit 5', async () => {
  const server = await smallServer(({ path }) =>
    path.startsWith('/v1/aws/')
      ? { status: 404, body: { errors: [] } }
      : { status: 404, body: { errors: ['no handler for route "x/roles". route entry not found.'] } },
  );
  const run = (line: string) => runCli(words(line), { env: secretsEnv(server.env) });
  expect((await run('cloud role list')).code).toBe(0);
  expect(JSON.parse((await run('cloud role list -o json')).stdout)).toEqual({ data: { keys: [] } });
  const missing = await run('cloud role list --mount x');
  expect(missing.code).toBe(5);
  expect(missing.stderr).toContain('--mount');
  expect((await run('cloud role show x')).code).toBe(5);
});

test.each([
  ['a token that is not known', 403, ['permission denied'], 4, /does not accept the token/],
  ['a policy that refuses', 403, ['1 error occurred:\n\t* permission denied\n\n'], 4, /The token is known/],
  ['a sealed server', 503, ['Vault is sealed'], 7, /Unseal the server/],
  ['a rate limit', 429, ['rate limit quota exceeded'], 7, /Try again in 59 s\.\n {2}Nothing was changed\./],
  ['a body that is too large', 413, ['http: request body too large'], 1, /too large/],
] as const)('%s is reported', async (_, status, errors, code, says) => {
  const server = await smallServer(() => ({
    status,
    body: { errors },
    ...(status === 429 ? { headers: { 'retry-after': '59' } } : {}),
  }));
  const result = await runCli(words('cloud role write r --credential-type session_token --timeout 30s'), {
    env: { ...secretsEnv(server.env), TRIVET_SECRETS_PRODUCT: 'vault' },
  });
  expect({ code: result.code, stderr: result.stderr }).toEqual({ code, stderr: expect.stringMatching(says) });
});

test('the namespace is sent with every request, in a header', async () => {
  const dry = await trivet('ldap config show --namespace team1/sub --dry-run');
  expect(dry.stdout.toLowerCase()).toContain('x-vault-namespace: team1/sub');
});

/** Reads every request to its end, then closes the connection. */
const hangUp = async (): Promise<{
  readonly env: Readonly<Record<string, string>>;
  readonly requests: string[];
}> => {
  const requests: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      const text = chunk.toString('latin1');
      const line = text.split('\r\n')[0] ?? '';
      if (/^[A-Z]+ \//.test(line)) requests.push(line.replace(/ HTTP.*/, ''));
      // Reads before the change are refused, which the workflow tolerates.
      if (/library\/ops HTTP|config\/root HTTP/.test(line) && line.startsWith('GET')) {
        const body = '{"errors":["1 error occurred:\\n\\t* permission denied\\n\\n"]}';
        socket.end(
          `HTTP/1.1 403 Forbidden\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
        );
        return;
      }
      setTimeout(() => socket.destroy(), 20);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { requests, env: secretsEnv({ TRIVET_JOBS_URL: `http://127.0.0.1:${port}` }) };
};

test.each([
  ['cloud creds ci --reveal', 'GET /v1/aws/creds/ci', 'trivet lease list aws/creds/ci'],
  ['cloud sts ci --reveal', 'POST /v1/aws/sts/ci', 'trivet lease list aws/sts/ci'],
  ['ldap creds dev --reveal', 'GET /v1/ldap/creds/dev', 'trivet lease list ldap/creds/dev'],
  [
    'ldap library check-out ops --reveal',
    'POST /v1/ldap/library/ops/check-out',
    'trivet ldap library status ops --mount ldap',
  ],
  [
    'cloud config rotate-root --yes',
    'POST /v1/aws/config/rotate-root',
    'trivet cloud config show --mount aws',
  ],
  ['ldap rotate-root --yes', 'POST /v1/ldap/rotate-root', 'trivet ldap config show --mount ldap'],
])(
  'a server that closes after %s gets one request: exit 9 with a look-up command',
  async (line, request, look) => {
    const { env, requests } = await hangUp();
    const result = await runCli(words(line), { env });
    expect(result.code).toBe(9);
    expect(requests.filter((one) => one === request)).toHaveLength(1);
    expect(requests.at(-1)).toBe(request);
    expect(result.stderr).toContain(`To see whether it happened: ${look}`);
  },
);
