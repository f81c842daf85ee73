/** The exchanges of a log-in. */
import { defineOperation } from '../../model/catalogue/operation.ts';
import { recordView, tableView } from '../../model/catalogue/view.ts';

const shared = {
  on: ['nomad'],
  service: 'jobs',
  auth: 'none',
  view: recordView({ fields: {}, name: 'AccessorID', columns: [], open: true }),
  examples: [],
} as const;

export const listMethods = defineOperation({
  ...shared,
  id: 'acl.methods',
  summary: 'List the methods to log in',
  beyond: 'https://developer.hashicorp.com/nomad/api-docs/acl/auth-methods',
  method: 'GET',
  path: '/v1/acl/auth-methods',
  parameters: {},
  effect: 'read',
  view: tableView({
    fields: { Name: { type: 'text', summary: 'Name of the method' } },
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
  beyond: 'https://developer.hashicorp.com/nomad/api-docs/acl/login',
  method: 'POST',
  path: '/v1/acl/login',
  parameters: {
    AuthMethodName: { in: 'body', type: 'string', summary: 'Name of the method', required: true },
    LoginToken: { in: 'body', type: 'secret', summary: 'Signed identity', required: true },
  },
  effect: 'idempotent',
});
