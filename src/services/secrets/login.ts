/** How people and machines log in: each method is mounted below `auth/`, and replies with the same `auth`. */
import type { Ask, Further, Granted, LoginMethod, ServiceLogin } from '../../groups/auth/workflows/method.ts';
import type { Json } from '../../model/json/json.ts';
import { at, isObject, itemsIn, numberAt, own, textAt, textsAt } from '../../model/json/json.ts';
import { defineOperation } from '../../model/catalogue/operation.ts';
import type { Parameter } from '../../model/catalogue/parameter.ts';
import { recordView } from '../../model/catalogue/view.ts';

const auth = 'https://developer.hashicorp.com/vault/api-docs/auth';

const shared = {
  on: ['vault'],
  service: 'secrets',
  method: 'POST',
  auth: 'none',
  success: [200],
  view: recordView({ fields: {}, name: 'client_token', columns: [], open: true }),
  examples: [],
} as const;

const mount = {
  in: 'path',
  type: 'string',
  summary: 'Path of the method',
  required: true,
  hierarchical: true,
} as const satisfies Parameter;

const role = { in: 'body', type: 'string', summary: 'Role' } as const satisfies Parameter;

const secret = (summary: string) => ({ in: 'body', type: 'secret', summary }) as const satisfies Parameter;

export const offered = defineOperation({
  ...shared,
  id: 'login.offered',
  summary: 'List the methods to log in',
  beyond: 'https://developer.hashicorp.com/vault/api-docs/system/internal-ui-mounts',
  method: 'GET',
  path: '/sys/internal/ui/mounts',
  parameters: {},
  effect: 'read',
});

export const withPassword = defineOperation({
  ...shared,
  id: 'login.password',
  summary: 'Log in with a user name and a password',
  beyond: `${auth}/userpass`,
  path: '/auth/{mount}/login/{username}',
  parameters: {
    mount,
    username: { in: 'path', type: 'string', summary: 'User name', required: true },
    password: { ...secret('Password'), required: true },
  },
  effect: 'idempotent',
});

export const withRole = defineOperation({
  ...shared,
  id: 'login.approle',
  summary: 'Log in with a role ID and a secret ID',
  beyond: `${auth}/approle`,
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
  beyond: `${auth}/jwt`,
  path: '/auth/{mount}/login',
  parameters: { mount, role, jwt: { ...secret('Signed identity'), required: true } },
  effect: 'idempotent',
});

export const withCertificate = defineOperation({
  ...shared,
  id: 'login.certificate',
  summary: 'Log in with the client certificate of the connection',
  beyond: `${auth}/cert`,
  path: '/auth/{mount}/login',
  parameters: { mount, role: { ...role, name: 'name' } },
  effect: 'idempotent',
});

export const prove = defineOperation({
  ...shared,
  id: 'login.further',
  summary: 'Give the further proofs of a log-in',
  beyond: 'https://developer.hashicorp.com/vault/api-docs/secret/identity/mfa/login-enforcement',
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
  beyond: 'https://developer.hashicorp.com/vault/api-docs/system/wrapping-unwrap',
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

export const revoke = defineOperation({
  id: 'login.revoke',
  summary: 'Revoke the token that asks',
  beyond: `${auth}/token`,
  on: ['vault'],
  service: 'secrets',
  method: 'POST',
  path: '/auth/token/revoke-self',
  parameters: {},
  effect: 'idempotent',
  view: { kind: 'message', text: 'revoked the token' },
  lookUp: 'whoami secrets',
  examples: [],
});

const password = (name: string, title: string): LoginMethod => ({
  name,
  title,
  asks: ['username', 'password'],
  exchange: withPassword,
  input: (place, answers) => ({ mount: place, username: answers.username, password: answers.password }),
  hint:
    'The server does not say more: the name, the password, the path of the method (--mount) or the namespace may ' +
    'be wrong, or the user may be locked out for a while after wrong passwords.',
});

const identity = (
  name: string,
  title: string,
  asks: readonly Ask[],
  more: Partial<LoginMethod>,
): LoginMethod => ({
  name,
  title,
  asks,
  exchange: withIdentity,
  input: (place, answers) => ({ mount: place, role: answers.role, jwt: answers.jwt }),
  ...more,
});

const methods: readonly LoginMethod[] = [
  password('userpass', 'user name and password'),
  password('ldap', 'user name and password of the directory (LDAP)'),
  {
    name: 'approle',
    title: 'role ID and secret ID (AppRole)',
    asks: ['role-id'],
    may: ['secret-id'],
    exchange: withRole,
    input: (place, answers) => ({
      mount: place,
      role_id: answers['role-id'],
      secret_id: answers['secret-id'],
    }),
    hint: 'The role ID or the secret ID is wrong, the secret ID is used up or has expired, or it is wrapped (--wrapped).',
  },
  identity('jwt', 'signed identity (JWT)', ['jwt'], {
    may: ['role'],
    hint: 'A path of the method other than jwt needs --mount, and a role that is not the default one --role.',
  }),
  identity('kubernetes', 'service account of a pod (Kubernetes)', ['role', 'jwt'], {
    jwtFile: '/var/run/secrets/kubernetes.io/serviceaccount/token',
  }),
  {
    name: 'cert',
    title: 'client certificate',
    asks: [],
    may: ['role'],
    exchange: withCertificate,
    input: (place, answers) => ({ mount: place, role: answers.role }),
    certificate: true,
  },
];

const granted = (document: Json, now: number): Granted | undefined => {
  const given = own(document, 'auth');
  const token = textAt(given, 'client_token');
  if (token === undefined || token === '') return undefined;
  const metadata = own(given, 'metadata');
  const seconds = numberAt(given, 'lease_duration');
  return {
    token,
    user: textAt(metadata, 'username') ?? textAt(metadata, 'role_name') ?? textAt(metadata, 'role'),
    policies: textsAt(given, 'policies'),
    expires: seconds > 0 ? new Date(now + seconds * 1000).toISOString() : undefined,
    renewable: own(given, 'renewable') === true,
  };
};

const furtherIn = (document: Json): Further | undefined => {
  const wanted = at(document, 'auth', 'mfa_requirement');
  const request = textAt(wanted, 'mfa_request_id');
  const groups = own(wanted, 'mfa_constraints');
  if (request === undefined || !isObject(groups)) return undefined;
  return {
    request,
    proofs: Object.values(groups).flatMap((group) => {
      // Any one of a group is enough: the first.
      const [first] = itemsIn(own(group, 'any'));
      const id = textAt(first, 'id');
      if (id === undefined) return [];
      return [{ id, type: textAt(first, 'type') ?? '', passcode: own(first, 'uses_passcode') === true }];
    }),
  };
};

const login: ServiceLogin = {
  methods,
  offers: {
    operation: offered,
    read: (document) => {
      const mounts = at(document, 'data', 'auth');
      if (!isObject(mounts)) return [];
      return Object.entries(mounts).flatMap(([path, about]) => {
        const method = methods.find(({ name }) => name === textAt(about, 'type'));
        return method === undefined ? [] : [{ method, place: path.replace(/\/$/, ''), isDefault: false }];
      });
    },
  },
  granted,
  further: {
    operation: prove,
    read: furtherIn,
    body: ({ proofs }, passcodes) =>
      Object.fromEntries(
        proofs.map(({ id }): [string, Json] => [id, passcodes[id] === undefined ? [] : [passcodes[id]]]),
      ),
  },
  revoke,
  unwrap: unwrapSecret,
};

export default login;
