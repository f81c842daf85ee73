/** Tests `trivet auth` and `trivet api`: tokens from a prompt, a file or a pipe; raw requests under the usual rules. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { useConfigFolder } from '../../support/config-folder.ts';
import { useServers } from '../../support/counting-server.ts';

const { trivet, file, path, profiles, mode } = useConfigFolder();
const serve = useServers();

const secret = 'hush-hush-token';

/** A server that sends one reply to everything. */
const replying = (status: number, body: unknown) =>
  serve((_, response) => {
    const json = typeof body !== 'string';
    response
      .writeHead(status, { 'content-type': json ? 'application/json' : 'text/plain' })
      .end(json ? JSON.stringify(body) : body);
  });

describe('auth login', () => {
  const profile = async (url = 'http://127.0.0.1:9'): Promise<void> => {
    await trivet(`profile set prod --jobs-url ${url} --jobs-product generic`);
  };

  test('asks without echo and stores what was typed', async () => {
    const server = await replying(200, { AccessorID: 'a-1' });
    await profile(server.origin);
    const result = await trivet('auth login jobs', { typed: secret });
    expect(result).toMatchObject({
      code: 0,
      stdout: '',
      stderr: `stored a token for jobs at ${server.origin} in profile prod\n`,
    });
    expect(server.seen).toMatchObject([
      { method: 'GET', url: '/v1/acl/auth-methods' },
      { method: 'GET', url: '/v1/acl/token/self', headers: { authorization: `Bearer ${secret}` } },
    ]);
    expect(profiles()).toContain(secret);
    expect(mode()).toBe(0o600);
  });

  test('warns where a variable has a token, which commands then use', async () => {
    await profile();
    const { code, stderr } = await trivet(`auth login jobs --token-file ${file('token', secret)}`, {
      env: { TRIVET_JOBS_TOKEN: 'of-the-variable' },
    });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining(
        'TRIVET_JOBS_TOKEN is set: commands use its token, and not that of the profile',
      ),
    });
  });

  test('warns where a variable of the vendor has the address, which commands then use', async () => {
    const server = await replying(200, { AccessorID: 'a-1' });
    await profile(server.origin);
    await trivet('profile set other --jobs-url http://127.0.0.1:9 --jobs-product generic');
    const env = { NOMAD_ADDR: server.origin };
    const login = (more = '') =>
      trivet(`auth login jobs --token-file ${file('token', secret)} ${more}`, { env });
    const said = 'NOMAD_ADDR is set: commands use it, and not profile prod';
    expect((await login()).stderr).toContain(said);
    expect((await login('--profile other')).stderr).not.toContain(said);
    expect((await trivet('whoami jobs', { env })).stderr).toContain(
      'not the current profile "prod", nor its token',
    );
  });

  test.each(['', '\n', '\r\n'])('reads a file that ends in %j', async (end) => {
    await profile();
    const token = file('token', `${secret}${end}`);
    expect(await trivet(`auth login jobs --token-file ${token}`)).toMatchObject({ code: 0, stdout: '' });
    expect(profiles()).toContain(`"${secret}"`);
  });

  test('reads standard input', async () => {
    await profile();
    const result = await trivet('auth login jobs --token-file - --profile prod', { stdin: `${secret}\n` });
    expect(result).toMatchObject({ code: 0, stdout: '' });
    expect(profiles()).toContain(`"${secret}"`);
  });

  test.each([
    ['an empty file', '', /empty/],
    ['a carriage return and a header', `${secret}\r\nX-Evil: 1`, /byte/],
    ['two newlines', `${secret}\n\n`, /byte/],
    ['a letter that no header takes', `${secret}\u20ac`, /byte/],
    ['a byte order mark', `\ufeff${secret}`, /byte/],
    ['a space', `${secret} x`, /byte/],
    ['100 kB', 'x'.repeat(100_000), /larger|long/],
  ])('refuses %s without repeating it', async (_, content, words) => {
    await profile();
    const result = await trivet(`auth login jobs --token-file ${file('token', content)}`);
    expect(result).toMatchObject({ code: 3, stdout: '' });
    expect(result.stderr).toMatch(words);
    expect(result.stderr).not.toContain(secret);
    expect(profiles()).not.toContain(secret);
  });

  test.each([
    ['missing', 'nowhere', /does not exist/],
    ['a folder', '.', /directory/],
  ])('refuses a token file that is %s', async (_, name, words) => {
    await profile();
    const result = await trivet(`auth login jobs --token-file ${path(name)}`);
    expect(result).toMatchObject({ code: 3, stdout: '' });
    expect(result.stderr).toMatch(words);
  });

  test('says how to give the token if there is no terminal', async () => {
    await profile();
    for (const line of ['auth login jobs', 'auth login jobs --no-input']) {
      const result = await trivet(line);
      expect(result).toMatchObject({ code: 2, stdout: '' });
      expect(result.stderr).toContain('--token-file');
    }
  });

  test('refuses empty input at the prompt', async () => {
    await profile();
    expect(await trivet('auth login jobs', { typed: '' })).toMatchObject({ code: 2, stdout: '' });
  });

  test('refuses a token on the command line without repeating it', async () => {
    await profile();
    for (const line of [`auth login jobs --token ${secret}`, `auth login jobs --token=${secret}`]) {
      const result = await trivet(line);
      expect(result).toMatchObject({ code: 2, stdout: '' });
      expect(result.stderr).toContain('--token-file');
      expect(result.stderr).not.toContain(secret);
    }
  });

  test('needs an address to bind the token to', async () => {
    const none = await trivet('auth login jobs', { typed: secret });
    expect(none.code).toBe(3);
    expect(none.stderr).toContain('trivet profile set');
    await profile();
    const other = await trivet('auth login secrets', { typed: secret });
    expect(other.code).toBe(3);
    expect(other.stderr).toContain('--secrets-url');
    expect((await trivet('auth login jobs --profile nope', { typed: secret })).code).toBe(5);
    expect((await trivet('auth login cloud', { typed: secret })).code).toBe(2);
  });

  test.each([
    ['workspaces', '/api/v2', 401, { errors: [{ status: '401', title: 'unauthorized' }] }],
    ['workspaces', '/api/v2', 401, 'invalid JWT'],
    ['secrets', '/v1', 403, { errors: ['permission denied'] }],
    ['jobs', '', 403, 'Permission denied'],
    ['jobs', '', 403, 'ACL token not found'],
    ['jobs', '', 500, 'failed to parse signed token: compact JWS format must have three parts'],
  ] as const)('does not store a token that %s%s refuses with %i %j', async (service, path, status, body) => {
    const server = await replying(status, body);
    await trivet(`profile set prod --${service}-url ${server.origin}${path} --${service}-product generic`);
    const before = profiles();
    const result = await trivet(`auth login ${service} -o json`, { typed: secret });
    expect(result).toMatchObject({ code: 4, stdout: '' });
    expect(JSON.parse(result.stderr)).toMatchObject({
      error: { code: 'unauthenticated', exit: 4, effect: 'unchanged', status },
    });
    expect(profiles()).toBe(before);
    expect(server.seen.filter(({ headers }) => headers.authorization !== undefined)).toHaveLength(1);
  });

  test.each([
    ['workspaces', '/api/v2', 200, { data: { id: 'user-1' } }],
    ['secrets', '/v1', 200, { data: { ttl: 0 } }],
    // The server looked up a policy, so it knows the token.
    ['secrets', '/v1', 403, { errors: ['1 error occurred:\n\t* permission denied\n\n'] }],
  ] as const)('stores a token after %s%s replied %i %j', async (service, path, status, body) => {
    const server = await replying(status, body);
    await trivet(`profile set prod --${service}-url ${server.origin}${path} --${service}-product generic`);
    const result = await trivet(`auth login ${service}`, { typed: secret });
    expect(result.code).toBe(0);
    expect(result.stderr).not.toContain('warning');
    expect(profiles()).toContain(secret);
  });

  test('stores a token without an account if the ping accepts it', async () => {
    const server = await serve((request, response) => {
      response.writeHead(request.url === '/api/v2/ping' ? 204 : 404).end();
    });
    await trivet(`profile set prod --workspaces-url ${server.origin}/api/v2 --workspaces-product generic`);
    const result = await trivet('auth login workspaces', { typed: secret });
    expect(result.code).toBe(0);
    expect(result.stderr).not.toContain('warning');
  });

  test.each([
    ['no server', undefined, /127\.0\.0\.1:9/],
    ['a sealed one', [503, { errors: ['Vault is sealed'] }], /503: "Vault is sealed"/],
    ['a web page', [200, '<html>Sign in</html>'], /not the API/],
    ['another success', [200, {}], /not the API/],
  ] as const)('stores the token with a warning after a reply of %s', async (_, reply, words) => {
    const origin = reply === undefined ? 'http://127.0.0.1:9' : (await replying(reply[0], reply[1])).origin;
    await trivet(`profile set prod --secrets-url ${origin}/v1 --secrets-product generic`);
    const result = await trivet('auth login secrets', { typed: secret });
    expect(result.code).toBe(0);
    expect(result.stderr).toContain('warning: the token could not be checked: ');
    expect(result.stderr).toMatch(words);
    expect(result.stderr).not.toContain(secret);
    expect(profiles()).toContain(secret);
  });

  test('checks the token at the address and namespace of the profile, not of the environment', async () => {
    const [mine, other] = [await replying(200, { data: {} }), await serve()];
    await trivet(
      `profile set prod --secrets-url ${mine.origin}/v1 --secrets-product generic --secrets-namespace team-a`,
    );
    const env = { VAULT_ADDR: other.origin, TRIVET_SECRETS_URL: `${other.origin}/v1` };
    expect(await trivet('auth login secrets', { typed: secret, env })).toMatchObject({ code: 0 });
    expect(other.seen).toEqual([]);
    expect(mine.seen).toMatchObject([
      { headers: { 'x-vault-namespace': 'team-a' }, url: '/v1/sys/internal/ui/mounts' },
      { headers: { 'x-vault-namespace': 'team-a' }, url: '/v1/auth/token/lookup-self' },
    ]);
  });

  test('does not send the token over plain HTTP to another machine', async () => {
    await profile('http://10.255.255.1');
    const result = await trivet('auth login jobs', { typed: secret });
    expect(result.code).toBe(0);
    expect(result.stderr).toContain('plain HTTP on another machine');
  });

  test('is undone by auth logout, which says that the token was not revoked', async () => {
    await profile();
    await trivet('auth login jobs', { typed: secret });
    const result = await trivet('auth logout jobs');
    expect(result).toMatchObject({ code: 0, stdout: '' });
    expect(result.stderr).toContain('the token was not revoked at the server');
    expect(profiles()).not.toContain(secret);
    expect(profiles()).toContain('http://127.0.0.1:9');
    expect(await trivet('auth logout jobs')).toMatchObject({ code: 0 });
  });

  test('forgets the token when the profile gets another address', async () => {
    await profile();
    await trivet('auth login jobs', { typed: secret });
    const server = await serve();
    const moved = await trivet(`profile set prod --jobs-url ${server.origin} --jobs-product generic`);
    await trivet('api jobs GET /v1/jobs');
    expect(server.seen.filter(({ headers }) => headers.authorization?.includes(secret))).toEqual([]);
    expect(moved.stderr + (moved.code === 0 ? (profiles() ?? '') : '')).not.toContain(secret);
  });
});

describe('auth status', () => {
  test('says where each token comes from, and sends nothing', async () => {
    const server = await serve();
    const result = await trivet('auth status -o json', {
      env: {
        TRIVET_JOBS_URL: server.origin,
        TRIVET_JOBS_TOKEN: secret,
        VAULT_ADDR: 'https://v.example',
        VAULT_TOKEN: secret,
      },
    });
    expect(result.code).toBe(0);
    expect(JSON.parse(result.stdout)).toMatchObject([
      { service: 'workspaces', token: 'none' },
      { service: 'secrets', address: 'https://v.example/v1', product: 'vault', source: 'VAULT_TOKEN' },
      { service: 'jobs', address: server.origin, token: '********', source: 'TRIVET_JOBS_TOKEN' },
    ]);
    expect(result.stdout + result.stderr).not.toContain(secret);
    expect(server.seen).toEqual([]);
  });

  test('exits 4 if there is no token', async () => {
    expect(await trivet('auth status')).toMatchObject({ code: 4 });
  });
});

describe('api', () => {
  const env = (origin: string) => ({
    TRIVET_SECRETS_URL: `${origin}/v1`,
    TRIVET_SECRETS_TOKEN: secret,
    TRIVET_JOBS_URL: origin,
    TRIVET_JOBS_TOKEN: secret,
    TRIVET_WORKSPACES_URL: `${origin}/api/v2`,
    TRIVET_WORKSPACES_TOKEN: secret,
  });

  test('GET uses the base URL, the token, and the query as typed', async () => {
    const server = await serve();
    const result = await trivet("api workspaces GET '/organizations/acme/tags?page[size]=5&q=a%26b'", {
      env: env(server.origin),
    });
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(result.stdout)).toEqual({ data: {} });
    expect(server.seen).toHaveLength(1);
    const [seen] = server.seen;
    expect(new URL(seen?.url ?? '', server.origin).pathname).toBe('/api/v2/organizations/acme/tags');
    expect([...new URL(seen?.url ?? '', server.origin).searchParams]).toEqual([
      ['page[size]', '5'],
      ['q', 'a&b'],
    ]);
    expect(seen?.headers.authorization).toBe(`Bearer ${secret}`);
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s sends a body and a header', async (method) => {
    const server = await serve();
    const result = await trivet(
      `api secrets ${method} /sys/x --data '{"n":9007199254740993}' --header X-Extra=1 --confirm /sys/x`,
      { env: env(server.origin) },
    );
    expect(result.code).toBe(0);
    expect(server.seen[0]).toMatchObject({
      method,
      url: '/v1/sys/x',
      body: '{"n":9007199254740993}',
      headers: { 'x-extra': '1' },
    });
  });

  test('--no-token sends no token', async () => {
    const server = await serve();
    for (const token of [{}, { TRIVET_SECRETS_TOKEN: secret }]) {
      const result = await trivet(`api secrets POST /auth/x/login --data '{"password":"p"}' --no-token`, {
        env: { TRIVET_SECRETS_URL: `${server.origin}/v1`, ...token },
      });
      expect(result.code).toBe(0);
    }
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
  });

  test('LIST is sent with the method that the product expects', async () => {
    const server = await serve();
    await trivet('api secrets LIST /pki/roles', {
      env: { ...env(server.origin), TRIVET_SECRETS_PRODUCT: 'openbao' },
    });
    expect(server.seen[0]).toMatchObject({ method: 'GET', url: '/v1/pki/roles?list=true' });
  });

  test('the body can come from a file or standard input', async () => {
    const server = await serve();
    await trivet(`api secrets POST /a --data @${file('b.json', '{"from":"file"}')} --confirm /a`, {
      env: env(server.origin),
    });
    await trivet('api secrets POST /b --data - --confirm /b', {
      env: env(server.origin),
      stdin: '{"from":"pipe"}',
    });
    expect(server.seen.map(({ body }) => body)).toEqual(['{"from":"file"}', '{"from":"pipe"}']);
  });

  test.each([
    '/v1/../sys/seal',
    '/v1/./x',
    '/v1/%2e%2e/sys',
    '/v1/%2E./sys',
    '//evil.example/x',
    'v1/jobs',
    'https://evil.example/x',
    '/a b',
    '/a\\b',
    '/a#b',
    '/\u00fc',
    '',
  ])('the path %j is refused and nothing is sent', async (wrong) => {
    const server = await serve();
    const result = await trivet(`api jobs GET '${wrong}'`, { env: env(server.origin) });
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(server.seen).toEqual([]);
  });

  test.each([
    ['a service', 'api cloud GET /x', /workspaces, secrets(?:,| or) jobs/],
    ['a method', 'api jobs BREW /x', /GET/],
    ['a path', 'api jobs GET', /path/],
    ['JSON', "api jobs POST /x --data '{'", /not JSON/],
    ['a header', 'api jobs GET /x --header nothing', /key=value/],
  ])('%s that is wrong exits 2', async (_, line, words) => {
    const server = await serve();
    const result = await trivet(line, { env: env(server.origin) });
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toMatch(words);
    expect(server.seen).toEqual([]);
  });

  test('a header with a line feed is refused', async () => {
    const server = await serve();
    const result = await trivet("api jobs GET /x --header 'X-A=1\r\nX-Evil: 2'", { env: env(server.origin) });
    expect(result.code).toBe(2);
    expect(server.seen).toEqual([]);
  });

  test.each([
    ['authorization', 'Authorization=Bearer-other'],
    ['x-vault-token', 'X-Vault-Token=other'],
    ['host', 'Host=evil.example'],
    ['content-length', 'Content-Length=1'],
  ])('the header %s is reserved for trivet', async (_, header) => {
    const server = await serve();
    const result = await trivet(`api jobs GET /x --header ${header}`, { env: env(server.origin) });
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(server.seen).toEqual([]);
  });

  test('--dry-run and --curl show the request, send nothing and show no token', async () => {
    const server = await serve();
    for (const flag of ['--dry-run', '--curl', '--dry-run -o json']) {
      const result = await trivet(`api jobs POST /v1/x --data '{"a":1}' ${flag}`, {
        env: env(server.origin),
      });
      expect(result.code).toBe(0);
      expect(result.stdout).toContain('/v1/x');
      expect(result.stdout).toContain('TRIVET_JOBS_TOKEN');
      expect(result.stdout + result.stderr).not.toContain(secret);
    }
    expect(server.seen).toEqual([]);
  });

  test.each([
    [400, 'POST', 1],
    [401, 'GET', 4],
    [403, 'GET', 4],
    [404, 'GET', 5],
    [409, 'POST', 6],
    [412, 'PUT', 6],
    [307, 'GET', 8],
    [500, 'POST', 9],
  ])('status %i of %s exits %i', async (status, method, code) => {
    const server = await serve((_, response) =>
      response
        .writeHead(status, { 'content-type': 'application/json', location: 'https://evil.example/' })
        .end('{"errors":["no"]}'),
    );
    const result = await trivet(`api secrets ${method} /x --confirm /x`, { env: env(server.origin) });
    expect(result).toMatchObject({ code, stdout: '' });
    expect(server.seen).toHaveLength(1);
  });

  test.each([
    ['a log', 'text/plain; charset=utf-8', 'line 1\r\nline 2'],
    [
      'a certificate',
      'application/pem-certificate-chain',
      '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
    ],
    ['DER', 'application/pkix-crl', Buffer.from([0x30, 0x82, 0xff, 0x00])],
    ['JSON that is called text', 'text/plain', '{"b":1}'],
  ])('%s is the reply, byte for byte, in a pipe and with --out', async (_, type, body) => {
    const server = await serve((request, response) => {
      response.writeHead(request.method === 'POST' ? 201 : 200, { 'content-type': type }).end(body);
    });
    const wanted = Buffer.from(body);
    for (const line of ['api jobs GET /x', `api secrets POST /x --confirm /x --data '{}'`]) {
      const target = path('reply');
      const filed = await trivet(`${line} --out ${target}`, { env: env(server.origin) });
      expect(filed).toMatchObject({ code: 0, stdout: '' });
      expect(readFileSync(target)).toEqual(wanted);
      const piped = await trivet(line, { env: env(server.origin) });
      expect(piped).toMatchObject({ code: 0, stderr: '' });
      expect(piped.stdout).toBe(wanted.toString('utf8'));
    }
  });

  test('a reply that is not JSON is a document in the formats that are one', async () => {
    const text = await replying(200, 'line 1\n');
    const asked = await trivet('api jobs GET /x -o json', { env: env(text.origin) });
    expect(JSON.parse(asked.stdout)).toEqual({ text: 'line 1\n' });
    const field = await trivet('api jobs GET /x --field text', { env: env(text.origin) });
    expect(field.stdout).toBe('line 1\n');
  });

  test('a web page is a reply only for --out', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Sign in</p>');
    });
    const refused = await trivet('api jobs GET /ui', { env: env(server.origin) });
    expect(refused).toMatchObject({ code: 8, stdout: '' });
    expect(refused.stderr).toContain('--out FILE');
    const change = await trivet(`api jobs POST /ui --confirm /ui --data '{}'`, { env: env(server.origin) });
    expect(change).toMatchObject({ code: 9, stdout: '' });
    const page = path('page.html');
    expect(await trivet(`api jobs GET /ui --out ${page}`, { env: env(server.origin) })).toMatchObject({
      code: 0,
    });
    expect(readFileSync(page, 'utf8')).toBe('<p>Sign in</p>');
  });

  test('a reply without content is null, and formats apply', async () => {
    const server = await serve((request, response) =>
      request.url === '/none'
        ? response.writeHead(204).end()
        : response
            .writeHead(200, { 'content-type': 'application/json' })
            .end('[{"ID":"a","N":1},{"ID":"b","N":2}]'),
    );
    const api = (line: string) => trivet(`api jobs GET ${line}`, { env: env(server.origin) });
    expect((await api('/none')).stdout).toBe('null\n');
    expect((await api('/x -o jsonl')).stdout).toBe('{"ID":"a","N":1}\n{"ID":"b","N":2}\n');
    expect((await api('/x -o tsv')).stdout).toBe('a\t1\nb\t2\n');
    expect((await api("/x --query '[].N'")).stdout).toBe('[\n  1,\n  2\n]\n');
    expect((await api('/x --field ID')).stdout).toBe('a\nb\n');
  });
});

describe('the origin rule: a token goes only to the address of its own source', () => {
  const seenTokens = (seen: readonly { readonly headers: Record<string, unknown> }[]): string =>
    JSON.stringify(seen.map(({ headers }) => headers));

  test("a profile's token does not follow --base-url", async () => {
    const [mine, other] = [await serve(), await serve()];
    await trivet(`profile set p --jobs-url ${mine.origin} --jobs-product generic`);
    await trivet('auth login jobs', { typed: secret });
    const result = await trivet(`job list --base-url ${other.origin}`);
    expect(result).toMatchObject({ code: 3, stdout: '' });
    expect(result.stderr).toContain(`is not sent to ${other.origin}`);
    expect(other.seen).toEqual([]);
    expect((await trivet('job list')).code).not.toBe(3);
    expect(seenTokens(mine.seen)).toContain(secret);
  });

  test("a vendor's token does not follow TRIVET_*_URL", async () => {
    const [mine, other] = [await serve(), await serve()];
    const vendor = { NOMAD_ADDR: mine.origin, NOMAD_TOKEN: secret };
    const result = await trivet('job list', { env: { ...vendor, TRIVET_JOBS_URL: other.origin } });
    expect(seenTokens(other.seen)).not.toContain(secret);
    expect(mine.seen).toEqual([]);
    expect(result.stdout + result.stderr).not.toContain(secret);
  });

  test("TRIVET_*_TOKEN does not go to a vendor's address", async () => {
    const theirs = await serve();
    const result = await trivet('job list', {
      env: { NOMAD_ADDR: theirs.origin, TRIVET_JOBS_TOKEN: secret },
    });
    expect(result.code).toBe(3);
    expect(theirs.seen).toEqual([]);
  });

  test('--token-file goes where --base-url says', async () => {
    const [mine, other] = [await serve(), await serve()];
    await trivet(`profile set p --jobs-url ${mine.origin} --jobs-product generic`);
    await trivet('auth login jobs', { typed: 'of-the-profile' });
    await trivet(`api jobs GET /x --base-url ${other.origin} --token-file ${file('t', secret)}`);
    expect(seenTokens(other.seen)).toContain(secret);
    expect(seenTokens(other.seen)).not.toContain('of-the-profile');
    // The request by which the login checks the token.
    expect(mine.seen.map(({ url }) => url)).toEqual(['/v1/acl/auth-methods', '/v1/acl/token/self']);
  });

  test.each([301, 302, 303, 307, 308])('a redirect with %i never takes a token elsewhere', async (status) => {
    const other = await serve();
    const first = await serve((_, response) =>
      response.writeHead(status, { location: `${other.origin}/v1/jobs` }).end(),
    );
    const env = { TRIVET_JOBS_URL: first.origin, TRIVET_JOBS_TOKEN: secret };
    const result = await trivet('job list', { env });
    expect(result).toMatchObject({ code: 8, stdout: '' });
    expect(result.stderr).toContain(other.origin);
    expect(other.seen).toEqual([]);
  });
});
