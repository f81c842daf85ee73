/**
 * Tests log-ins with real servers: OpenBao (password, LDAP, AppRole, JWT, passcode, browser), Nomad (JWT, browser) and OTF
 * (browser). A program with the cookies or the token of a person stands for the browser. Everything that the tests need
 * is made by them, but for LDAP: TRIVET_LIVE_LDAP_LOGIN=NAME:PASSWORD, a person whom the method `ldap` accepts (optional).
 */
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Io } from '../../src/system/io.ts';
import { runCli, words } from '../support/run-cli.ts';

const { env } = process;
const bao = { url: env['TRIVET_LIVE_BAO_URL'] ?? '', token: env['TRIVET_LIVE_BAO_TOKEN'] ?? '' };
const nomad = {
  url: env['TRIVET_LIVE_NOMAD_ACL_URL'] ?? '',
  token: env['TRIVET_LIVE_NOMAD_ACL_TOKEN'] ?? '',
};
const otf = { url: env['TRIVET_LIVE_OTF_URL'] ?? '', token: env['TRIVET_LIVE_OTF_TOKEN'] ?? '' };
const [ldapUser = '', ldapPassword = ''] = (env['TRIVET_LIVE_LDAP_LOGIN'] ?? '').split(':');
const hasBao = bao.url !== '' && bao.token !== '';

const mount = 'live-login';
const password = 'a-password-of-the-live-test';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-live-login-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Options {
  readonly variables?: Readonly<Record<string, string>>;
  readonly io?: Partial<Io>;
}
const trivet = (line: string, { variables = {}, io = {} }: Options = {}) =>
  runCli(words(line), {
    env: { TRIVET_CONFIG_DIR: join(folder, 'config'), PATH: env['PATH'] ?? '', PW: password, ...variables },
    io,
  });

type Reply = Readonly<Record<string, unknown>>;
const bearing = async (
  { url, token }: { readonly url: string; readonly token: string },
  method: string,
  path: string,
  body?: object,
): Promise<Reply> => {
  const reply = await fetch(`${url}${path}`, {
    method,
    headers: { 'x-vault-token': token, 'x-nomad-token': token },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`);
  return (text === '' ? {} : JSON.parse(text)) as Reply;
};
const asRoot = async (method: string, path: string, body?: object): Promise<Reply> => {
  const reply = await bearing(bao, method, path, body);
  return (reply['data'] ?? reply['auth'] ?? reply['wrap_info'] ?? {}) as Reply;
};
const text = (reply: Reply, name: string): string => String(reply[name]);

const key = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = key.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const identity = (more: object = {}): string => {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: 'https://ci.example.com',
    aud: 'live',
    sub: 'job',
    ref: 'main',
    iat: now,
    nbf: now,
    exp: now + 300,
  };
  const parts = [
    { alg: 'RS256', typ: 'JWT' },
    { ...claims, ...more },
  ];
  const head = parts.map((one) => Buffer.from(JSON.stringify(one)).toString('base64url')).join('.');
  return `${head}.${sign('RSA-SHA256', Buffer.from(head), key.privateKey).toString('base64url')}`;
};

/** Opens what trivet would show in a browser; `logIn` stands for the person at the provider's page. */
const browsing = (logIn: (page: URL) => Promise<string>, ends: Promise<string>[]): Partial<Io> => ({
  startProgram: async (argv) => {
    const visit = async (): Promise<string> => {
      const entrance = await fetch(argv.at(-1) ?? '', { redirect: 'manual' });
      const back = await logIn(new URL(entrance.headers.get('location') ?? ''));
      return (await fetch(back)).text();
    };
    ends.push(visit());
    return true;
  },
});
/** A program that exists everywhere, which the `Io` above does not start. */
const browser = { BROWSER: '/bin/sh' };

/** OpenBao is a provider too: its page asks this of its API, with the token of the person. */
const atProvider =
  (token: () => string) =>
  async (page: URL): Promise<string> => {
    const path = page.pathname.replace(/^\/ui\/vault/, '');
    const reply = await fetch(`${bao.url}${path}${page.search}`, { headers: { 'x-vault-token': token() } });
    const { code, state } = (await reply.json()) as { readonly code: string; readonly state: string };
    const back = new URL(page.searchParams.get('redirect_uri') ?? '');
    back.search = new URLSearchParams({ code, state }).toString();
    return back.href;
  };

const sessionOf = (service: string): { readonly value: string; readonly session: Reply } => {
  const { profiles } = JSON.parse(readFileSync(join(folder, 'config/profiles.json'), 'utf8')) as {
    readonly profiles: Record<string, Record<string, { readonly token: { value: string; session: Reply } }>>;
  };
  const found = profiles['live']?.[service]?.token;
  if (found === undefined) throw new Error(`no token for ${service}`);
  return found;
};

describe.skipIf(!hasBao)('OpenBao', () => {
  let personToken = '';
  let client = '';
  let secret = '';
  const provider = `${bao.url}/identity/oidc/provider/${mount}`;
  const enable = async (path: string, type: string): Promise<void> => {
    await asRoot('POST', `/sys/auth/${path}`, { type });
  };

  beforeAll(async () => {
    await trivet(`profile set live --secrets-url ${bao.url} --secrets-product openbao`);
    await enable(`${mount}-up`, 'userpass');
    await enable(`${mount}-role`, 'approle');
    await enable(`${mount}-jwt`, 'jwt');
    await enable(`${mount}-oidc`, 'oidc');
    await asRoot('POST', `/auth/${mount}-up/users/ann`, { password, token_ttl: '10m' });
    await asRoot('POST', `/auth/${mount}-role/role/ci`, { secret_id_num_uses: 1 });
    await asRoot('POST', `/auth/${mount}-jwt/config`, { jwt_validation_pubkeys: [pem], default_role: 'ci' });
    await asRoot('POST', `/auth/${mount}-jwt/role/ci`, {
      role_type: 'jwt',
      user_claim: 'sub',
      bound_audiences: ['live'],
      bound_claims: { ref: 'main' },
    });
    personToken = text(await asRoot('POST', `/auth/${mount}-up/login/ann`, { password }), 'client_token');
    const { data } = (await bearing({ ...bao, token: personToken }, 'GET', '/auth/token/lookup-self')) as {
      readonly data: Reply;
    };
    await asRoot('POST', `/identity/oidc/key/${mount}`, { allowed_client_ids: ['*'] });
    await asRoot('POST', `/identity/oidc/assignment/${mount}`, { entity_ids: [data['entity_id']] });
    await asRoot('POST', `/identity/oidc/client/${mount}`, {
      redirect_uris: ['http://localhost:8250/oidc/callback', 'http://localhost:4649/oidc/callback'],
      assignments: [mount],
      key: mount,
    });
    const made = await asRoot('GET', `/identity/oidc/client/${mount}`);
    [client, secret] = [text(made, 'client_id'), text(made, 'client_secret')];
    await asRoot('POST', `/identity/oidc/provider/${mount}`, { allowed_client_ids: [client] });
    await asRoot('POST', `/auth/${mount}-oidc/config`, {
      oidc_discovery_url: provider,
      oidc_client_id: client,
      oidc_client_secret: secret,
      default_role: 'people',
    });
    await asRoot('POST', `/auth/${mount}-oidc/role/people`, {
      role_type: 'oidc',
      user_claim: 'sub',
      allowed_redirect_uris: ['http://localhost:8250/oidc/callback'],
      token_ttl: '10m',
    });
  });
  afterAll(async () => {
    for (const end of ['up', 'role', 'jwt', 'oidc']) await asRoot('DELETE', `/sys/auth/${mount}-${end}`);
    for (const kind of ['provider', 'client', 'assignment', 'key'])
      await asRoot('DELETE', `/identity/oidc/${kind}/${mount}`);
  });

  test('logs in with a password, shows the session, and revokes it at log-out', async () => {
    const line = `login secrets --method userpass --mount ${mount}-up --username ann --password-from env:PW`;
    const result = await trivet(line);
    expect(result).toMatchObject({ code: 0, stdout: '' });
    expect(result.stderr).toContain(`as ann (userpass ${mount}-up) until`);
    const { value, session } = sessionOf('secrets');
    expect(session).toMatchObject({ user: 'ann', renewable: true });
    const shown = await trivet('whoami secrets -o json');
    expect(JSON.parse(shown.stdout)).toMatchObject([{ user: `${mount}-up-ann`, renewable: true }]);
    expect((await trivet('logout secrets')).stderr).toContain('the token was revoked');
    await expect(bearing({ ...bao, token: value }, 'GET', '/auth/token/lookup-self')).rejects.toThrow('403');
  });

  test('renews a session at two thirds of its life', async () => {
    const line = `login secrets --method userpass --mount ${mount}-up --username ann --password-from env:PW`;
    expect(await trivet(line)).toMatchObject({ code: 0 });
    const { value, session } = sessionOf('secrets');
    const later = { io: { now: () => Date.now() + 420_000 } };
    expect(await trivet('whoami secrets', later)).toMatchObject({ code: 0, stderr: '' });
    expect(Date.parse(text(sessionOf('secrets').session, 'since'))).toBeGreaterThan(
      Date.parse(text(session, 'since')),
    );
    const { data } = (await bearing({ ...bao, token: value }, 'GET', '/auth/token/lookup-self')) as {
      readonly data: Reply;
    };
    expect(data['last_renewal']).toBeTypeOf('string');
  });

  test('refuses a wrong password with exit 4', async () => {
    const line = `login secrets --method userpass --mount ${mount}-up --username ann --password-from env:PW`;
    const result = await trivet(line, { variables: { PW: 'wrong' } });
    expect(result.code).toBe(4);
    expect(result.stderr).toContain('invalid username or password');
  });

  test.skipIf(ldapUser === '')('logs in with a password of the directory', async () => {
    const line = `login secrets --method ldap --username ${ldapUser} --password-from env:PW -o export`;
    const result = await trivet(line, { variables: { PW: ldapPassword } });
    expect(result.code).toBe(0);
    expect(result.stdout).toMatch(/^export TRIVET_SECRETS_TOKEN='/);
  });

  test('opens a wrapped secret ID and logs in with it, once', async () => {
    const { role_id: id } = await asRoot('GET', `/auth/${mount}-role/role/ci/role-id`);
    const reply = await fetch(`${bao.url}/auth/${mount}-role/role/ci/secret-id`, {
      method: 'POST',
      headers: { 'x-vault-token': bao.token, 'x-vault-wrap-ttl': '60' },
    });
    const { wrap_info: wrapped } = (await reply.json()) as { readonly wrap_info: { readonly token: string } };
    const line = `login secrets --mount ${mount}-role --role-id ${String(id)} --secret-id-from env:SECRET --wrapped`;
    const variables = { SECRET: wrapped.token };
    expect(await trivet(line, { variables })).toMatchObject({ code: 0 });
    const again = await trivet(line, { variables });
    expect(again.code).toBe(4);
    expect(again.stderr).toContain('wrapping token is not valid');
  });

  test.each([
    [{}, 0, 'logged in'],
    [{ exp: 1_700_000_000 }, 4, 'compare the clocks'],
    [{ aud: 'other' }, 4, 'invalid audience'],
    [{ ref: 'other' }, 4, 'does not match any associated bound claim'],
  ])('judges an identity with %j', async (claims, code, said) => {
    const variables = { JWT: identity(claims) };
    const result = await trivet(`login secrets --method jwt --mount ${mount}-jwt --jwt-from env:JWT`, {
      variables,
    });
    expect(result.code).toBe(code);
    expect(result.stderr).toContain(said);
    expect(result.stderr).not.toContain(variables.JWT);
  });

  test('logs in with a browser', async () => {
    const ends: Promise<string>[] = [];
    const result = await trivet(`login secrets --method oidc --mount ${mount}-oidc --timeout 20s`, {
      variables: browser,
      io: browsing(
        atProvider(() => personToken),
        ends,
      ),
    });
    expect({ code: result.code, stderr: result.stderr }).toMatchObject({ code: 0 });
    expect(result.stderr).toContain(`(oidc ${mount}-oidc) until`);
    expect(await ends[0]).toContain('Logged in');
    expect(await trivet('whoami secrets')).toMatchObject({ code: 0 });
  });

  test('asks for the passcode that a login enforcement wants', async () => {
    const { method_id: method } = await asRoot('POST', '/identity/mfa/method/totp', { issuer: mount });
    const mounts = await asRoot('GET', '/sys/auth');
    const { accessor } = mounts[`${mount}-up/`] as { readonly accessor: string };
    const look = (await bearing({ ...bao, token: personToken }, 'GET', '/auth/token/lookup-self')) as {
      readonly data: Reply;
    };
    const { url } = await asRoot('POST', '/identity/mfa/method/totp/admin-generate', {
      method_id: method,
      entity_id: look.data['entity_id'],
    });
    await asRoot('POST', `/identity/mfa/login-enforcement/${mount}`, {
      mfa_method_ids: [method],
      auth_method_accessors: [accessor],
    });
    try {
      const base32 = new URL(String(url)).searchParams.get('secret') ?? '';
      const bits = Array.from(base32, (one) =>
        'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(one).toString(2).padStart(5, '0'),
      ).join('');
      const totp = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
      const counter = Buffer.alloc(8);
      counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
      const digest = createHmac('sha1', totp).update(counter).digest();
      const at = (digest.at(-1) ?? 0) & 15;
      const CODE = String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
      const line = `login secrets --method userpass --mount ${mount}-up --username ann --password-from env:PW`;
      const wrong = await trivet(`${line} --passcode-from env:CODE`, { variables: { CODE: 'x' } });
      expect(wrong.code).toBe(4);
      const right = await trivet(`${line} --passcode-from env:CODE`, { variables: { CODE } });
      expect({ code: right.code, stderr: right.stderr }).toMatchObject({ code: 0 });
    } finally {
      await asRoot('DELETE', `/identity/mfa/login-enforcement/${mount}`);
      await asRoot('DELETE', `/identity/mfa/method/totp/${String(method)}`);
    }
  });

  describe.skipIf(nomad.url === '' || nomad.token === '')('and Nomad', () => {
    const rules = async (method: string): Promise<void> => {
      await bearing(nomad, 'POST', '/v1/acl/binding-rule', {
        AuthMethod: method,
        BindType: 'policy',
        BindName: mount,
        Selector: '',
      });
    };
    beforeAll(async () => {
      await trivet(`profile set live --jobs-url ${nomad.url} --jobs-product nomad`);
      const Rules = 'namespace "default" { policy = "read" }';
      await bearing(nomad, 'POST', `/v1/acl/policy/${mount}`, { Name: mount, Rules }).catch(() => undefined);
      await bearing(nomad, 'POST', '/v1/acl/auth-method', {
        Name: `${mount}-jwt`,
        Type: 'JWT',
        TokenLocality: 'local',
        MaxTokenTTL: '10m',
        Config: {
          JWTValidationPubKeys: [pem],
          BoundAudiences: ['live'],
          BoundIssuer: ['https://ci.example.com'],
        },
      });
      await bearing(nomad, 'POST', '/v1/acl/auth-method', {
        Name: `${mount}-oidc`,
        Type: 'OIDC',
        TokenLocality: 'local',
        MaxTokenTTL: '10m',
        Config: {
          OIDCDiscoveryURL: provider,
          OIDCClientID: client,
          OIDCClientSecret: secret,
          BoundAudiences: [client],
          AllowedRedirectURIs: ['http://localhost:4649/oidc/callback'],
        },
      });
      await rules(`${mount}-jwt`);
      await rules(`${mount}-oidc`);
    });
    afterAll(async () => {
      for (const end of ['jwt', 'oidc'])
        await bearing(nomad, 'DELETE', `/v1/acl/auth-method/${mount}-${end}`);
      await bearing(nomad, 'DELETE', `/v1/acl/policy/${mount}`);
    });

    test('log in with an identity, and say until when', async () => {
      const variables = { JWT: identity() };
      const result = await trivet(`login jobs --method ${mount}-jwt --jwt-from env:JWT`, { variables });
      expect({ code: result.code, stderr: result.stderr }).toMatchObject({ code: 0 });
      expect(result.stderr).toMatch(/until 2\d{3}-/);
      expect((await trivet('job list')).code).toBe(0);
      const wrong = await trivet(`login jobs --method ${mount}-jwt --jwt-from env:JWT`, {
        variables: { JWT: identity({ exp: 1_700_000_000 }) },
      });
      expect(wrong.code).toBe(4);
      expect(wrong.stderr).toContain('token is expired');
      expect((await trivet('logout jobs')).stderr).toContain('stays valid until');
    });

    test('log in with a browser', async () => {
      const ends: Promise<string>[] = [];
      const result = await trivet(`login jobs --method ${mount}-oidc --timeout 20s`, {
        variables: browser,
        io: browsing(
          atProvider(() => personToken),
          ends,
        ),
      });
      expect({ code: result.code, stderr: result.stderr }).toMatchObject({ code: 0 });
      expect(await ends[0]).toContain('Logged in');
      expect((await trivet('job list')).code).toBe(0);
    });
  });
});

describe.skipIf(otf.url === '' || otf.token === '')('OTF', () => {
  const { origin } = new URL(otf.url === '' ? 'http://127.0.0.1' : otf.url);
  /** The consent of a person who is logged in to the site. */
  const consenting =
    (answer: string) =>
    async (page: URL): Promise<string> => {
      const login = await fetch(`${origin}/admin/login`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ token: otf.token }),
      });
      const cookie = (login.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
      const reply = await fetch(page, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie },
        body: new URLSearchParams(answer),
      });
      return reply.headers.get('location') ?? '';
    };

  test('logs in with a browser, by the protocol of terraform login', async () => {
    await trivet(`profile set live --workspaces-url ${otf.url} --workspaces-product otf`);
    const ends: Promise<string>[] = [];
    const result = await trivet('login workspaces --method browser --timeout 20s', {
      variables: browser,
      io: browsing(consenting('consented=true'), ends),
    });
    expect({ code: result.code, stderr: result.stderr }).toMatchObject({ code: 0 });
    expect(await ends[0]).toContain('Logged in');
    const shown = await trivet('whoami workspaces -o json');
    expect(JSON.parse(shown.stdout)).toMatchObject([{ user: 'site-admin', method: 'browser' }]);
  });

  test('says that the person refused', async () => {
    const ends: Promise<string>[] = [];
    const result = await trivet('login workspaces --method browser --timeout 20s', {
      variables: browser,
      io: browsing(consenting(''), ends),
    });
    expect(result.code).toBe(4);
    expect(result.stderr).toContain('access_denied');
    expect(await ends[0]).toContain('Not logged in');
  });
});
