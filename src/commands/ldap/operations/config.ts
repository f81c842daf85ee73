import { defineOperation } from '../../../catalogue/operation.ts';
import { recordView } from '../../../catalogue/view.ts';
import { configFields } from '../fields.ts';
import { mount, partial, shared } from '../parts.ts';
import type { Parameters } from '../../../catalogue/parameter.ts';
import type { FoundRisk } from '../../../catalogue/risk.ts';
import type { RiskLooking } from '../../../run/single/risk-look.ts';
import type { Snapshot } from '../../../run/snapshot.ts';

const path = '/{mount}/config';
const lookUp = 'ldap config show --mount {mount}';

export const show = defineOperation({
  ...shared,
  id: 'ldap.config.show',
  summary: 'Show the connection to the directory server',
  description: 'The password and the key are never returned.',
  method: 'GET',
  path,
  parameters: { mount },
  effect: 'read',
  view: recordView({
    fields: configFields,
    essential: ['binddn'],
    name: 'binddn',
    columns: [
      'url',
      ['binddn', 'bind dn'],
      'schema',
      ['userdn', 'user dn'],
      ['userattr', 'user attribute'],
      ['upndomain', 'upn domain'],
      ['password_policy', 'password policy'],
      'length',
      'starttls',
      ['insecure_tls', 'insecure tls'],
      ['request_timeout', 'request timeout'],
      ['connection_timeout', 'connection timeout'],
      ['skip_static_role_import_rotation', 'skip import rotation'],
      ['last_bind_password_rotation', 'root rotated'],
      'certificate',
      ['client_tls_cert', 'client certificate'],
    ],
  }),
  examples: [{ summary: 'As set', argv: 'ldap config show' }],
});

const parameters = {
  mount,
  binddn: {
    in: 'body',
    type: 'string',
    summary: 'DN of the bind account',
    required: { exceptOn: partial },
    metavar: 'dn',
  },
  bindpass: {
    in: 'body',
    type: 'secret',
    summary: 'Password of the bind account: @file, - or env:NAME',
    required: { exceptOn: partial },
    metavar: '@file',
  },
  url: {
    in: 'body',
    type: 'string',
    flag: 'ldap-url',
    summary: 'Server URL, or a comma-separated list',
    default: 'ldap://127.0.0.1',
    metavar: 'url',
  },
  password_policy: {
    in: 'body',
    type: 'string',
    summary: 'Existing policy that generates passwords',
    metavar: 'name',
  },
  schema: {
    in: 'body',
    type: 'string',
    summary: 'Schema of the directory',
    default: 'openldap',
    enum: ['openldap', 'ad', 'racf'],
    metavar: 'schema',
  },
  userdn: {
    in: 'body',
    type: 'string',
    summary: 'Base DN to search for managed users',
    metavar: 'dn',
  },
  userattr: {
    in: 'body',
    type: 'string',
    summary: 'Attribute to search users by',
    default: 'cn for openldap, userPrincipalName for ad, racfid for racf',
    metavar: 'name',
  },
  upndomain: {
    in: 'body',
    type: 'string',
    summary: 'Domain of the UPN [binddn]@[upndomain] for authentication',
    metavar: 'domain',
  },
  request_timeout: {
    in: 'body',
    type: 'duration',
    summary: 'Time limit of a directory request',
    default: '90s',
    metavar: 'duration',
  },
  starttls: {
    in: 'body',
    type: 'boolean',
    summary: 'Issue StartTLS on an unencrypted connection',
  },
  insecure_tls: {
    in: 'body',
    type: 'boolean',
    summary: "Skip verification of the directory's certificate",
  },
  certificate: {
    in: 'body',
    type: 'text',
    summary: 'CA certificate of the directory, PEM',
    metavar: '@file',
  },
  client_tls_cert: { in: 'body', type: 'text', summary: 'Client certificate, PEM', metavar: '@file' },
  client_tls_key: {
    in: 'body',
    type: 'secret',
    summary: 'Key of the client certificate, PEM',
    metavar: '@file',
  },
  skip_static_role_import_rotation: {
    in: 'body',
    type: 'boolean',
    summary: 'Keep current passwords when static roles are created',
    default: 'false',
  },
  length: {
    in: 'body',
    type: 'integer',
    summary: 'Number of characters in generated passwords',
    default: '64',
    deprecated: 'use --password-policy',
    metavar: 'n',
  },
  connection_timeout: {
    in: 'body',
    type: 'duration',
    summary: 'Time limit of connecting to the directory',
    default: '30s',
    deprecated: 'use --request-timeout',
    metavar: 'duration',
  },
} as const satisfies Parameters;

/** They decide where the server sends the bind password, and who can read it on the way. */
const connection = [
  'url',
  'starttls',
  'insecure_tls',
  'certificate',
] satisfies readonly (keyof typeof parameters)[];

const questionAbout = ({ kind }: Snapshot): string => {
  if (kind === 'none') return 'Connect {mount} to this directory?';
  return kind === 'data'
    ? 'Change where or how the bind password of {mount} is sent?'
    : 'Send the bind password of {mount} to this directory? The token is not allowed to read where it goes now.';
};

const lookAtConnection = async (looking: RiskLooking): Promise<FoundRisk | undefined> => {
  const { session, isAnswered } = looking;
  if (isAnswered) return undefined;
  const { found: before, state } = await looking.before();
  // A model could choose where a person's variable goes.
  const asksFirst = session.io.confined !== undefined;
  const addresses = looking.newAddresses(connection, before.kind === 'data' ? before.data : {});
  if (before.kind === 'none' ? !asksFirst : addresses === '') return undefined;
  return {
    question: `${questionAbout(before)}${addresses === '' ? '' : ' {addresses}'}`,
    input: { addresses },
    state,
  };
};

export const set = defineOperation({
  ...shared,
  id: 'ldap.config.set',
  undo: { because: 'the server does not return the earlier password' },
  summary: 'Set the connection to the directory server',
  description:
    'The bind account must be able to search entries and change their passwords. A comma-separated list of ' +
    'servers is tried in order when connecting fails; the smaller of both timeouts applies. Passwords are ' +
    'generated by a default algorithm, optionally with --length, or by --password-policy. Real servers keep ' +
    'settings that are left out, except the length. It asks before the password goes to another address than the present one.',
  method: 'POST',
  path,
  parameters,
  rules: [{ rule: 'atMostOne', keys: ['length', 'password_policy'] }],
  permission: ['create', 'update'],
  effect: 'idempotent',
  objectRead: show,
  omitted: { resets: ['length'] },
  risks: [
    {
      risk: 'sends-secret-elsewhere',
      gravity: 'ask',
      question: 'Change where or how the bind password of {mount} is sent?',
      uncertain: true,
      look: lookAtConnection,
    },
    {
      risk: 'resets',
      gravity: 'ask',
      question: 'Write the connection of {mount} and reset what is not given?',
      uncertain: true,
    },
  ],
  view: { kind: 'message', text: 'set the directory connection of {mount}' },
  lookUp,
  errors: { 400: 'both length and password_policy are given' },
  examples: [
    {
      summary: 'OpenLDAP, the password from a file',
      argv:
        'ldap config set --binddn cn=admin,dc=example,dc=com --bindpass @bind.txt --ldap-url ldaps://ldap.example.com ' +
        '--userdn ou=people,dc=example,dc=com --userattr uid --yes',
    },
  ],
});

export const remove = defineOperation({
  ...shared,
  id: 'ldap.config.delete',
  undo: { because: 'the connection was deleted with its password' },
  summary: 'Delete the connection to the directory server',
  description:
    'Every role and set of the mount stops working. Type the mount at the prompt, or give --confirm MOUNT; ' +
    '--yes is not enough.',
  method: 'DELETE',
  path,
  parameters: { mount },
  effect: 'idempotent',
  risks: [
    {
      risk: 'removes',
      gravity: 'type',
      question: 'This deletes the connection of {mount} to its directory: no role or set works without it.',
      name: '{mount}',
    },
  ],
  view: { kind: 'message', text: '{mount} no longer has a directory connection' },
  lookUp,
  examples: [{ summary: 'In a script', argv: 'ldap config delete --mount ldap --confirm ldap' }],
});

export const rotateRoot = defineOperation({
  ...shared,
  id: 'ldap.rotate-root',
  undo: { because: 'the old password is gone' },
  summary: 'Rotate the password of the bind account',
  description: 'Only the service knows the new password.',
  method: 'POST',
  path: '/{mount}/rotate-root',
  parameters: { mount },
  effect: 'unsafe',
  steps: 'several',
  risks: [
    {
      risk: 'rotates',
      gravity: 'ask',
      question: 'Rotate the password of the bind account of {mount}? Only the service will know the new one.',
    },
  ],
  view: { kind: 'message', text: 'rotated the password of the bind account of {mount}' },
  lookUp,
  examples: [{ summary: 'In a script', argv: 'ldap rotate-root --yes' }],
});
