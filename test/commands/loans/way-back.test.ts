/** Tests what trivet says of a loan that will not be as it was asked for, or cannot be given back. */
import { expect, test } from 'vitest';
import { answering, secretsAt } from '../../support/answering.ts';
import { useConfigFolder } from '../../support/config-folder.ts';
import type { Answer } from '../../support/fake-server.ts';

const { path: at } = useConfigFolder();

const denied: Answer = { status: 403, body: { errors: ['1 error occurred:\n\t* permission denied\n\n'] } };
const reply: Answer = {
  body: {
    lease_id: 'a-lease',
    lease_duration: 3600,
    renewable: true,
    data: {
      access_key: 'AKIA0123456789ABCDEF',
      secret_key: 'a-secret-key',
      username: 'u',
      service_account_name: 'svc-1',
      password: 'a-password',
    },
  },
};

/** @param may what the token may do at a path */
const lend = (line: string, may: (path: string) => Answer | readonly string[], given = reply) =>
  answering(
    `${line} -- true`,
    (origin) => ({
      ...secretsAt(origin),
      TRIVET_SECRETS_PRODUCT: 'openbao',
      TRIVET_CONFIG_DIR: at('config'),
      PATH: process.env['PATH'] ?? '',
    }),
    ({ path, body }) => {
      if (path.endsWith('/capabilities-self')) {
        const { paths } = JSON.parse(body) as { paths: readonly string[] };
        const given = paths.map((one) => [one, may(one)] as const);
        const refusal = given.map(([, one]) => one).find((one): one is Answer => 'status' in one);
        return refusal ?? { body: { data: Object.fromEntries(given) } };
      }
      if (path.endsWith('/creds/x') || path.endsWith('/check-out')) return given;
      if (path.endsWith('/status'))
        return { body: { data: { 'svc-1': { available: false, borrower_client_token: 'a-hash' } } } };
      if (path.endsWith('/leases/revoke') && given !== reply) return { status: 204 };
      return path.endsWith('/check-in') ? { body: { data: { check_ins: ['svc-1'] } } } : denied;
    },
  );
const lines = ['aws creds x', 'ldap creds x', 'ldap library check-out x'];
const warning = 'warning: the token is not allowed to give back';

test.each(lines)('a token without the rights is warned of before %s', async (line) => {
  const { stderr, asked } = await lend(line, () => ['deny']);
  expect(stderr).toContain(warning);
  expect(stderr).toContain('path "sys/leases/revoke" { capabilities = ["update"] }');
  expect(stderr.indexOf(warning)).toBeLessThan(stderr.indexOf('lease a-lease'));
  const paths = asked.map(({ path }) => path);
  const taken = paths.findIndex((path) => path.endsWith('/creds/x') || path.endsWith('/check-out'));
  expect(paths.indexOf('/v1/sys/capabilities-self')).toBeLessThan(taken);
});

test.each(lines)('a token that may revoke leases is not warned of before %s', async (line) => {
  const { stderr } = await lend(line, (path) => (path === 'sys/leases/revoke' ? ['update'] : ['deny']));
  expect(stderr).not.toContain(warning);
});

test('a check-in by name gives an account back too', async () => {
  const { stderr } = await lend('ldap library check-out x', (path) =>
    path === 'ldap/library/x/check-in' ? ['create', 'update'] : ['deny'],
  );
  expect(stderr).not.toContain(warning);
});

test('no warning comes where the server does not show the rights', async () => {
  const { stderr } = await lend('aws creds x', () => denied);
  expect(stderr).not.toContain(warning);
});

test('the lease of a reply that does not fit is revoked', async () => {
  const keys = { access_key: 'AKIA0123456789ABCDEF', secret_key: 'a-secret-key' };
  const { code, stderr, asked } = await lend('ldap creds x', () => ['update'], {
    body: { lease_id: 'a-lease', lease_duration: 3600, renewable: true, data: keys },
  });
  expect(code).toBe(125);
  expect(stderr).toContain('it has no username');
  expect(stderr).toContain('To end it: trivet lease revoke a-lease');
  expect(asked.find(({ path }) => path === '/v1/sys/leases/revoke')?.body).toContain('a-lease');
});

test.each([
  ['2h', true],
  ['30m', false],
] as const)('a lease that is shorter than --ttl %s is warned of: %s', async (ttl, isCut) => {
  const { stderr } = await lend(`ldap library check-out x --ttl ${ttl}`, () => ['update']);
  const text = 'warning: the server gave a lease of 3600 s, not of the 7200 s that --ttl asked for';
  expect(stderr.includes(text)).toBe(isCut);
});

test('what a token cannot give back lasts at most until its lease ends, and no longer than the token', async () => {
  const { code, stderr } = await lend('aws creds x', () => ['deny']);
  expect(code).toBe(125);
  expect(stderr).toMatch(/Until then the lease a-lease lasts until \S+Z at the latest\./);
});
