/** How people and machines log in: the server names its methods. */
import type { LoginMethod, ServiceLogin } from '../../groups/auth/workflows/method.ts';
import { itemsIn, own, textAt, textsAt } from '../../model/json/json.ts';
import { defineOperation } from '../../model/catalogue/operation.ts';
import { recordView, tableView } from '../../model/catalogue/view.ts';

const shared = {
  on: ['nomad'],
  service: 'jobs',
  auth: 'none',
  view: recordView({ fields: {}, name: 'AccessorID', columns: [], open: true }),
  examples: [],
} as const;

export const offered = defineOperation({
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

export const withIdentity = defineOperation({
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

const jwt: LoginMethod = {
  name: 'jwt',
  title: 'signed identity (JWT)',
  asks: ['jwt'],
  exchange: withIdentity,
  input: (place, answers) => ({ AuthMethodName: place, LoginToken: answers.jwt }),
};

const kinds: Readonly<Record<string, LoginMethod>> = { JWT: jwt };

const login: ServiceLogin = {
  methods: [jwt],
  named: true,
  offers: {
    operation: offered,
    read: (document) =>
      itemsIn(document).flatMap((one) => {
        const method = kinds[textAt(one, 'Type') ?? ''];
        const place = textAt(one, 'Name');
        return method === undefined || place === undefined
          ? []
          : [{ method, place, isDefault: own(one, 'Default') === true }];
      }),
  },
  granted: (document) => {
    const token = textAt(document, 'SecretID');
    if (token === undefined || token === '') return undefined;
    return {
      token,
      user: textAt(document, 'Name'),
      policies: [...new Set(textsAt(document, 'Policies'))],
      expires: textAt(document, 'ExpirationTime'),
      renewable: false,
    };
  },
};

export default login;
