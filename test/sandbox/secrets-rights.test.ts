/** Tokens with single rights on paths of the secrets service, compared with what OpenBao 2.6.2 let such tokens do. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/sandbox/start.ts';
import { startSandbox } from '../../src/sandbox/start.ts';

let sandbox: Sandbox | undefined;
afterEach(async () => {
  await sandbox?.close();
  sandbox = undefined;
});

type Ask = (
  method: string,
  path: string,
  body?: object,
) => Promise<{ readonly status: number; json(): unknown }>;

/** A sandbox in which a token has these rights and no others. */
const holding = async (...rights: readonly string[]): Promise<Ask> => {
  const token = 'token-with-single-rights';
  const started = await startSandbox({ tokens: [{ name: 'limited', token, role: 'reader', rights }] });
  sandbox = started;
  return async (method, path, body) => {
    const reply = await fetch(`${started.origin}/v1/${path}`, {
      method,
      headers: { 'x-vault-token': token, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    return { status: reply.status, json: (): unknown => JSON.parse(text) };
  };
};

/** A request, and the right that is enough for it. */
const TABLE: readonly (readonly [string, string, object | undefined, readonly string[]])[] = [
  ['POST', 'pki/issue/web', { common_name: 'a.example.com' }, ['pki/issue/web=update']],
  ['GET', 'pki/crl/rotate', undefined, ['pki/crl/rotate=read']],
  ['GET', 'pki/roles/web', undefined, ['pki/roles/web=read']],
  ['LIST', 'pki/roles', undefined, ['pki/roles=list']],
  ['LIST', 'pki/roles', undefined, ['pki/roles/=list']],
  ['LIST', 'pki/roles', undefined, ['pki/roles/*=list']],
  ['POST', 'pki/roles/new', { allow_any_name: true }, ['pki/roles/new=update']],
  ['DELETE', 'pki/roles/web', undefined, ['pki/roles/web=delete']],
  ['LIST', 'pki/certs', undefined, ['pki/certs=list']],
  ['GET', 'pki/config/urls', undefined, ['pki/config/urls=read']],
  ['GET', 'aws/roles/deploy', undefined, ['aws/roles/*=read']],
  ['LIST', 'aws/roles', undefined, ['aws/roles=list']],
  ['GET', 'ldap/library/team-a', undefined, ['ldap/library/team-a=read']],
  ['GET', 'ldap/library/team-a/status', undefined, ['ldap/library/team-a/status=read']],
  ['POST', 'ldap/library/team-a/check-out', {}, ['ldap/library/team-a/check-out=update']],
  ['LIST', 'ldap/library', undefined, ['ldap/library=list']],
  ['GET', 'ldap/static-cred/app-01', undefined, ['ldap/static-cred/app-01=read']],
  ['LIST', 'sys/leases/lookup/pki', undefined, ['sys/leases/lookup/pki=list', 'sys/leases/lookup/pki=sudo']],
  ['POST', 'sys/leases/revoke-prefix/pki', {}, ['sys/leases/*=update', 'sys/leases/*=sudo']],
  ['GET', 'sys/mounts', undefined, ['sys/mounts=read']],
  ['GET', 'sys/internal/ui/mounts/pki', undefined, ['pki/issue/web=update']],
];

describe('a token with rights on paths', () => {
  it.each(TABLE)('can %s %s with its right, and not with another', async (method, path, body, rights) => {
    const allowed = await (await holding(...rights))(method, path, body);
    // Some of it does not exist: only a refusal would say that a right is missing.
    expect(allowed.status).not.toBe(403);
    await sandbox?.close();
    const refused = await (await holding('message/none=read'))(method, path, body);
    expect(refused.status).toBe(403);
  });

  it.each([
    ['POST', 'pki/roles/new', { allow_any_name: true }, ['pki/roles/new=create']],
    ['LIST', 'sys/leases/lookup/pki', undefined, ['sys/leases/lookup/pki=list']],
    ['POST', 'sys/leases/revoke-prefix/pki', {}, ['sys/leases/*=update']],
    ['GET', 'pki/roles/web', undefined, ['pki/*=read', 'pki/roles/web=list']],
    ['GET', 'sys/internal/ui/mounts/pki', undefined, ['sys/internal/ui/mounts/ldap=read']],
  ] as const)('cannot %s %s where something is missing', async (method, path, body, rights) => {
    const { status } = await (await holding(...rights))(method, path, body);
    expect(status).toBe(403);
  });

  it('has what every token has: its own token, leases by ID and its capabilities', async () => {
    const ask = await holding('pki/roles=list', 'pki/roles/*=read', 'pki/roles/*=update');
    const own = (await ask('GET', 'auth/token/lookup-self')).json();
    expect(own).toMatchObject({ data: { policies: ['default', 'limited'] } });
    // Not refused: the lease does not exist.
    expect((await ask('POST', 'sys/leases/lookup', { lease_id: 'none' })).status).toBe(400);
    expect((await ask('POST', 'sys/leases/revoke', { lease_id: 'none' })).status).toBe(403);
    const paths = ['pki/roles', 'pki/roles/web', 'ldap/config'];
    const shown = (await ask('POST', 'sys/capabilities-self', { paths })).json();
    expect(shown).toMatchObject({
      data: { 'pki/roles': ['list'], 'pki/roles/web': ['read', 'update'], 'ldap/config': ['deny'] },
    });
  });

  it('gives them to the tokens that it makes, and no more', async () => {
    const ask = await holding('auth/token/create=update', 'pki/roles=list');
    const made = (await ask('POST', 'auth/token/create', {})).json() as {
      readonly auth: { readonly client_token: string };
    };
    const origin = sandbox?.origin ?? '';
    const by = async (path: string): Promise<number> =>
      (
        await fetch(`${origin}/v1/${path}`, {
          method: 'LIST',
          headers: { 'x-vault-token': made.auth.client_token },
        })
      ).status;
    expect([await by('pki/roles'), await by('pki/certs')]).toEqual([200, 403]);
  });

  it('reads the other services, and in the jobs service has rights of its own beside them', async () => {
    const token = 'token-with-single-rights';
    const rights = ['pki/roles=list', 'list-jobs'];
    sandbox = await startSandbox({ tokens: [{ name: 'both', token, role: 'reader', rights }] });
    const { origin } = sandbox;
    const status = async (path: string): Promise<number> =>
      (await fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await status('/v1/jobs')).toBe(200);
    expect(await status('/v1/job/web')).toBe(403);
    expect(await status('/api/v2/organizations/demo/workspaces')).toBe(200);
  });
});

it.each(['pki/roles=lsit', 'pki/roles', '=read', 'read-jobb'])('%s is not a right', async (right) => {
  const tokens = [
    { name: 'wrong', token: 'token-with-single-rights', role: 'reader' as const, rights: [right] },
  ];
  await expect(startSandbox({ tokens })).rejects.toThrow(/is not a role or a right/);
});
