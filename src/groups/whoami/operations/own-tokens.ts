/** What the services say of the token that asks: beyond the documents. */
import { defineOperation } from '../../../model/catalogue/operation.ts';
import { recordView } from '../../../model/catalogue/view.ts';
import { region } from '../../job/parts.ts';

export const account = defineOperation({
  id: 'account.show',
  summary: 'Show the account of the token',
  beyond: 'https://developer.hashicorp.com/terraform/cloud-docs/api-docs/account',
  on: ['terraform'],
  service: 'workspaces',
  method: 'GET',
  path: '/account/details',
  parameters: {},
  effect: 'read',
  view: recordView({
    fields: {
      id: { type: 'text', summary: 'User ID' },
      username: { type: 'text', summary: 'Name of the user' },
      email: { type: 'text', summary: 'Email of the user' },
      'is-service-account': { type: 'boolean', summary: 'Not a person' },
    },
    essential: ['username'],
    name: 'username',
    columns: ['username'],
    open: true,
  }),
  examples: [],
});

export const secretsToken = defineOperation({
  id: 'token.show',
  summary: 'Show the token that asks',
  beyond: 'https://developer.hashicorp.com/vault/api-docs/auth/token',
  on: ['vault'],
  service: 'secrets',
  method: 'GET',
  path: '/auth/token/lookup-self',
  parameters: {},
  effect: 'read',
  view: recordView({
    fields: {
      display_name: { type: 'text', summary: 'Name of the token' },
      path: { type: 'text', summary: 'Path of the log-in that made it' },
      policies: { type: 'list', summary: 'Policies' },
      identity_policies: { type: 'list', summary: 'Policies of its entity and groups' },
      expire_time: { type: 'time', summary: 'When it expires' },
      renewable: { type: 'boolean', summary: 'Can be renewed' },
      id: { type: 'text', summary: 'The token itself', sensitive: true },
    },
    essential: ['policies'],
    name: 'display_name',
    columns: ['display_name', 'policies'],
    open: true,
  }),
  examples: [],
});

export const jobsToken = defineOperation({
  id: 'acl.token.show',
  summary: 'Show the token that asks',
  beyond: 'https://developer.hashicorp.com/nomad/api-docs/acl/tokens',
  on: ['nomad'],
  service: 'jobs',
  method: 'GET',
  path: '/v1/acl/token/self',
  parameters: { region },
  effect: 'read',
  view: recordView({
    fields: {
      AccessorID: { type: 'text', summary: 'Public ID of the token' },
      Name: { type: 'text', summary: 'Name of the token' },
      Type: { type: 'text', summary: 'client or management' },
      Policies: { type: 'list', summary: 'Policies' },
      Roles: { type: 'list', summary: 'Roles' },
      ExpirationTime: { type: 'time', summary: 'When it expires' },
      SecretID: { type: 'text', summary: 'The token itself', sensitive: true },
    },
    essential: ['AccessorID'],
    name: 'AccessorID',
    columns: ['Name', 'Type', 'Policies'],
    open: true,
  }),
  examples: [],
});
