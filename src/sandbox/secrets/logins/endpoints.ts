/** `/auth/METHOD/login`: passwords, AppRole and signed identities. */
import { createHash } from 'node:crypto';
import type { Flaw, Json, PrincipalName } from '../../contract.ts';
import { asMap, asText } from '../coerce.ts';
import { EngineError } from '../engine.ts';
import type { ServiceReply } from '../envelope.ts';
import type { Call } from '../routes.ts';
import type { SystemContext, SystemRequest, SystemRoutes } from '../system/request.ts';
import { authOf } from '../tokens/endpoints.ts';
import type { TokenRequest } from '../tokens/store.ts';
import { randomUUID } from '../../random.ts';
import { randomName } from '../leases.ts';
import { APPROLES, BROWSER_ROLE, DEVICE_ROLE, CERTIFICATE, PEOPLE, ROLES } from './people.ts';

const LIFE = 3600;

/** One for all log-ins of a person or role. */
function entityOf(who: string): string {
  const hex = createHash('sha256').update(who).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}

/** Wrong passwords until a lock-out, and its milliseconds. */
const PATIENCE = 5;
const LOCKED = 15 * 60_000;

const WORDS: Readonly<Record<Flaw, string>> = {
  form: 'error verifying token signature: go-jose/go-jose: compact JWS format must have three parts',
  signature: 'error verifying token signature: no known key successfully validated the token signature',
  expired: 'invalid expiration time (exp) claim: token is expired',
  early: 'invalid not before (nbf) claim: token not yet valid',
  issuer: 'invalid issuer (iss) claim',
  audience: 'invalid audience (aud) claim: audience claim does not match any expected audience',
};

export const VISIBLE: Readonly<Record<string, Json>> = Object.fromEntries(
  ['oidc', 'userpass', 'ldap', 'jwt'].map((type) => [`${type}/`, { description: '', options: {}, type }]),
);

export function isLogin(segments: readonly string[]): boolean {
  const [first, method = '', verb, ...rest] = segments;
  if (first !== 'auth') return false;
  if (method === 'oidc') return verb === 'oidc';
  if (verb !== 'login') return false;
  return rest.length === (method in PEOPLE ? 1 : 0);
}

function requestOf(
  path: string,
  role: PrincipalName,
  displayName: string,
  meta: Readonly<Record<string, string>>,
): TokenRequest {
  return {
    name: role,
    policies: ['default', role],
    displayName,
    entity: entityOf(displayName),
    type: 'service',
    renewable: true,
    ttl: LIFE,
    explicitMaximum: 0,
    period: 0,
    uses: 0,
    meta,
    parent: undefined,
    path,
  };
}

export function loginRoutes(context: SystemContext): SystemRoutes {
  const { clock, effects, tokens, identities, namespace, empty } = context;
  if (empty || namespace !== '') return {};
  const { passcodes, wrong, secrets, browsers, devices } = context.logins;

  const grant = ({ method, path }: SystemRequest, wanted: TokenRequest): ServiceReply => {
    const made = tokens.create(wanted);
    effects.record({ service: 'secrets', method, path, what: `token.created ${made.accessor}` });
    return { auth: authOf(made, made.ttl) };
  };

  /** A pause resets the count. */
  const refuse = (key: string): never => {
    const before = wrong.get(key);
    const count = before !== undefined && before.until > clock.now() ? before.count + 1 : 1;
    wrong.set(key, { count, until: clock.now() + LOCKED });
    throw new EngineError(400, 'invalid username or password');
  };

  const withPassword =
    (mount: string) =>
    ({ request, param }: Call<SystemRequest>): ServiceReply => {
      const name = param('name').toLowerCase();
      const key = `${mount}/${name}`;
      const password = asText(request.input, 'password', '');
      const before = wrong.get(key);
      if (before !== undefined && before.count >= PATIENCE && before.until > clock.now())
        throw new EngineError(403, 'permission denied');
      if (password === '') throw new EngineError(500, 'missing password');
      const person = PEOPLE[mount]?.[name];
      if (person === undefined || person.password !== password) return refuse(key);
      const wanted = requestOf(`auth/${mount}/login/${name}`, person.role, `${mount}-${name}`, {
        username: name,
      });
      if (person.totp === undefined) return grant(request, wanted);
      return {
        auth: {
          client_token: '',
          accessor: '',
          policies: null,
          metadata: null,
          lease_duration: 0,
          renewable: false,
          entity_id: '',
          token_type: 'default',
          orphan: false,
          mfa_requirement: passcodes.require(person.totp, wanted),
          num_uses: 0,
        },
        warnings: [
          'A login request was issued that is subject to MFA validation. Please make sure to validate the login by sending another request to mfa/validate endpoint.',
        ],
      };
    };

  const prove = ({ request }: Call<SystemRequest>): ServiceReply => {
    const given = asMap(request.input, 'mfa_payload', {})[passcodes.method];
    const code = Array.isArray(given) && typeof given[0] === 'string' ? given[0] : undefined;
    return grant(request, passcodes.complete(asText(request.input, 'mfa_request_id', ''), code));
  };

  const withRole = ({ request }: Call<SystemRequest>): ServiceReply => {
    const secret = asText(request.input, 'secret_id', '');
    const found = APPROLES[asText(request.input, 'role_id', '')];
    if (found === undefined) throw new EngineError(400, 'invalid role or secret ID');
    if (secret === '') throw new EngineError(400, 'missing secret_id');
    const { name, role, uses } = found;
    const own = secrets.get(name);
    const left = own?.get(secret) ?? 0;
    if (left < 1) throw new EngineError(400, 'invalid role or secret ID');
    own?.set(secret, left - 1);
    return grant(request, {
      ...requestOf('auth/approle/login', role, 'approle', { role_name: name }),
      entity: entityOf(`approle-${name}`),
      uses,
    });
  };

  const newSecret = ({ request, param }: Call<SystemRequest>): ServiceReply => {
    const own = secrets.get(param('name'));
    if (own === undefined) throw new EngineError(404, `role "${param('name')}" does not exist`);
    const secret = randomUUID();
    own.set(secret, 1);
    effects.record({
      service: 'secrets',
      method: request.method,
      path: request.path,
      what: 'secret-id.created',
    });
    return {
      data: {
        secret_id: secret,
        secret_id_accessor: randomUUID(),
        secret_id_num_uses: 1,
        secret_id_ttl: LIFE,
      },
    };
  };

  const withIdentity =
    (mount: string) =>
    ({ request }: Call<SystemRequest>): ServiceReply => {
      const roles = ROLES[mount] ?? {};
      const name = asText(request.input, 'role', '') || (Object.keys(roles)[0] ?? '');
      const role = roles[name];
      const identity = asText(request.input, 'jwt', '');
      if (role === undefined) throw new EngineError(400, `role "${name}" could not be found`);
      if (identity === '') throw new EngineError(400, 'missing token');
      const checked = identities.check(identity);
      if ('flaw' in checked) throw new EngineError(400, `error validating token: ${WORDS[checked.flaw]}`);
      return grant(
        request,
        requestOf(`auth/${mount}/login`, role, `${mount}-${checked.subject}`, { role: name }),
      );
    };

  const withCertificate = ({ request }: Call<SystemRequest>): ServiceReply => {
    const { client } = request;
    if (client === undefined) throw new EngineError(400, 'no client certificate found');
    const name = asText(request.input, 'name', '') || CERTIFICATE.name;
    if (!client.trusted || name !== CERTIFICATE.name)
      throw new EngineError(400, 'invalid certificate or no client certificate supplied');
    const meta = { cert_name: name, common_name: client.commonName };
    return grant(request, requestOf('auth/cert/login', CERTIFICATE.role, `cert-${name}`, meta));
  };

  const begin = ({ request: { input } }: Call<SystemRequest>): ServiceReply => {
    const role = asText(input, 'role', '') || BROWSER_ROLE;
    if (role === DEVICE_ROLE) {
      const nonce = asText(input, 'client_nonce', '');
      if (nonce === '') throw new EngineError(400, 'missing client_nonce');
      const { page, code } = identities.beginDevice();
      const state = `st_${randomName(20)}`;
      devices.set(state, { nonce, code });
      return { data: { auth_url: page, poll_interval: '1', state, user_code: code } };
    }
    const redirectUri = asText(input, 'redirect_uri', '');
    if (redirectUri === '') throw new EngineError(400, 'missing redirect_uri');
    if (role !== BROWSER_ROLE) throw new EngineError(400, `role "${role}" could not be found`);
    const state = `st_${randomName(20)}`;
    browsers.set(state, asText(input, 'client_nonce', ''));
    return { data: { auth_url: identities.pageFor(redirectUri, state, `n_${randomName(20)}`) } };
  };

  const end = ({ request }: Call<SystemRequest>): ServiceReply => {
    const text = (name: string): string => asText(request.input, name, '');
    const nonce = browsers.get(text('state'));
    browsers.delete(text('state'));
    const failed = (why: string): EngineError => new EngineError(400, `OpenBao login failed. ${why}`);
    if (nonce === undefined) throw failed('Expired or missing OAuth state.');
    if (text('error') !== '') throw failed(text('error'));
    if (nonce !== text('client_nonce')) throw new EngineError(400, 'invalid client_nonce');
    if (text('code') === '') throw failed('No code or id_token received.');
    const person = identities.redeem(text('code'));
    if (person === undefined) {
      throw failed(
        String.raw`Error exchanging oidc code: "Provider.Exchange: unable to exchange auth code with provider: oauth2: \"invalid_grant\" \"authorization grant is invalid or expired\"".`,
      );
    }
    return grant(
      request,
      requestOf('auth/oidc/oidc/callback', person.role, `oidc-${person.name}`, { role: BROWSER_ROLE }),
    );
  };

  const poll = ({ request }: Call<SystemRequest>): ServiceReply => {
    const state = asText(request.input, 'state', '');
    const found = devices.get(state);
    if (found === undefined)
      throw new EngineError(400, 'OpenBao login failed. Expired or missing OAuth state.');
    const person = identities.deviceOf(found.code);
    if (found.nonce === asText(request.input, 'client_nonce', '') && person === 'pending')
      throw new EngineError(400, 'authorization_pending');
    devices.delete(state);
    if (found.nonce !== asText(request.input, 'client_nonce', ''))
      throw new EngineError(400, 'invalid client_nonce');
    if (typeof person === 'string')
      throw new EngineError(
        400,
        `authorization failed: ${person === 'refused' ? 'access_denied' : 'expired_token'}`,
      );
    return grant(
      request,
      requestOf('auth/oidc/oidc/poll', person.role, `oidc-${person.name}`, { role: DEVICE_ROLE }),
    );
  };

  return {
    'auth/oidc/oidc/poll': { POST: poll },
    'auth/oidc/oidc/auth_url': { POST: begin },
    'auth/oidc/oidc/callback': { GET: end },
    'auth/userpass/login/:name': { POST: withPassword('userpass') },
    'auth/ldap/login/:name': { POST: withPassword('ldap') },
    'auth/approle/login': { POST: withRole },
    'auth/approle/role/:name/secret-id': { POST: newSecret },
    'auth/jwt/login': { POST: withIdentity('jwt') },
    'auth/kubernetes/login': { POST: withIdentity('kubernetes') },
    'auth/cert/login': { POST: withCertificate },
    'mfa/validate': { POST: prove },
  };
}
