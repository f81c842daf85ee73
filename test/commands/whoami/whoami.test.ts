/** Tests `trivet whoami` against what real servers replied (test/recordings/beyond). */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { answering, secretsAt } from '../../support/answering.ts';
import { useServers } from '../../support/counting-server.ts';
import type { CountingServer } from '../../support/counting-server.ts';
import { useConfigFolder } from '../../support/config-folder.ts';

const { trivet } = useConfigFolder();
const serve = useServers();

interface Recorded {
  readonly request: { readonly path: string };
  readonly response: {
    readonly status: number;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: { readonly json?: unknown; readonly text?: string };
  };
}

const recorded = (name: string): Recorded =>
  JSON.parse(readFileSync(new URL(`../../recordings/beyond/${name}.json`, import.meta.url), 'utf8'));

/** A server that replies as a real one did, to that request only. */
const replaying = async (name: string): Promise<CountingServer> => {
  const { request, response } = recorded(name);
  const { json, text } = response.body;
  return serve((asked, reply) => {
    const known = asked.url === request.path;
    reply.writeHead(known ? response.status : 404, response.headers.flat());
    reply.end(known ? (text ?? JSON.stringify(json)) : '{"errors":[]}');
  });
};

const settings = {
  workspaces: ['TRIVET_WORKSPACES', '/api/v2', 'otf'],
  secrets: ['TRIVET_SECRETS', '/v1', 'openbao'],
  jobs: ['TRIVET_JOBS', '', 'nomad'],
} as const;

const use = (service: keyof typeof settings, { origin }: CountingServer, token = 'hush') => {
  const [prefix, suffix, product] = settings[service];
  return {
    [`${prefix}_URL`]: `${origin}${suffix}`,
    [`${prefix}_PRODUCT`]: product,
    ...(token === '' ? {} : { [`${prefix}_TOKEN`]: token }),
  };
};

const rowsOf = (stdout: string): unknown => JSON.parse(stdout);

describe('whoami', () => {
  test('does not show as valid a token whose last use it was', async () => {
    const valid = await replaying('secrets/token.lookup-self.num-uses');
    expect(await trivet('whoami secrets', { env: use('secrets', valid) })).toMatchObject({ code: 0 });
    const last = await replaying('secrets/token.lookup-self.num-uses-last');
    const result = await trivet('whoami secrets -o json', { env: use('secrets', last) });
    expect(result).toMatchObject({ code: 4 });
    expect(rowsOf(result.stdout)).toEqual([
      {
        service: 'secrets',
        user: null,
        source: 'TRIVET_SECRETS_TOKEN',
        problem: 'this was the last use of the token',
      },
    ]);
  });

  test('shows every configured service in one list, and sends nothing but the look-ups', async () => {
    const workspaces = await replaying('workspaces/account.details.user-owner');
    const secrets = await replaying('secrets/token.lookup-self.ok');
    const jobs = await replaying('jobs/token.self.login-token');
    const env = { ...use('workspaces', workspaces), ...use('secrets', secrets), ...use('jobs', jobs) };
    const result = await trivet('whoami -o json', { env });
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(rowsOf(result.stdout)).toEqual([
      { service: 'workspaces', user: 'alice', source: 'TRIVET_WORKSPACES_TOKEN' },
      {
        service: 'secrets',
        user: 'rec-userpass-rec-ann',
        uses: null,
        method: 'rec-userpass',
        policies: ['default', 'rec-app'],
        expires: '2026-11-23T11:33:07.329878056Z',
        renewable: true,
        source: 'TRIVET_SECRETS_TOKEN',
      },
      {
        service: 'jobs',
        user: 'rec-jwt-main',
        policies: ['rec-p'],
        expires: '2026-11-23T11:01:24.442693502Z',
        renewable: false,
        source: 'TRIVET_JOBS_TOKEN',
      },
    ]);
    expect([workspaces, secrets, jobs].map(({ seen }) => seen.length)).toEqual([1, 1, 1]);
    expect(result.stdout).not.toContain('<token>');
    const table = await trivet('whoami -o tsv', { env });
    expect(table.stdout.split('\n')[0]).toMatch(/^workspaces\talice\t/);
    const one = await trivet('whoami jobs -o name', { env });
    expect(one.stdout).toBe('jobs\n');
  });

  test.each([
    ['secrets/token.lookup-self.root', { user: 'root', method: 'token', policies: ['root'], expires: null }],
    ['secrets/token.lookup-self.batch', { method: 'rec-approle', renewable: false }],
    ['jobs/token.self.management', { user: 'Bootstrap Token', policies: ['management'], expires: null }],
    ['jobs/token.self.acl-disabled', { user: 'ACLs disabled token', policies: [] }],
  ] as const)('shows %s', async (name, row) => {
    const service = name.startsWith('secrets') ? 'secrets' : 'jobs';
    const result = await trivet(`whoami ${service} -o json`, { env: use(service, await replaying(name)) });
    expect(result.code).toBe(0);
    expect(rowsOf(result.stdout)).toMatchObject([row]);
  });

  test.each([
    ['secrets', 'secrets/token.lookup-self.no-default-policy'],
    ['secrets', 'secrets/token.lookup-self.expired'],
    ['jobs', 'jobs/token.self.unknown-token'],
  ] as const)(
    'says that a token of %s cannot be inspected where %s, and never that it is invalid',
    async (service, name) => {
      const result = await trivet(`whoami ${service} -o json`, { env: use(service, await replaying(name)) });
      expect(result.code).toBe(4);
      expect(rowsOf(result.stdout)).toMatchObject([
        { service, user: null, problem: expect.stringContaining('cannot be inspected') },
      ]);
      expect(result.stderr).toContain('is not allowed to look itself up');
      expect(result.stdout + result.stderr).not.toMatch(/invalid|not valid|unchanged/i);
    },
  );

  test.each([
    ['workspaces', 'workspaces/account.details.bad-token', 'invalid JWT'],
    ['jobs', 'jobs/token.self.expired', 'ACL token expired'],
    ['jobs', 'jobs/token.self.malformed', 'failed to parse signed token'],
  ] as const)('reports what the %s server says of %s', async (service, name, words) => {
    const server = await replaying(name);
    const result = await trivet(`whoami ${service}`, { env: use(service, server) });
    expect(result.code).toBe(4);
    expect(result.stderr).toContain(words);
    expect(server.seen).toHaveLength(1);
  });

  test('without a token asks only a service that may be open', async () => {
    const jobs = await replaying('jobs/token.self.no-token');
    const secrets = await replaying('secrets/token.lookup-self.ok');
    const open = await trivet('whoami jobs -o json', { env: use('jobs', jobs, '') });
    expect(open.code).toBe(0);
    expect(rowsOf(open.stdout)).toMatchObject([
      { user: 'Anonymous Token', policies: ['anonymous'], source: null },
    ]);
    const none = await trivet('whoami secrets', { env: use('secrets', secrets, '') });
    expect(none.code).toBe(4);
    expect(none.stderr).toContain('trivet login secrets');
    expect(secrets.seen).toEqual([]);
  });

  test('of a token of an organization says that it belongs to no user', async () => {
    const workspaces = await serve((_, reply) =>
      reply.writeHead(404, { 'tfp-api-version': '2.6' }).end('{"errors":[{"title":"not found"}]}'),
    );
    const result = await trivet('whoami -o json', { env: use('workspaces', workspaces) });
    expect(result.code).toBe(0);
    expect(rowsOf(result.stdout)).toMatchObject([
      { user: null, problem: expect.stringContaining('not the token of a user') },
    ]);
  });

  test('shows the others where one is unreachable, and nothing where nothing is configured', async () => {
    const jobs = await replaying('jobs/token.self.management');
    const env = {
      ...use('jobs', jobs),
      TRIVET_SECRETS_URL: 'http://127.0.0.1:1/v1',
      TRIVET_SECRETS_TOKEN: 'hush',
    };
    const result = await trivet('whoami -o json', { env });
    expect(result.code).toBe(8);
    expect(rowsOf(result.stdout)).toMatchObject([
      { service: 'secrets', user: null },
      { user: 'Bootstrap Token' },
    ]);
    const nothing = await trivet('whoami');
    expect(nothing).toMatchObject({ code: 3, stdout: '' });
  });
});

test('--timeout bounds the question to a server that does not reply', async () => {
  const { stderr, code } = await answering('whoami secrets --timeout 50ms', secretsAt, () => undefined);
  expect([code, stderr]).toEqual([124, expect.stringContaining('within the deadline of 50 ms')]);
});
