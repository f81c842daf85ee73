/** Tests what trivet makes of failures of the secrets service, and of a connection that it closes (test/seeds/2-secrets.md §5, §7). */
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { runCli, words } from '../../support/run-cli.ts';
import { smallServer } from '../../support/small-server.ts';

const secretsEnv = (env: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({
  TRIVET_SECRETS_URL: `${env['TRIVET_JOBS_URL'] ?? ''}/v1`,
  TRIVET_SECRETS_TOKEN: 'the-token',
  TRIVET_SECRETS_PRODUCT: 'openbao',
});

test('an empty list is exit 0, a missing mount is exit 5', async () => {
  const server = await smallServer(({ path }) =>
    path.startsWith('/v1/aws/')
      ? { status: 404, body: { errors: [] } }
      : { status: 404, body: { errors: ['no handler for route "x/roles". route entry not found.'] } },
  );
  const run = (line: string) => runCli(words(line), { env: secretsEnv(server.env) });
  expect((await run('aws role list')).code).toBe(0);
  expect(JSON.parse((await run('aws role list -o json')).stdout)).toEqual({ data: { keys: [] } });
  const missing = await run('aws role list --mount x');
  expect(missing.code).toBe(5);
  expect(missing.stderr).toContain('--mount');
  expect((await run('aws role show x')).code).toBe(5);
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
  const result = await runCli(words('aws role write r --credential-type session_token --timeout 30s'), {
    env: { ...secretsEnv(server.env), TRIVET_SECRETS_PRODUCT: 'vault' },
  });
  expect({ code: result.code, stderr: result.stderr }).toEqual({ code, stderr: expect.stringMatching(says) });
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
  ['aws creds ci --reveal', 'GET /v1/aws/creds/ci', 'trivet lease list aws/creds/ci'],
  ['aws sts ci --reveal', 'POST /v1/aws/sts/ci', 'trivet lease list aws/sts/ci'],
  ['ldap creds dev --reveal', 'GET /v1/ldap/creds/dev', 'trivet lease list ldap/creds/dev'],
  [
    'ldap library check-out ops --reveal',
    'POST /v1/ldap/library/ops/check-out',
    'trivet ldap library status ops --mount ldap',
  ],
  ['aws rotate-root --yes', 'POST /v1/aws/config/rotate-root', 'trivet aws config show --mount aws'],
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
