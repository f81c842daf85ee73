/** `trivet doctor`: every finding, what it advises, and the exit code of the worst. */
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { runCli } from '../support/run-cli.ts';
import type { CliResult } from '../support/run-cli.ts';
import { useSandbox } from '../support/sandbox.ts';
import { issue, makeAuthority } from '../unit/http-certificates.ts';
import { tlsServer } from '../unit/http-servers.ts';

interface Finding {
  readonly service: string;
  readonly check: string;
  readonly status: string;
  readonly detail: string;
  readonly next: string | null;
  readonly exit: number | null;
  readonly facts: Record<string, unknown>;
}

const bench = useSandbox();
const { trivet } = bench;

const findings = (result: CliResult): readonly Finding[] =>
  (JSON.parse(result.stdout) as { findings: readonly Finding[] }).findings;

const finding = (result: CliResult, service: string, check: string): Finding => {
  const found = findings(result).find((one) => one.service === service && one.check === check);
  if (found === undefined) throw new Error(`no ${service} ${check} in ${result.stdout}`);
  return found;
};

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer((request, response) => {
    response.setHeader('connection', 'close');
    listener(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
};

/** Answers every path with a status and JSON. */
const answering = (replies: Readonly<Record<string, readonly [number, unknown]>>): Promise<string> =>
  serve((request, response) => {
    const [status, document] = replies[(request.url ?? '').replace(/\?.*$/, '')] ?? [404, { errors: [] }];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(document));
  });

describe('against the sandbox', () => {
  test('everything is green', async () => {
    const result = await trivet('doctor -o json');
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(result.stdout)).toMatchObject({ exit: 0 });
    expect(findings(result).map(({ service, check, status }) => `${service} ${check} ${status}`)).toEqual([
      ...['address', 'tls', 'server', 'clock', 'product', 'token', 'organization'].map(
        (check) => `workspaces ${check} ok`,
      ),
      ...['address', 'tls', 'server', 'clock', 'product', 'token', 'mounts', 'permissions'].map(
        (check) => `secrets ${check} ok`,
      ),
      ...['address', 'tls', 'server', 'clock', 'product', 'token', 'permissions'].map(
        (check) => `jobs ${check} ok`,
      ),
    ]);
  });

  test('says where address and token come from, and shows no token', async () => {
    const result = await trivet('doctor -v');
    const { urls, tokens } = bench.sandbox();
    expect(result.stdout).toContain(`workspaces\taddress\tok\t${urls.workspaces} (TRIVET_WORKSPACES_URL)\n`);
    expect(result.stdout).toContain('secrets\ttoken\tok\tfrom TRIVET_SECRETS_TOKEN, policies root');
    expect(result.stdout + result.stderr).not.toContain(tokens.owner);
  });

  test('changes nothing', async () => {
    bench.clear();
    await trivet('doctor');
    const methods = bench.requests().map(({ method, path }) => `${method} ${path}`);
    expect(methods.length).toBeGreaterThan(8);
    expect(methods.filter((line) => !line.startsWith('GET '))).toEqual(['POST /v1/sys/capabilities-self']);
  });

  test('one service alone', async () => {
    const result = await trivet('doctor jobs -o json');
    expect(new Set(findings(result).map(({ service }) => service))).toEqual(new Set(['jobs']));
  });

  test.each(['workspaces', 'secrets', 'jobs'])(
    'a wrong token of %s exits 4 and says what to do',
    async (service) => {
      const variable = `TRIVET_${service.toUpperCase()}_TOKEN`;
      const result = await trivet('doctor -o json', { env: { [variable]: 'wrong' } });
      expect(result.code).toBe(4);
      expect(finding(result, service, 'token')).toMatchObject({ status: 'problem', exit: 4 });
      expect(finding(result, service, 'token').next).toContain(variable);
      const last = JSON.parse(result.stderr.trim().split('\n').at(-1) ?? '') as { error: unknown };
      expect(last.error).toMatchObject({ code: 'doctor', exit: 4 });
    },
  );

  test('without a token it says so', async () => {
    const { urls } = bench.sandbox();
    const result = await runCli(['doctor', 'secrets', '-o', 'json'], {
      env: { TRIVET_SECRETS_URL: urls.secrets },
    });
    expect(result.code).toBe(4);
    expect(finding(result, 'secrets', 'token')).toMatchObject({ detail: 'there is none', exit: 4 });
  });

  test('an organization that is not there exits 5', async () => {
    const result = await trivet('doctor -o json', { env: { TRIVET_ORGANIZATION: 'nobody' } });
    expect(result.code).toBe(5);
    expect(finding(result, 'workspaces', 'organization')).toMatchObject({ status: 'problem', exit: 5 });
  });

  test('no organization is said and is no error', async () => {
    const { urls, tokens } = bench.sandbox();
    const result = await runCli(['doctor', 'workspaces', '-o', 'json'], {
      env: { TRIVET_WORKSPACES_URL: urls.workspaces, TRIVET_WORKSPACES_TOKEN: tokens.owner },
    });
    expect(result.code).toBe(0);
    expect(finding(result, 'workspaces', 'organization').status).toBe('skipped');
  });

  test('the worst problem decides: settings before reachability before token', async () => {
    const token = { TRIVET_WORKSPACES_TOKEN: 'wrong' };
    const gone = { ...token, TRIVET_JOBS_URL: 'http://127.0.0.1:1' };
    const broken = { ...gone, TRIVET_SECRETS_URL: 'ftp://nowhere' };
    expect((await trivet('doctor', { env: token })).code).toBe(4);
    expect((await trivet('doctor', { env: gone })).code).toBe(8);
    const result = await trivet('doctor', { env: broken });
    expect(result.code).toBe(3);
    // The worst is the last word; the others are not lost.
    expect(
      result.stderr
        .trim()
        .split('\n')
        .findLast((line) => line.startsWith('trivet: ')),
    ).toContain('secrets');
    expect(result.stderr).toContain('the server does not accept the token');
    expect(result.stderr).toContain('refused the connection');
  });

  test('--quiet keeps the last word', async () => {
    const result = await trivet('doctor -q', {
      env: { TRIVET_JOBS_TOKEN: 'wrong', TRIVET_SECRETS_TOKEN: 'x' },
    });
    expect(result.stderr.split('\n').filter((line) => /^\S/.test(line))).toHaveLength(1);
  });

  test('--out takes the report even when there are problems', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trivet-doctor-'));
    try {
      const result = await trivet(`doctor -o json --out ${join(folder, 'report.json')}`, {
        env: { TRIVET_JOBS_TOKEN: 'wrong' },
      });
      expect(result).toMatchObject({ code: 4, stdout: '' });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('flags of one service need its name', async () => {
    const result = await trivet('doctor --base-url http://127.0.0.1:1');
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain('trivet doctor workspaces|secrets|jobs');
  });

  test('a word that is no service', async () => {
    expect((await trivet('doctor cloud')).code).toBe(2);
  });
});

test('nothing configured: every service is said, exit 3, and where to start', async () => {
  const result = await runCli(['doctor', '-o', 'json']);
  expect(result.code).toBe(3);
  expect(findings(result)).toMatchObject([
    { service: 'workspaces', check: 'address', status: 'skipped' },
    { service: 'secrets', check: 'address', status: 'skipped' },
    { service: 'jobs', check: 'address', status: 'skipped' },
  ]);
  expect(result.stderr).toContain('trivet sandbox exec -- trivet doctor');
});

test('what is not configured is no error beside what is', async () => {
  const { urls, tokens } = bench.sandbox();
  const result = await runCli(['doctor', '-o', 'json'], {
    env: { TRIVET_JOBS_URL: urls.jobs, TRIVET_JOBS_TOKEN: tokens.owner },
  });
  expect(result.code).toBe(0);
  expect(finding(result, 'secrets', 'address')).toMatchObject({
    status: 'skipped',
    detail: 'not configured',
  });
});

describe('servers', () => {
  test('offline: the token is named and not tried', async () => {
    const result = await runCli(['doctor', '-o', 'json'], {
      env: { TRIVET_SECRETS_URL: 'http://127.0.0.1:1/v1', TRIVET_SECRETS_TOKEN: 'hush' },
    });
    expect(result.code).toBe(8);
    expect(finding(result, 'secrets', 'server')).toMatchObject({ exit: 8, status: 'problem' });
    expect(finding(result, 'secrets', 'token').detail).toBe('from TRIVET_SECRETS_TOKEN, not tried');
    expect(result.stdout + result.stderr).not.toContain('hush');
  });

  test('a web page is not the API', async () => {
    const origin = await serve((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>log in</html>'),
    );
    const result = await runCli(['doctor', 'workspaces', '-o', 'json'], {
      env: { TRIVET_WORKSPACES_URL: `${origin}/api/v2`, TRIVET_WORKSPACES_TOKEN: 'hush' },
    });
    expect(result.code).toBe(8);
    expect(finding(result, 'workspaces', 'server').detail).toContain('not the API');
  });

  test('a redirect is not followed', async () => {
    const origin = await serve((_, response) =>
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
  ])('secrets: status %s says that the server %s, exit 7', async (status, words) => {
    const origin = await answering({ '/v1/sys/health': [status, { sealed: true }] });
    const result = await runCli(['doctor', 'secrets', '-o', 'json'], {
      env: { TRIVET_SECRETS_URL: `${origin}/v1`, TRIVET_SECRETS_TOKEN: 'hush' },
    });
    expect(result.code).toBe(7);
    expect(finding(result, 'secrets', 'server').detail).toContain(words);
  });

  test('jobs without a leader exits 7 with the words of the server', async () => {
    const origin = await serve((_, response) => response.writeHead(500).end('No cluster leader'));
    const result = await runCli(['doctor', 'jobs', '-o', 'json'], { env: { TRIVET_JOBS_URL: origin } });
    expect(result.code).toBe(7);
    expect(finding(result, 'jobs', 'server').detail).toContain('No cluster leader');
  });

  test('a clock that is off is a warning', async () => {
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

  test('another product than the one in use is a warning with the command that settles it', async () => {
    const origin = await answering({ '/v1/sys/health': [200, { version: '2.6.2', sealed: false }] });
    const result = await runCli(['doctor', 'secrets', '-o', 'json'], {
      env: { TRIVET_SECRETS_URL: `${origin}/v1`, TRIVET_SECRETS_PRODUCT: 'vault' },
    });
    expect(finding(result, 'secrets', 'product')).toMatchObject({
      status: 'warning',
      next: 'trivet profile set NAME --secrets-product openbao, or --product openbao',
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

  test('secrets: ttl and policies', async () => {
    const result = await secretsWith({ ttl: 86_400 * 3, policies: ['default', 'web'], renewable: true });
    expect(finding(result, 'secrets', 'token')).toMatchObject({
      status: 'ok',
      detail: 'from TRIVET_SECRETS_TOKEN, policies default, web, ends in 3 days',
      facts: { ttl: 259_200, policies: ['default', 'web'], renewable: true },
    });
  });

  test('secrets: one that ends soon is a warning, with how to renew it', async () => {
    const renewable = await secretsWith({ ttl: 1200, policies: ['web'], renewable: true });
    expect(renewable.code).toBe(0);
    expect(finding(renewable, 'secrets', 'token')).toMatchObject({ status: 'warning' });
    expect(finding(renewable, 'secrets', 'token').next).toContain('renew-self');
    const fixed = await secretsWith({ ttl: 1200, policies: ['web'], renewable: false });
    expect(finding(fixed, 'secrets', 'token').next).toContain('cannot be renewed');
  });

  test('secrets: a mount of the settings that is not there exits 5', async () => {
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

  test('workspaces: the user of the account', async () => {
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

  test('jobs: policies and end', async () => {
    const result = await jobsWith({
      Type: 'client',
      Policies: ['ops'],
      ExpirationTime: '2026-05-11T00:00:00Z',
    });
    expect(finding(result, 'jobs', 'token').detail).toBe(
      'from TRIVET_JOBS_TOKEN, policies ops, ends in 10 days',
    );
    const soon = await jobsWith({ Type: 'client', Policies: [], ExpirationTime: '2026-05-01T00:10:00Z' });
    expect(finding(soon, 'jobs', 'token').status).toBe('warning');
    const management = await jobsWith({ Type: 'management', Policies: null });
    expect(finding(management, 'jobs', 'token').detail).toContain('management, without an end');
  });

  test('jobs: an open server needs none', async () => {
    const result = await jobsWith({ AccessorID: 'acls-disabled' });
    expect(finding(result, 'jobs', 'token').detail).toContain('open to anybody');
  });

  test('one that may not go to the address is said, exit 3, and not sent', async () => {
    const seen: (string | undefined)[] = [];
    const origin = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(204).end();
    });
    const result = await runCli(
      ['doctor', 'workspaces', '--base-url', `${origin}/api/v2`, '--timeout', '5s', '-o', 'json'],
      { env: { TFE_ADDRESS: 'https://tfe.example', TFE_TOKEN: 'hush' } },
    );
    expect(result.code).toBe(3);
    expect(finding(result, 'workspaces', 'token').status).toBe('problem');
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.every((header) => header === undefined)).toBe(true);
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

  test('a certificate: until when, for whom, from whom', async () => {
    const result = await withCertificate(new Date(Date.now() + 300 * day), ['127.0.0.1']);
    const tls = finding(result, 'secrets', 'tls');
    expect(tls.status).toBe('ok');
    expect(tls.detail).toMatch(
      /^TLSv1\.[23], certificate valid until \d{4}-\S+Z \(299 days\), from CN=doctor root$/,
    );
    expect(tls.facts).toMatchObject({ names: 'IP Address:127.0.0.1', issuer: 'CN=doctor root' });
  });

  test('one that ends soon is a warning', async () => {
    const result = await withCertificate(new Date(Date.now() + 3 * day), ['127.0.0.1']);
    expect(finding(result, 'secrets', 'tls').status).toBe('warning');
  });

  test.each([
    ['expired', new Date(Date.now() - 1000), ['127.0.0.1'], true],
    ['for another name', new Date(Date.now() + day), ['other.example'], true],
    ['of an unknown authority', new Date(Date.now() + day), ['127.0.0.1'], false],
  ] as const)('one that is %s exits 8', async (_, notAfter, names, trust) => {
    const result = await withCertificate(notAfter, names, trust);
    expect(result.code).toBe(8);
    expect(finding(result, 'secrets', 'server')).toMatchObject({ status: 'problem', exit: 8 });
  });

  test('plain HTTP to another machine is a warning', async () => {
    const result = await runCli(['doctor', 'secrets', '-o', 'json', '--timeout', '1s'], {
      env: { TRIVET_SECRETS_URL: 'http://bao.invalid/v1' },
    });
    expect(finding(result, 'secrets', 'tls').status).toBe('warning');
  });
});
