import { defineOperation } from '../../catalogue/operation.ts';
import type { Parameter } from '../../catalogue/parameter.ts';
import { recordView } from '../../catalogue/view.ts';

const auth = 'https://developer.hashicorp.com/vault/api-docs/auth';

const onPage = (page: string) => ({ page, servers: ['vault'] }) as const;

const shared = {
  service: 'secrets',
  method: 'POST',
  permission: 'none',
  reply: [200],
  view: recordView({ fields: {}, name: 'client_token', columns: [], open: true }),
  examples: [],
} as const;

const mount = {
  in: 'path',
  type: 'string',
  summary: 'Path of the method',
  required: true,
  slashes: 'path',
} as const satisfies Parameter;

const role = { in: 'body', type: 'string', summary: 'Role' } as const satisfies Parameter;

const secret = (summary: string) => ({ in: 'body', type: 'secret', summary }) as const satisfies Parameter;

export const offered = defineOperation({
  ...shared,
  id: 'login.offered',
  summary: 'List the methods to log in',
  source: onPage('https://developer.hashicorp.com/vault/api-docs/system/internal-ui-mounts'),
  method: 'GET',
  path: '/sys/internal/ui/mounts',
  parameters: {},
  effect: 'read',
});

export const withPassword = defineOperation({
  ...shared,
  id: 'login.password',
  summary: 'Log in with a user name and a password',
  source: onPage(`${auth}/userpass`),
  path: '/auth/{mount}/login/{username}',
  parameters: {
    mount,
    username: { in: 'path', type: 'string', summary: 'User name', required: true },
    password: { ...secret('Password'), required: true },
  },
  effect: 'harmless',
});

export const withRole = defineOperation({
  ...shared,
  id: 'login.approle',
  summary: 'Log in with a role ID and a secret ID',
  source: onPage(`${auth}/approle`),
  path: '/auth/{mount}/login',
  parameters: {
    mount,
    role_id: { in: 'body', type: 'string', summary: 'Role ID', required: true },
    secret_id: secret('Secret ID'),
  },
  // A second attempt would use up a secret ID that works only a few times.
  effect: 'unsafe',
});

export const withIdentity = defineOperation({
  ...shared,
  id: 'login.jwt',
  summary: 'Log in with a signed identity',
  source: onPage(`${auth}/jwt`),
  path: '/auth/{mount}/login',
  parameters: { mount, role, jwt: { ...secret('Signed identity'), required: true } },
  effect: 'harmless',
});

export const withCertificate = defineOperation({
  ...shared,
  id: 'login.certificate',
  summary: 'Log in with the client certificate of the connection',
  source: onPage(`${auth}/cert`),
  path: '/auth/{mount}/login',
  parameters: { mount, role: { ...role, name: 'name' } },
  effect: 'harmless',
});

export const beginInBrowser = defineOperation({
  ...shared,
  id: 'login.browser',
  summary: 'Begin a log-in in a browser',
  source: onPage(`${auth}/jwt`),
  path: '/auth/{mount}/oidc/auth_url',
  parameters: {
    mount,
    role: { ...role, required: true },
    redirect_uri: { in: 'body', type: 'string', summary: 'Where the browser comes back', required: true },
    client_nonce: { ...secret('Proven that the log-in is ours'), required: true },
  },
  effect: 'unsafe',
});

const fromBrowser = (summary: string) =>
  ({ in: 'query', type: 'secret', summary, required: true }) as const satisfies Parameter;

export const endInBrowser = defineOperation({
  ...shared,
  id: 'login.browser-end',
  summary: 'End a log-in in a browser',
  source: onPage(`${auth}/jwt`),
  method: 'GET',
  path: '/auth/{mount}/oidc/callback',
  parameters: {
    mount,
    state: fromBrowser('State of the log-in'),
    code: fromBrowser('Code of the provider'),
    client_nonce: fromBrowser('Proven that the log-in is ours'),
  },
  effect: 'unsafe',
});

export const pollDevice = defineOperation({
  ...shared,
  id: 'login.poll',
  summary: 'Ask whether a log-in was confirmed',
  source: onPage('https://openbao.org/api-docs/auth/jwt/'),
  path: '/auth/{mount}/oidc/poll',
  parameters: {
    mount,
    state: { ...secret('State of the log-in'), required: true },
    client_nonce: { ...secret('Proven that the log-in is ours'), required: true },
  },
  effect: 'unsafe',
});

export const prove = defineOperation({
  ...shared,
  id: 'login.further',
  summary: 'Give the further proofs of a log-in',
  source: onPage('https://developer.hashicorp.com/vault/api-docs/secret/identity/mfa/login-enforcement'),
  path: '/sys/mfa/validate',
  parameters: {
    mfa_request_id: { in: 'body', type: 'string', summary: 'ID of the log-in', required: true },
    mfa_payload: {
      in: 'body',
      type: 'json',
      summary: 'Passcodes by method',
      sensitive: true,
      required: true,
    },
  },
  effect: 'unsafe',
});

export const unwrapSecret = defineOperation({
  ...shared,
  id: 'login.unwrap',
  summary: 'Open a wrapped secret ID',
  source: onPage('https://developer.hashicorp.com/vault/api-docs/system/wrapping-unwrap'),
  path: '/sys/wrapping/unwrap',
  parameters: {
    token: {
      in: 'header',
      type: 'secret',
      name: 'X-Vault-Token',
      summary: 'Wrapping token',
      required: true,
    },
  },
  effect: 'unsafe',
});

export const renewOwn = defineOperation({
  id: 'login.renew',
  summary: 'Renew the token that asks',
  source: onPage(`${auth}/token`),
  service: 'secrets',
  method: 'POST',
  path: '/auth/token/renew-self',
  parameters: {},
  effect: 'harmless',
  view: { kind: 'message', text: 'renewed the token' },
  lookUp: 'whoami secrets',
  examples: [],
});

export const revokeOwn = defineOperation({
  id: 'login.revoke',
  summary: 'Revoke the token that asks',
  source: onPage(`${auth}/token`),
  service: 'secrets',
  method: 'POST',
  path: '/auth/token/revoke-self',
  parameters: {},
  effect: 'harmless',
  risks: [
    {
      risk: 'revokes',
      gravity: 'ask',
      question: 'Revoke the token that asks, and everything that was borrowed with it?',
    },
  ],
  view: { kind: 'message', text: 'revoked the token' },
  lookUp: 'whoami secrets',
  examples: [],
});

export const unseal = defineOperation({
  id: 'login.unseal',
  summary: 'Give the server a share of its unseal key',
  source: onPage('https://developer.hashicorp.com/vault/api-docs/system/unseal'),
  service: 'secrets',
  method: 'PUT',
  path: '/sys/unseal',
  permission: 'none',
  parameters: {},
  effect: 'unsafe',
  risks: [{ risk: 'overwrites', gravity: 'ask', question: 'Give the server a share of its unseal key?' }],
  view: { kind: 'message', text: 'gave the server a share of its unseal key' },
  lookUp: 'doctor secrets',
  examples: [],
});
