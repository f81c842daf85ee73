/** test/seeds/2-secrets.md §2.4, §4.4; the rest from real servers. */
import type { Fields } from '../../catalogue/field.ts';
import { leaseFields } from '../../services/secrets/engine-fields.ts';

export const configFields = {
  url: { type: 'text', summary: 'Address of the directory' },
  binddn: { type: 'text', summary: 'Account that the engine binds as', rank: 0 },
  schema: { type: 'text', summary: 'Schema of the directory' },
  userdn: { type: 'text', summary: 'Base of searches for users' },
  userattr: { type: 'text', summary: 'Attribute that holds the user name' },
  upndomain: { type: 'text', summary: 'Domain of user principal names' },
  password_policy: { type: 'text', summary: 'Password policy' },
  length: { type: 'integer', summary: 'Length of passwords' },
  starttls: { type: 'boolean', summary: 'StartTLS' },
  insecure_tls: { type: 'boolean', summary: 'The certificate of the directory is not verified' },
  request_timeout: { type: 'duration', unit: 's', summary: 'Limit of a request' },
  connection_timeout: { type: 'duration', unit: 's', summary: 'Limit of a connection' },
  skip_static_role_import_rotation: { type: 'boolean', summary: 'New static roles keep their password' },
  last_bind_password_rotation: { type: 'time', summary: 'Time of the latest rotation of the bind password' },
  certificate: { type: 'text', summary: 'CA certificate, PEM' },
  client_tls_cert: { type: 'text', summary: 'Client certificate, PEM' },
  anonymous_group_search: {
    type: 'boolean',
    summary: 'Groups are searched without a bind',
    source: 'recorded',
  },
  case_sensitive_names: { type: 'boolean', summary: 'Names are case-sensitive', source: 'recorded' },
  deny_null_bind: { type: 'boolean', summary: 'Empty passwords are refused', source: 'recorded' },
  dereference_aliases: { type: 'text', summary: 'When aliases are followed', source: 'recorded' },
  discoverdn: { type: 'boolean', summary: 'The DN of a user is searched', source: 'recorded' },
  groupattr: { type: 'text', summary: 'Attribute that holds the group name', source: 'recorded' },
  groupdn: { type: 'text', summary: 'Base of searches for groups', source: 'recorded' },
  groupfilter: { type: 'text', summary: 'Filter of searches for groups', source: 'recorded' },
  max_page_size: { type: 'integer', summary: 'Entries read at a time', source: 'recorded' },
  tls_min_version: { type: 'text', summary: 'Lowest TLS version', source: 'recorded' },
  tls_max_version: { type: 'text', summary: 'Highest TLS version', source: 'recorded' },
  use_token_groups: { type: 'boolean', summary: 'Groups come from the token', source: 'recorded' },
  userfilter: { type: 'text', summary: 'Filter of searches for users', source: 'recorded' },
  username_as_alias: { type: 'boolean', summary: 'The user name is the alias', source: 'recorded' },
} as const satisfies Fields;

export const staticRoleFields = {
  role_name: { type: 'text', summary: 'Static role', rank: 0 },
  username: { type: 'text', summary: 'User', rank: 0 },
  dn: { type: 'text', summary: 'DN of the entry' },
  rotation_period: { type: 'duration', unit: 's', summary: 'Time between rotations' },
  last_vault_rotation: { type: 'time', summary: 'Time of the latest rotation', readOnly: true },
} as const satisfies Fields;

export const staticCredentialFields = {
  username: { type: 'text', summary: 'User', rank: 0 },
  dn: { type: 'text', summary: 'DN of the entry' },
  password: { type: 'text', summary: 'Password', sensitive: true },
  last_password: { type: 'text', summary: 'Password before the latest rotation', sensitive: true },
  ttl: { type: 'duration', unit: 's', summary: 'Time until the next rotation' },
  rotation_period: { type: 'duration', unit: 's', summary: 'Time between rotations' },
  last_vault_rotation: { type: 'time', summary: 'Time of the latest rotation', readOnly: true },
} as const satisfies Fields;

export const roleFields = {
  role_name: { type: 'text', summary: 'Role', rank: 0 },
  default_ttl: { type: 'duration', unit: 's', summary: 'Default lease' },
  max_ttl: { type: 'duration', unit: 's', summary: 'Longest lease' },
  username_template: { type: 'text', summary: 'Template of user names' },
  creation_ldif: { type: 'text', summary: 'LDIF that creates the entries' },
  deletion_ldif: { type: 'text', summary: 'LDIF that deletes the entries' },
  rollback_ldif: { type: 'text', summary: 'LDIF that undoes a failed creation' },
} as const satisfies Fields;

export const credentialFields = {
  username: { type: 'text', summary: 'User', rank: 0 },
  password: { type: 'text', summary: 'Password, given once', sensitive: true, returnedOnce: true },
  distinguished_names: { type: 'list', summary: 'Entries that were created' },
  ...leaseFields,
} as const satisfies Fields;

export const librarySetFields = {
  set_name: { type: 'text', summary: 'Library set', rank: 0 },
  service_account_names: { type: 'list', summary: 'Accounts' },
  ttl: { type: 'duration', unit: 's', summary: 'Default length of a check-out' },
  max_ttl: { type: 'duration', unit: 's', summary: 'Longest check-out, including renewals' },
  disable_check_in_enforcement: { type: 'boolean', summary: 'Anyone may check in' },
} as const satisfies Fields;

export const libraryStatusFields = {
  account: { type: 'text', summary: 'Account', rank: 0 },
  available: { type: 'boolean', summary: 'Can be checked out' },
  borrower_entity_id: { type: 'text', summary: 'Entity of the borrower', holder: true },
  borrower_client_token: { type: 'text', summary: "Hash of the borrower's token" },
} as const satisfies Fields;

export const checkOutFields = {
  service_account_name: { type: 'text', summary: 'Account', rank: 0 },
  password: { type: 'text', summary: 'Password, given once', sensitive: true, returnedOnce: true },
  ...leaseFields,
} as const satisfies Fields;

export const checkInFields = {
  account: { type: 'text', summary: 'Account that was checked in', rank: 0 },
} as const satisfies Fields;
