/** The parameters of the cloud and directory engines in the words of test/seeds/2-secrets.md (sections 2.3, 2.4, 4.3, 4.4). */
import type { ParameterType } from '../src/catalogue/parameter.ts';

export interface Quoted {
  readonly operations: readonly string[];
  readonly name: string;
  readonly type: ParameterType;
  /** The words of the document that state it. */
  readonly seed: string;
  readonly required?: true;
  readonly default?: string;
  readonly enum?: readonly string[];
  readonly minimumSeconds?: number;
  readonly deprecated?: true;
}

const root = ['cloud.config.set'];
const role = ['cloud.role.write'];
const generate = ['cloud.creds', 'cloud.sts'];
const managed = ['cloud.static-role.write'];
const named = [
  'cloud.role.write',
  'cloud.role.show',
  'cloud.role.delete',
  'cloud.creds',
  'cloud.sts',
  'cloud.static-role.write',
  'cloud.static-role.show',
  'cloud.static-role.delete',
  'cloud.static-creds',
];

export const cloudParameters: readonly Quoted[] = [
  { operations: named, name: 'name', type: 'string', required: true, seed: '{cloud_mount}/roles/:name' },
  {
    operations: root,
    name: 'max_retries',
    type: 'integer',
    default: '-1',
    seed: '| max_retries | int | -1 |',
  },
  {
    operations: root,
    name: 'access_key',
    type: 'string',
    default: 'empty',
    seed: '| access_key | string | empty |',
  },
  {
    operations: root,
    name: 'secret_key',
    type: 'secret',
    default: 'empty',
    seed: '| secret_key | string | empty |',
  },
  {
    operations: root,
    name: 'role_arn',
    type: 'string',
    default: 'empty',
    seed: '| role_arn | string | empty |',
  },
  {
    operations: root,
    name: 'identity_token_audience',
    type: 'string',
    default: 'empty',
    seed: '| identity_token_audience | string | empty |',
  },
  {
    operations: root,
    name: 'identity_token_ttl',
    type: 'duration',
    default: '3600',
    seed: '| identity_token_ttl | string or int | 3600 |',
  },
  {
    operations: root,
    name: 'region',
    type: 'string',
    default: 'us-east-1',
    seed: '| region | string | optional |',
  },
  { operations: root, name: 'iam_endpoint', type: 'string', seed: '| iam_endpoint | string | optional |' },
  { operations: root, name: 'sts_endpoint', type: 'string', seed: '| sts_endpoint | string | optional |' },
  {
    operations: root,
    name: 'username_template',
    type: 'text',
    seed: '| username_template | string | optional |',
  },
  {
    operations: ['cloud.lease.set'],
    name: 'lease',
    type: 'duration',
    required: true,
    seed: '`lease` (string, required), `lease_max` (string, required): duration strings, hour largest suffix',
  },
  {
    operations: ['cloud.lease.set'],
    name: 'lease_max',
    type: 'duration',
    required: true,
    seed: '`lease_max` (string, required)',
  },
  {
    // Required except for the legacy form, which is a rule that a test below covers.
    operations: role,
    name: 'credential_type',
    type: 'string',
    enum: ['iam_user', 'assumed_role', 'federation_token', 'session_token'],
    seed: 'credential_type (string, required): `iam_user`, `assumed_role`, `federation_token`, `session_token`',
  },
  { operations: role, name: 'role_arns', type: 'strings', default: 'none', seed: 'role_arns (list, [])' },
  { operations: role, name: 'policy_arns', type: 'strings', default: 'none', seed: 'policy_arns (list, [])' },
  { operations: role, name: 'policy_document', type: 'text', seed: 'policy_document (string)' },
  { operations: role, name: 'iam_groups', type: 'strings', default: 'none', seed: 'iam_groups (list, [])' },
  { operations: role, name: 'iam_tags', type: 'strings', default: 'none', seed: 'iam_tags (list, [])' },
  { operations: role, name: 'default_sts_ttl', type: 'duration', seed: 'default_sts_ttl (string)' },
  { operations: role, name: 'max_sts_ttl', type: 'duration', seed: 'max_sts_ttl (string)' },
  { operations: role, name: 'user_path', type: 'string', default: '/', seed: 'user_path (string, `/`)' },
  {
    operations: role,
    name: 'permissions_boundary_arn',
    type: 'string',
    default: 'no boundary',
    seed: 'when unset no boundary is attached',
  },
  { operations: role, name: 'mfa_serial_number', type: 'string', seed: 'mfa_serial_number (string)' },
  {
    operations: role,
    name: 'policy',
    type: 'text',
    deprecated: true,
    seed: 'policy (string, JSON policy; required unless arn given)',
  },
  {
    operations: role,
    name: 'arn',
    type: 'string',
    deprecated: true,
    seed: 'arn (string; required unless policy given)',
  },
  {
    operations: generate,
    name: 'role_arn',
    type: 'string',
    default: 'the only one',
    seed: 'optional when only one is allowed, otherwise required',
  },
  {
    operations: generate,
    name: 'role_session_name',
    type: 'string',
    default: 'generated',
    seed: 'role_session_name (string; truncated to 64 characters; generated if omitted)',
  },
  { operations: generate, name: 'ttl', type: 'duration', default: '3600s', seed: 'ttl (string, `3600s`;' },
  { operations: generate, name: 'mfa_code', type: 'secret', seed: 'mfa_code (string; TOTP;' },
  {
    operations: managed,
    name: 'username',
    type: 'string',
    required: true,
    seed: 'username (string, required; the existing user',
  },
  {
    operations: managed,
    name: 'rotation_period',
    type: 'duration',
    required: true,
    minimumSeconds: 60,
    seed: 'rotation_period (string or int, required; minimum 1 minute;',
  },
];

const config = ['ldap.config.set'];
const fixed = ['ldap.static-role.write'];
const dynamic = ['ldap.role.write'];
const set = ['ldap.library.write'];

export const ldapParameters: readonly Quoted[] = [
  { operations: config, name: 'binddn', type: 'string', required: true, seed: 'binddn (string, required)' },
  {
    operations: config,
    name: 'bindpass',
    type: 'secret',
    required: true,
    seed: 'bindpass (string, required)',
  },
  {
    operations: config,
    name: 'url',
    type: 'string',
    default: 'ldap://127.0.0.1',
    seed: 'url (string, `ldap://127.0.0.1`)',
  },
  { operations: config, name: 'password_policy', type: 'string', seed: 'password_policy (string)' },
  {
    operations: config,
    name: 'schema',
    type: 'string',
    default: 'openldap',
    enum: ['openldap', 'ad', 'racf'],
    seed: 'schema (string, `openldap`): `openldap`, `ad`, `racf`',
  },
  { operations: config, name: 'userdn', type: 'string', seed: 'userdn (string)' },
  {
    operations: config,
    name: 'userattr',
    type: 'string',
    default: 'cn for openldap, userPrincipalName for ad, racfid for racf',
    seed: 'default `cn` for `openldap`, `userPrincipalName` for `ad`, `racfid` for `racf`',
  },
  { operations: config, name: 'upndomain', type: 'string', seed: 'upndomain (string)' },
  {
    operations: config,
    name: 'request_timeout',
    type: 'duration',
    default: '90s',
    seed: 'request_timeout (integer seconds or string, `90` / `90s`)',
  },
  { operations: config, name: 'starttls', type: 'boolean', seed: 'starttls (bool)' },
  { operations: config, name: 'insecure_tls', type: 'boolean', seed: 'insecure_tls (bool)' },
  {
    operations: config,
    name: 'certificate',
    type: 'text',
    seed: 'certificate (string): x509 PEM CA certificate',
  },
  {
    operations: config,
    name: 'client_tls_cert',
    type: 'text',
    seed: 'client_tls_cert, client_tls_key (string)',
  },
  {
    operations: config,
    name: 'client_tls_key',
    type: 'secret',
    seed: 'client_tls_cert, client_tls_key (string)',
  },
  {
    operations: config,
    name: 'skip_static_role_import_rotation',
    type: 'boolean',
    default: 'false',
    seed: 'skip_static_role_import_rotation (bool, false)',
  },
  {
    operations: config,
    name: 'length',
    type: 'integer',
    default: '64',
    deprecated: true,
    seed: 'Deprecated: length (int, 64;',
  },
  {
    operations: config,
    name: 'connection_timeout',
    type: 'duration',
    default: '30s',
    deprecated: true,
    seed: 'connection_timeout (integer or string, `30` / `30s`;',
  },
  {
    operations: [
      'ldap.static-role.list-under',
      'ldap.static-role.write',
      'ldap.static-role.show',
      'ldap.static-role.delete',
      'ldap.static-role.rotate',
      'ldap.static-cred',
      'ldap.role.show',
      'ldap.role.write',
      'ldap.role.delete',
      'ldap.creds',
    ],
    name: 'role_name',
    type: 'string',
    required: true,
    seed: 'role_name may contain slashes forming a hierarchy',
  },
  {
    operations: fixed,
    name: 'username',
    type: 'string',
    required: true,
    seed: 'username (string, required; search rooted at userdn',
  },
  {
    operations: fixed,
    name: 'dn',
    type: 'string',
    seed: 'dn (string, optional; takes precedence over username;',
  },
  {
    operations: fixed,
    name: 'rotation_period',
    type: 'duration',
    required: true,
    minimumSeconds: 5,
    seed: 'rotation_period (string, required; duration format; minimum 5 seconds)',
  },
  {
    operations: fixed,
    name: 'skip_import_rotation',
    type: 'boolean',
    default: 'false',
    seed: 'skip_import_rotation (bool, false;',
  },
  // Required only for a new role, since an update is partial: the workflow reads the role first.
  { operations: dynamic, name: 'creation_ldif', type: 'text', seed: 'creation_ldif (string, required;' },
  { operations: dynamic, name: 'deletion_ldif', type: 'text', seed: 'deletion_ldif (string, required;' },
  { operations: dynamic, name: 'rollback_ldif', type: 'text', seed: 'rollback_ldif (string; recommended)' },
  {
    operations: dynamic,
    name: 'username_template',
    type: 'text',
    default: 'v_<display name>_<role name>_<10 random characters>_<unix timestamp>',
    seed: '`v_<display name>_<role name>_<10 random chars>_<unix timestamp>`',
  },
  {
    operations: dynamic,
    name: 'default_ttl',
    type: 'duration',
    default: "the engine's default",
    seed: 'default_ttl (string or int; default is the engine default)',
  },
  {
    operations: dynamic,
    name: 'max_ttl',
    type: 'duration',
    default: "the mount's maximum",
    seed: 'max_ttl (string or int; may not exceed the mount maximum)',
  },
  {
    operations: [
      'ldap.library.list-under',
      'ldap.library.write',
      'ldap.library.show',
      'ldap.library.delete',
      'ldap.library.status',
      'ldap.library.check-out',
      'ldap.library.check-in',
      'ldap.library.manage.check-in',
    ],
    name: 'set_name',
    type: 'string',
    required: true,
    seed: 'set_name may contain slashes',
  },
  {
    operations: set,
    name: 'service_account_names',
    type: 'strings',
    required: true,
    seed: 'service_account_names (string or list, required;',
  },
  {
    operations: set,
    name: 'ttl',
    type: 'duration',
    default: '24h',
    seed: 'ttl (duration, `24h`; longest single check-out;',
  },
  {
    operations: set,
    name: 'max_ttl',
    type: 'duration',
    default: '24h',
    seed: 'max_ttl (duration, `24h`; longest check-out including renewal;',
  },
  {
    operations: set,
    name: 'disable_check_in_enforcement',
    type: 'boolean',
    default: 'false',
    seed: 'disable_check_in_enforcement (bool, false)',
  },
  {
    operations: ['ldap.library.check-out'],
    name: 'ttl',
    type: 'duration',
    default: "the set's ttl",
    seed: "default the set's ttl; a larger value is reduced to the set's",
  },
  {
    operations: ['ldap.library.check-in', 'ldap.library.manage.check-in'],
    name: 'service_account_names',
    type: 'strings',
    default: 'the one that is borrowed',
    seed: 'may be omitted if only one is checked out',
  },
];
