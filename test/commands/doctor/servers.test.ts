/**
 * Tests `trivet doctor` with servers of every kind: offline, not the API, sealed; certificates; tokens and their
 * expiry.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { useConfigFolder } from '../../support/config-folder.ts';
import { useServers } from '../../support/counting-server.ts';
import { answering as answeringOn, finding } from '../../support/doctor-report.ts';
import { runCli } from '../../support/run-cli.ts';
import { useSandbox } from '../../support/sandbox.ts';
import { issue, makeAuthority } from '../../unit/http-certificates.ts';
import { tlsServer } from '../../unit/http-servers.ts';

const bench = useSandbox();
const serve = useServers();
const { trivet, write } = useConfigFolder();
const answering = answeringOn(serve);

describe('servers', () => {
  test("that are offline are reported, with the token's name but without sending it", async () => {
    const result = await runCli(['doctor', '-o', 'json'], {
      env: { TRIVET_SECRETS_URL: 'http://127.0.0.1:1/v1', TRIVET_SECRETS_TOKEN: 'hush' },
    });
    expect(result.code).toBe(8);
    expect(finding(result, 'secrets', 'server')).toMatchObject({ exit: 8, status: 'problem' });
    expect(finding(result, 'secrets', 'token').detail).toBe('from TRIVET_SECRETS_TOKEN, not tried');
    expect(result.stdout + result.stderr).not.toContain('hush');
  });

  test('that send a web page are reported as not the API', async () => {
    const { origin } = await serve((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>log in</html>'),
    );
    const result = await runCli(['doctor', 'workspaces', '-o', 'json'], {
      env: { TRIVET_WORKSPACES_URL: `${origin}/api/v2`, TRIVET_WORKSPACES_TOKEN: 'hush' },
    });
    expect(result.code).toBe(8);
    expect(finding(result, 'workspaces', 'server').detail).toContain('not the API');
  });

  test('that redirect are not followed', async () => {
    const { origin } = await serve((_, response) =>
      response.writeHead(307, { location: 'https://leader.example/v1' }).end(),
    );
    const result = await runCli(['doctor', 'secrets', '-o', 'json'], {
      env: { TRIVET_SECRETS_URL: `${origin}/v1`, TRIVET_SECRETS_TOKEN: 'hush' },
    });
    expect(result.code).toBe(8);
    expect(finding(result, 'secrets', 'server').detail).toContain('https://leader.example/v1');
  });

  test.each([
    [503, 'is sealed'],
    [501, 'is not initialized'],
  ])('for secrets with status %s are reported: the server %s, exit 7', async (status, words) => {
    const origin = await answering({ '/v1/sys/health': [status, { sealed: true }] });
    const result = await runCli(['doctor', 'secrets', '-o', 'json'], {
      env: { TRIVET_SECRETS_URL: `${origin}/v1`, TRIVET_SECRETS_TOKEN: 'hush' },
    });
    expect(result.code).toBe(7);
    expect(finding(result, 'secrets', 'server').detail).toContain(words);
  });

  test.each([
    ['', 'generic', /Try: http:\S+\/v1$/],
    ['/v1', 'openbao', /Check the base URL/],
  ])(
    "for secrets with the address %j (%s) instead of the API's are reported",
    async (path, product, next) => {
      const origin = await answering({});
      const result = await runCli(['doctor', 'secrets', '-o', 'json'], {
        env: {
          TRIVET_SECRETS_URL: `${origin}${path}`,
          TRIVET_SECRETS_TOKEN: 'hush',
          TRIVET_SECRETS_PRODUCT: product,
        },
      });
      expect(result.code).toBe(8);
      expect(finding(result, 'secrets', 'server').detail).toContain('this is not the API');
      expect(finding(result, 'secrets', 'server').next).toMatch(next);
    },
  );

  test.each([
    ['jobs', '/v1', /Try the base URL without it: http:\S+\d$/],
    ['workspaces', '', /Try: http:\S+\/api\/v2$/],
  ])("for %s with the address %j instead of the API's are reported", async (service, path, next) => {
    const origin = await answering({});
    const name = service.toUpperCase();
    const result = await runCli(['doctor', service, '-o', 'json'], {
      env: { [`TRIVET_${name}_URL`]: `${origin}${path}`, [`TRIVET_${name}_TOKEN`]: 'hush' },
    });
    expect(result.code).toBe(8);
    const found = finding(result, service, 'server');
    expect([found.detail, found.next]).toEqual([
      expect.stringContaining('this is not the API'),
      expect.stringMatching(next),
    ]);
  });

  test.each([
    ['/v1', 'generic'],
    ['/v1/team', 'vault'],
  ])('for secrets at %s (%s) may lack the health path', async (path, product) => {
    const origin = await answering({ [`${path}/auth/token/lookup-self`]: [200, { data: { ttl: 0 } }] });
    const result = await runCli(['doctor', 'secrets', '-o', 'json'], {
      env: {
        TRIVET_SECRETS_URL: `${origin}${path}`,
        TRIVET_SECRETS_TOKEN: 'hush',
        TRIVET_SECRETS_PRODUCT: product,
      },
    });
    expect(result.code).toBe(0);
  });

  test("for jobs without a leader exit 7, with the server's words", async () => {
    const { origin } = await serve((_, response) => response.writeHead(500).end('No cluster leader'));
    const result = await runCli(['doctor', 'jobs', '-o', 'json'], { env: { TRIVET_JOBS_URL: origin } });
    expect(result.code).toBe(7);
    expect(finding(result, 'jobs', 'server').detail).toContain('No cluster leader');
  });

  test('whose clock is off cause a warning', async () => {
    const { urls, tokens } = bench.sandbox();
    const result = await runCli(['doctor', 'jobs', '-o', 'json'], {
      env: { TRIVET_JOBS_URL: urls.jobs, TRIVET_JOBS_TOKEN: tokens.owner },
      now: () => Date.now() - 600_000,
    });
    expect(result.code).toBe(0);
    const clock = finding(result, 'jobs', 'clock');
    expect(clock.status).toBe('warning');
    expect(clock.detail).toMatch(/^\d+ s ahead of this machine$/);
    expect(Number(clock.facts['skew-seconds'])).toBeGreaterThan(500);
  });

  test('whose product is unknown are reported once, with a command that names the profile', async () => {
    const origin = await answering({
      '/api/v2/ping': [204, ''],
      '/version': [200, { Version: 'unknown', Commit: 'abc', Built: 'today' }],
      '/api/v2/account/details': [200, { data: { attributes: { username: 'ann' } } }],
      '/api/v2/organizations/acme/workspaces': [200, { data: [] }],
    });
    // Profiles once were stored without the product of the address.
    const prod = { organization: 'acme', workspaces: { url: `${origin}/api/v2` } };
    write(JSON.stringify({ version: 1, current: 'prod', profiles: { prod } }));
    const result = await trivet('doctor', { env: { TRIVET_WORKSPACES_TOKEN: 'a-token' } });
    expect(result.stderr).toContain('trivet profile set prod --workspaces-product otf');
    expect(result.stderr).toContain('trivet profile set prod --jobs-url https://host');
    expect(result.stderr.match(/looks like/g)).toHaveLength(1);
    expect(result.stdout + result.stderr).not.toContain('otf unknown');
  });

  test('of another product than the one in use cause a warning, with the command that sets it', async () => {
    const origin = await answering({ '/v1/sys/health': [200, { version: '2.6.2', sealed: false }] });
    const result = await runCli(['doctor', 'secrets', '-o', 'json'], {
      env: { TRIVET_SECRETS_URL: `${origin}/v1`, TRIVET_SECRETS_PRODUCT: 'vault' },
    });
    expect(finding(result, 'secrets', 'product')).toMatchObject({
      status: 'warning',
      next: 'Give --product openbao, or store it: trivet profile set NAME --secrets-product openbao',
      facts: { used: 'vault', detected: 'openbao', version: '2.6.2' },
    });
  });
});

describe('tokens', () => {
  const secretsWith = async (data: unknown, now?: () => number) => {
    const origin = await answering({
      '/v1/sys/health': [200, { version: '2.6.2' }],
      '/v1/auth/token/lookup-self': [200, { data }],
    });
    return runCli(['doctor', 'secrets', '-o', 'json'], {
      env: {
        TRIVET_SECRETS_URL: `${origin}/v1`,
        TRIVET_SECRETS_TOKEN: 'hush',
        TRIVET_SECRETS_PRODUCT: 'openbao',
      },
      ...(now === undefined ? {} : { now }),
    });
  };

  test('of secrets are shown with ttl and policies', async () => {
    const result = await secretsWith({ ttl: 86_400 * 3, policies: ['default', 'web'], renewable: true });
    expect(finding(result, 'secrets', 'token')).toMatchObject({
      status: 'ok',
      detail: 'from TRIVET_SECRETS_TOKEN, policies default, web, expires in 3 days',
      facts: { ttl: 259_200, policies: ['default', 'web'], renewable: true },
    });
  });

  test.each([
    [404, 'namespace not found', 5, 'the server has no namespace "team/x" (TRIVET_SECRETS_NAMESPACE)'],
    [500, 'internal error', 7, 'not checked: status 500: "internal error"'],
    [403, 'permission denied', 4, 'the server does not accept the token'],
  ])('of secrets with status %s, %s, exit %s', async (status, text, code, detail) => {
    const origin = await answering({
      '/v1/sys/health': [200, { version: '2.6.2' }],
      '/v1/auth/token/lookup-self': [status, { errors: [text] }],
    });
    const result = await runCli(['doctor', 'secrets', '-o', 'json'], {
      env: {
        TRIVET_SECRETS_URL: `${origin}/v1`,
        TRIVET_SECRETS_TOKEN: 'hush',
        TRIVET_SECRETS_PRODUCT: 'openbao',
        TRIVET_SECRETS_NAMESPACE: 'team/x',
      },
    });
    expect(result.code).toBe(code);
    expect(finding(result, 'secrets', 'token').detail).toContain(detail);
  });

  test('of secrets have the permissions of the whole mount', async () => {
    const origin = await answering({
      '/v1/sys/health': [200, { version: '2.6.2' }],
      '/v1/auth/token/lookup-self': [200, { data: { ttl: 0 } }],
      '/v1/sys/capabilities-self': [200, { data: { 'team/dir/creds/doctor': ['read'] } }],
    });
    const folder = mkdtempSync(join(tmpdir(), 'trivet-doctor-'));
    const env = { TRIVET_CONFIG_DIR: join(folder, 'config') };
    try {
      writeFileSync(join(folder, 'token'), 'hush');
      const set = ['profile', 'set', 'p', '--secrets-url', `${origin}/v1`, '--ldap-mount', 'team/dir'];
      await runCli([...set, '--secrets-token-from', `file:${join(folder, 'token')}`], { env });
      const result = await runCli(['doctor', 'secrets', '-o', 'json'], { env });
      expect(finding(result, 'secrets', 'permissions').detail).toContain('team/dir: read');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('of secrets have permissions only on mounts that exist, whatever a root token may do', async () => {
    const root = ['root'];
    const origin = await answering({
      '/v1/sys/health': [200, { version: '2.6.2' }],
      '/v1/auth/token/lookup-self': [200, { data: { ttl: 0 } }],
      '/v1/sys/internal/ui/mounts': [200, { data: { secret: { 'pki/': {}, 'sys/': {} } } }],
      '/v1/sys/capabilities-self': [200, { data: { 'pki/issue/doctor': root, 'aws/creds/doctor': root } }],
    });
    const result = await runCli(['doctor', 'secrets', '-o', 'json'], {
      env: {
        TRIVET_SECRETS_URL: `${origin}/v1`,
        TRIVET_SECRETS_TOKEN: 't',
        TRIVET_SECRETS_PRODUCT: 'openbao',
      },
    });
    expect(finding(result, 'secrets', 'permissions').detail).toBe('pki: root');
  });

  test('of secrets have a right below each mount that they see', async () => {
    const origin = await answering({
      '/v1/sys/health': [200, { version: '2.6.2' }],
      '/v1/auth/token/lookup-self': [200, { data: { ttl: 0 } }],
      '/v1/sys/internal/ui/mounts': [200, { data: { secret: { 'ours/': { type: 'pki' } } } }],
      '/v1/sys/capabilities-self': [200, { data: { 'ours/issue/doctor': ['deny'] } }],
    });
    const result = await runCli(['doctor', 'secrets', '-o', 'json'], {
      env: {
        TRIVET_SECRETS_URL: `${origin}/v1`,
        TRIVET_SECRETS_TOKEN: 't',
        TRIVET_SECRETS_PRODUCT: 'openbao',
      },
    });
    expect(finding(result, 'secrets', 'permissions').detail).toBe('ours: some paths only');
  });

  test('of secrets have the permissions of all mounts of the profile and of those that they see', async () => {
    const { urls, tokens } = bench.sandbox();
    const folder = mkdtempSync(join(tmpdir(), 'trivet-doctor-'));
    const env = { TRIVET_CONFIG_DIR: join(folder, 'config') };
    const owner = (line: string) => bench.trivet(line, { env });
    try {
      for (const [path, type] of [
        ['team/pki', 'pki'],
        ['team/keys', 'aws'],
        ['other', 'kv'],
      ])
        await owner(
          `api secrets POST /sys/mounts/${path} --data '{"type":"${type}"}' --confirm /sys/mounts/${path}`,
        );
      writeFileSync(join(folder, 'token'), tokens.owner);
      const set = `profile set p --secrets-url ${urls.secrets} --secrets-product generic --pki-mount pki --pki-mount nosuch --aws-mount team/pki`;
      const args = [...set.split(' '), '--secrets-token-from', `file:${join(folder, 'token')}`];
      await runCli(args, { env });
      const result = await runCli(['doctor', 'secrets', '-o', 'json'], { env });
      expect(finding(result, 'secrets', 'permissions').detail.split(', ')).toEqual(
        expect.arrayContaining([
          'pki: root',
          'team/pki: root',
          'team/keys: root',
          'cloud: root',
          'ldap: root',
        ]),
      );
      expect(finding(result, 'secrets', 'permissions').detail).not.toMatch(/other|nosuch/);
      expect(finding(result, 'secrets', 'mounts').detail).toContain(
        'nosuch (pki, profile "p") is not mounted, or not visible to this token; team/pki (cloud, profile "p") is a mount of the pki engine;',
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('of secrets that end soon cause a warning that says how to renew them', async () => {
    const renewable = await secretsWith({ ttl: 1200, policies: ['web'], renewable: true });
    expect(renewable.code).toBe(0);
    expect(finding(renewable, 'secrets', 'token')).toMatchObject({ status: 'warning' });
    expect(finding(renewable, 'secrets', 'token').next).toContain('renew-self');
    const fixed = await secretsWith({ ttl: 1200, policies: ['web'], renewable: false });
    expect(finding(fixed, 'secrets', 'token').next).toContain('cannot be renewed');
  });

  test('of secrets exit 5 if a mount of the settings does not exist', async () => {
    const { urls, tokens } = bench.sandbox();
    const folder = mkdtempSync(join(tmpdir(), 'trivet-doctor-'));
    const env = { TRIVET_CONFIG_DIR: join(folder, 'config') };
    writeFileSync(join(folder, 'token'), tokens.owner);
    try {
      await runCli(
        [
          'profile',
          'set',
          'p',
          '--secrets-url',
          urls.secrets,
          '--secrets-token-from',
          `file:${folder}/token`,
        ].concat(['--pki-mount', 'pki-none']),
        { env },
      );
      await runCli(['profile', 'use', 'p'], { env });
      const result = await runCli(['doctor', 'secrets', '-o', 'json'], { env });
      expect(result.code).toBe(5);
      expect(finding(result, 'secrets', 'mounts').detail).toContain('pki-none (pki, profile "p")');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('of workspaces are shown with the user of the account', async () => {
    const origin = await answering({
      '/api/v2/ping': [200, {}],
      '/api/v2/account/details': [200, { data: { attributes: { username: 'ada' } } }],
    });
    const result = await runCli(['doctor', 'workspaces', '-o', 'json'], {
      env: { TRIVET_WORKSPACES_URL: `${origin}/api/v2`, TRIVET_WORKSPACES_TOKEN: 'hush' },
    });
    expect(finding(result, 'workspaces', 'token')).toMatchObject({ status: 'ok', facts: { user: 'ada' } });
  });

  const jobsWith = async (self: unknown, status = 200) => {
    const origin = await answering({
      '/v1/status/leader': [200, '127.0.0.1:4647'],
      '/v1/acl/token/self': [status, self],
      '/v1/jobs': [200, []],
    });
    return runCli(['doctor', 'jobs', '-o', 'json'], {
      env: { TRIVET_JOBS_URL: origin, TRIVET_JOBS_TOKEN: 'hush', TRIVET_JOBS_PRODUCT: 'nomad' },
      now: () => Date.parse('2026-05-01T00:00:00Z'),
    });
  };

  test('of jobs are shown with policies and expiry', async () => {
    const result = await jobsWith({
      Type: 'client',
      Policies: ['ops'],
      ExpirationTime: '2026-05-11T00:00:00Z',
    });
    expect(finding(result, 'jobs', 'token').detail).toBe(
      'from TRIVET_JOBS_TOKEN, policies ops, expires in 10 days',
    );
    const soon = await jobsWith({ Type: 'client', Policies: [], ExpirationTime: '2026-05-01T00:10:00Z' });
    expect(finding(soon, 'jobs', 'token').status).toBe('warning');
    const management = await jobsWith({ Type: 'management', Policies: null });
    expect(finding(management, 'jobs', 'token').detail).toContain('management, never expires');
  });

  test('of jobs are not needed by an open server', async () => {
    const result = await jobsWith({ AccessorID: 'acls-disabled' });
    expect(finding(result, 'jobs', 'token').detail).toContain('open to anyone');
  });

  test('that must not go to the address are reported, exit 3, and not sent', async () => {
    const { origin, seen } = await serve((_, response) => response.writeHead(204).end());
    const result = await runCli(
      ['doctor', 'workspaces', '--base-url', `${origin}/api/v2`, '--timeout', '5s', '-o', 'json'],
      { env: { TFE_ADDRESS: 'https://tfe.example', TFE_TOKEN: 'hush' } },
    );
    expect(result.code).toBe(3);
    expect(finding(result, 'workspaces', 'token').status).toBe('problem');
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.every(({ headers }) => headers.authorization === undefined)).toBe(true);
    expect(result.stdout + result.stderr).not.toContain('hush');
  });
});

describe('TLS', () => {
  const day = 86_400_000;
  const withCertificate = async (notAfter: Date, names: readonly string[], trust = true) => {
    const authority = await makeAuthority('doctor root');
    const issued = await issue(authority, { names, notAfter });
    const folder = mkdtempSync(join(tmpdir(), 'trivet-doctor-'));
    const body = '{"version":"2.6.2"}';
    const server = await tlsServer({ cert: issued.cert, key: issued.key }, (socket) =>
      socket.end(
        `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      ),
    );
    try {
      writeFileSync(join(folder, 'ca.pem'), authority.pem);
      return await runCli(
        ['doctor', 'secrets', '-o', 'json', ...(trust ? ['--ca-file', join(folder, 'ca.pem')] : [])],
        { env: { TRIVET_SECRETS_URL: `https://127.0.0.1:${server.port}/v1`, TRIVET_SECRETS_TOKEN: 'hush' } },
      );
    } finally {
      await server.close();
      rmSync(folder, { recursive: true });
    }
  };

  test('shows until when, for whom and by whom a certificate was issued', async () => {
    const result = await withCertificate(new Date(Date.now() + 300 * day), ['127.0.0.1']);
    const tls = finding(result, 'secrets', 'tls');
    expect(tls.status).toBe('ok');
    expect(tls.detail).toMatch(
      /^TLSv1\.[23], certificate valid until \d{4}-\S+Z \(299 days\), from CN=doctor root$/,
    );
    expect(tls.facts).toMatchObject({ names: 'IP Address:127.0.0.1', issuer: 'CN=doctor root' });
  });

  test('warns of a certificate that ends soon', async () => {
    const result = await withCertificate(new Date(Date.now() + 3 * day), ['127.0.0.1']);
    expect(finding(result, 'secrets', 'tls').status).toBe('warning');
  });

  test.each([
    ['expired', new Date(Date.now() - 1000), ['127.0.0.1'], true],
    ['for another name', new Date(Date.now() + day), ['other.example'], true],
    ['of an unknown authority', new Date(Date.now() + day), ['127.0.0.1'], false],
  ] as const)('exits 8 for a certificate that is %s', async (_, notAfter, names, trust) => {
    const result = await withCertificate(notAfter, names, trust);
    expect(result.code).toBe(8);
    expect(finding(result, 'secrets', 'server')).toMatchObject({ status: 'problem', exit: 8 });
  });

  test('warns of plain HTTP to another machine', async () => {
    const result = await runCli(['doctor', 'secrets', '-o', 'json', '--timeout', '1s'], {
      env: { TRIVET_SECRETS_URL: 'http://bao.invalid/v1' },
    });
    expect(finding(result, 'secrets', 'tls').status).toBe('warning');
  });
});
