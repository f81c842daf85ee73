import { backTo } from '../../../catalogue/undo.ts';
import { defineOperation } from '../../../catalogue/operation.ts';
import { credentialsView, recordView } from '../../../catalogue/view.ts';
import { namesView } from '../../../services/secrets/engine-fields.ts';
import { credentialFields, roleFields } from '../fields.ts';
import { loanNote } from '../../../config/globals.ts';
import { updateOf } from '../../update-of.ts';
import { environment, flatRole, mount, roleName, shared } from '../parts.ts';

const path = '/{mount}/role/{role_name}';
const lookUp = 'ldap role show {role_name} --mount {mount}';
const named = { mount, role_name: roleName } as const;

export const show = defineOperation({
  ...shared,
  id: 'ldap.role.show',
  summary: 'Show a dynamic role of the directory engine',
  description: 'LDIF is shown decoded, however it was written.',
  method: 'GET',
  path,
  parameters: named,
  rules: flatRole,
  effect: 'read',
  view: recordView({
    fields: roleFields,
    essential: ['creation_ldif'],
    name: 'role_name',
    columns: [
      ['default_ttl', 'default ttl'],
      ['max_ttl', 'longest ttl'],
      ['username_template', 'user name template'],
      ['creation_ldif', 'creation'],
      ['deletion_ldif', 'deletion'],
      ['rollback_ldif', 'rollback'],
    ],
  }),
  examples: [
    { summary: 'One role', argv: 'ldap role show dev' },
    { summary: 'The LDIF into a file', argv: 'ldap role show dev --field creation_ldif --out creation.ldif' },
  ],
});

const { source: _document, ...beyond } = shared;

const lists = {
  ...beyond,
  source: { page: 'https://openbao.org/api-docs/secret/ldap/#list-dynamic-roles', servers: ['vault'] },
  method: 'LIST',
  effect: 'read',
  view: namesView('Dynamic role', 'no dynamic roles'),
} as const;

export const list = defineOperation({
  ...lists,
  id: 'ldap.role.list',
  summary: 'List the dynamic roles of the directory engine',
  description: 'A name that ends in / is a folder: give it as the path to list it.',
  path: '/{mount}/role',
  parameters: { mount },
  examples: [{ summary: 'All names', argv: 'ldap role list' }],
});

export const listUnder = defineOperation({
  ...lists,
  id: 'ldap.role.list-under',
  summary: 'List the dynamic roles below a path',
  path,
  parameters: {
    mount,
    role_name: { ...roleName, slashes: 'folder', summary: 'Path to list below', metavar: 'path' },
  },
  examples: [{ summary: 'Below a folder', argv: 'ldap role list team' }],
});

export const write = defineOperation({
  ...shared,
  id: 'ldap.role.write',
  objectRead: show,
  undo: {
    ...backTo('ldap role update', { command: 'ldap role delete' }),
    // The other settings may hold secrets.
    fields: ['default_ttl', 'max_ttl'],
    omittedParameters: ['creation_ldif', 'deletion_ldif', 'rollback_ldif', 'username_template'],
  },
  summary: 'Create or update a dynamic role',
  description:
    'The role creates directory entries from a template. A new role needs --creation-ldif, which stops at the ' +
    'first error, and --deletion-ldif, which continues after errors. An update changes only what is given; an ' +
    'empty value removes a setting. LDIF is read from @file or -, plain or in base64; entries are separated ' +
    'by blank lines. Template fields: .Username .Password .RoleName .DisplayName .IssueTime .IssueTimeSeconds ' +
    '.ExpirationTime .ExpirationTimeSeconds (the user name template: .RoleName and .DisplayName). Functions: ' +
    'random truncate truncate_sha256 uppercase lowercase replace sha256 base64 unix_time unix_time_millis ' +
    'timestamp uuid, and utf16le in LDIF.',
  method: 'POST',
  path,
  parameters: {
    ...named,
    creation_ldif: {
      in: 'body',
      type: 'text',
      summary: 'LDIF that creates the entry',
      metavar: '@file',
    },
    deletion_ldif: {
      in: 'body',
      type: 'text',
      summary: 'LDIF that deletes the entry',
      metavar: '@file',
    },
    rollback_ldif: {
      in: 'body',
      type: 'text',
      summary: 'LDIF that undoes a failed creation (recommended)',
      metavar: '@file',
    },
    username_template: {
      in: 'body',
      type: 'text',
      summary: 'Template of .Username',
      default: 'v_<display name>_<role name>_<10 random characters>_<unix timestamp>',
      metavar: 'text',
    },
    default_ttl: {
      in: 'body',
      type: 'duration',
      summary: 'Lease of new credentials',
      default: "the engine's default",
      metavar: 'duration',
    },
    max_ttl: {
      in: 'body',
      type: 'duration',
      summary: "Longest lease, within the mount's maximum",
      default: "the mount's maximum",
      metavar: 'duration',
    },
  },
  rules: flatRole,
  permission: ['create', 'update'],
  effect: 'unsafe',
  view: { kind: 'message', text: 'wrote role {role_name}' },
  lookUp,
  errors: { 400: 'the LDIF or a template is invalid' },
  examples: [
    {
      summary: 'From files',
      argv:
        'ldap role write dev --creation-ldif @creation.ldif --deletion-ldif @deletion.ldif ' +
        '--rollback-ldif @deletion.ldif --default-ttl 1h',
    },
    { summary: 'Remove the rollback LDIF', argv: "ldap role write dev --rollback-ldif ''" },
  ],
});

export const update = updateOf(write, {
  id: 'ldap.role.update',
  summary: 'Change settings of a dynamic role',
  examples: [
    { summary: 'Longer leases, everything else unchanged', argv: 'ldap role update dev --max-ttl 8h' },
  ],
});

export const remove = defineOperation({
  ...shared,
  id: 'ldap.role.delete',
  undo: { because: 'it was deleted; write it again' },
  summary: 'Delete a dynamic role of the directory engine',
  description: 'Entries that it created stay until their leases end.',
  method: 'DELETE',
  objectRead: show,
  looksFirst: 'always',
  path,
  parameters: named,
  rules: flatRole,
  effect: 'unsafe',
  risks: [{ risk: 'removes', gravity: 'ask', question: 'Delete role {role_name}?' }],
  view: { kind: 'message', text: 'role {role_name} no longer exists' },
  lookUp,
  examples: [{ summary: 'In a script', argv: 'ldap role delete dev --yes' }],
});

export const creds = defineOperation({
  ...shared,
  id: 'ldap.creds',
  undo: { because: 'the entry ends with its lease: trivet lease revoke' },
  summary: 'Create an entry from a dynamic role',
  description: `Every call creates a new entry with a lease, so it is sent once and never retried. ${loanNote}`,
  method: 'GET',
  path: '/{mount}/creds/{role_name}',
  parameters: named,
  rules: flatRole,
  effect: 'unsafe',
  steps: 'several',
  returnedOnce: true,
  view: credentialsView({
    fields: credentialFields,
    essential: ['username', 'password'],
    name: 'username',
    columns: [
      ['username', 'user'],
      'password',
      ['distinguished_names', 'entries'],
      ['lease_id', 'lease'],
      ['lease_duration', 'lease duration'],
      'renewable',
    ],
    env: environment,
  }),
  lookUp: 'lease list {mount}/creds/{role_name}',
  examples: [
    {
      summary: 'For one command, in variables of its own',
      argv: 'ldap creds dev --env-map BIND_USER=username --env-map BIND_PASSWORD=password -- ./report.sh',
    },
    { summary: 'For a shell', argv: 'ldap creds dev -o export' },
    { summary: 'As JSON with the lease', argv: 'ldap creds dev -o json' },
  ],
});
