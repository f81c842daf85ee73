import { defineOperation } from '../../catalogue/operation.ts';
import { recordView, tableView } from '../../catalogue/view.ts';

const shared = {
  service: 'jobs',
  permission: 'none',
  view: recordView({ fields: {}, name: 'AccessorID', columns: [], open: true }),
  examples: [],
} as const;

export const listMethods = defineOperation({
  ...shared,
  id: 'acl.methods',
  summary: 'List the methods to log in',
  source: { page: 'https://developer.hashicorp.com/nomad/api-docs/acl/auth-methods', servers: ['nomad'] },
  method: 'GET',
  path: '/v1/acl/auth-methods',
  parameters: {},
  effect: 'read',
  view: tableView({
    fields: { Name: { type: 'text', summary: 'Name of the method' } },
    essential: ['Name'],
    name: 'Name',
    rows: { path: '' },
    columns: ['Name'],
    empty: '',
  }),
});

export const logInWith = defineOperation({
  ...shared,
  id: 'acl.login',
  summary: 'Log in with a signed identity',
  source: { page: 'https://developer.hashicorp.com/nomad/api-docs/acl/login', servers: ['nomad'] },
  method: 'POST',
  path: '/v1/acl/login',
  parameters: {
    AuthMethodName: { in: 'body', type: 'string', summary: 'Name of the method', required: true },
    LoginToken: { in: 'body', type: 'secret', summary: 'Signed identity', required: true },
  },
  effect: 'harmless',
});

const named = { in: 'body', type: 'string', summary: 'Name of the method', required: true } as const;
const redirect = {
  in: 'body',
  type: 'string',
  summary: 'Where the browser comes back',
  required: true,
} as const;
const secretText = (summary: string) => ({ in: 'body', type: 'secret', summary, required: true }) as const;

export const beginOidc = defineOperation({
  ...shared,
  id: 'acl.browser',
  summary: 'Begin a log-in in a browser',
  source: { page: 'https://developer.hashicorp.com/nomad/api-docs/acl/oidc', servers: ['nomad'] },
  method: 'POST',
  path: '/v1/acl/oidc/auth-url',
  parameters: {
    AuthMethodName: named,
    RedirectURI: redirect,
    // The nonce is a part of the provider's address, so it cannot be hidden.
    ClientNonce: { in: 'body', type: 'string', summary: 'Proven that the log-in is ours', required: true },
  },
  effect: 'unsafe',
});

export const endOidc = defineOperation({
  ...shared,
  id: 'acl.browser-end',
  summary: 'End a log-in in a browser',
  source: { page: 'https://developer.hashicorp.com/nomad/api-docs/acl/oidc', servers: ['nomad'] },
  method: 'POST',
  path: '/v1/acl/oidc/complete-auth',
  parameters: {
    AuthMethodName: named,
    RedirectURI: redirect,
    ClientNonce: secretText('Proven that the log-in is ours'),
    State: secretText('State of the log-in'),
    Code: secretText('Code of the provider'),
    Iss: { in: 'body', type: 'string', summary: 'Issuer, where the provider names itself' },
  },
  // Any attempt uses up the nonce.
  effect: 'unsafe',
});
