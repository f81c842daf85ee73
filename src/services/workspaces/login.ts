/** The Terraform login protocol, or a token from a page of the server. */
import { createHash } from 'node:crypto';
import type { BrowserMethod, ServiceLogin } from '../login-method.ts';
import { localError } from '../../system/error.ts';
import type { Json } from '../../documents/json/json.ts';
import { listAt, numberAt, own, textAt, textsAt } from '../../documents/json/json.ts';
import credentialStore from './credential-store.ts';
import whoami from './whoami.ts';

const discovery = '/.well-known/terraform.json';

/** The range of ports `[first, last]`, at most a hundred. */
const portsIn = (service: Json | undefined): readonly number[] => {
  const [first, last] = listAt(service, 'ports').map(Number);
  if (first === undefined || last === undefined || !(first >= 1024 && last <= 65_535 && first <= last))
    return [10_000];
  return Array.from({ length: Math.min(100, last - first + 1) }, (_, index) => first + index);
};

/** The page may be elsewhere; codes and tokens go only to the server itself. */
const tokenPath = (path: string | undefined, baseUrl: string): string => {
  const { origin } = new URL(baseUrl);
  const url = new URL(path ?? '', `${origin}${discovery}`);
  if (path !== undefined && url.origin === origin) return url.pathname;
  throw localError(
    `${origin} names an address of another server for its tokens (${url.origin})`,
    'Make a token in the browser instead, and paste it: --method token',
  );
};

const browser: BrowserMethod = {
  name: 'browser',
  title: 'in a browser',
  asks: [],
  browser: async (asking, { random }) => {
    const service = own(await asking.read(discovery), 'login.v1');
    const authz = textAt(service, 'authz');
    if (authz === undefined) {
      throw localError(
        'the server has no log-in for programs',
        'Make a token in the browser, and paste it: trivet login workspaces --method token',
      );
    }
    const token = tokenPath(textAt(service, 'token'), asking.baseUrl);
    const client_id = textAt(service, 'client') ?? '';
    return {
      path: '/login',
      ports: portsIn(service),
      anyPort: true,
      begin: async (redirect_uri) => {
        const [state, code_verifier] = [random(16), random(32)];
        const address = new URL(authz, `${new URL(asking.baseUrl).origin}${discovery}`);
        if (address.protocol !== 'https:' && address.protocol !== 'http:')
          throw localError('the server names a page that is not a web address');
        const scopes = textsAt(service, 'scopes').join(' ');
        const fields = {
          client_id,
          code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
          code_challenge_method: 'S256',
          redirect_uri,
          response_type: 'code',
          state,
          ...(scopes === '' ? {} : { scope: scopes }),
        };
        for (const [name, value] of Object.entries(fields)) address.searchParams.set(name, value);
        return {
          address: address.href,
          state,
          secrets: [code_verifier],
          finish: (params) =>
            asking.form(token, {
              client_id,
              code: params.get('code') ?? '',
              code_verifier,
              grant_type: 'authorization_code',
              redirect_uri,
            }),
        };
      },
    };
  },
};

const login: ServiceLogin = {
  methods: [browser],
  offers: async (asking) =>
    own(await asking.read(discovery), 'login.v1') === undefined
      ? []
      : [{ method: browser, place: browser.name, isDefault: true }],
  granted: (document, now) => {
    const token = textAt(document, 'access_token');
    if (token === undefined || token === '') return undefined;
    const seconds = numberAt(document, 'expires_in');
    return {
      token,
      user: undefined,
      policies: [],
      expires: seconds > 0 ? new Date(now + seconds * 1000).toISOString() : undefined,
      renewable: false,
    };
  },
  tokenPage: (baseUrl) => `${new URL(baseUrl).origin}/app/settings/tokens`,
};

export default { login, whoami, credentialStore };
