/** Errors of the directory engine: most user mistakes are 500 (test/seeds/2-secrets.md §4.4). */
import type { ProofSource, KnownError, Proven } from '../product.ts';

const refused = { exit: 1, code: 'refused' } as const;
const missing = { exit: 5, code: 'not-found' } as const;
const conflict = { exit: 6, code: 'conflict' } as const;
const unavailable = { exit: 7, code: 'unavailable' } as const;

const nothing = (shownBy: ProofSource): Proven => ({ made: 'nothing', shownBy });

const library = 'ldap.library.';

const inTurn = {
  of: 'service_account_names',
  says: 'The server takes the accounts one after the other: those before the one that failed may have a new password, which nobody has.',
} as const;

const beforeModify = nothing('openbao/builtin/logical/openldap/client/client.go UpdateEntry');

const beforeLdif = nothing('openbao/builtin/logical/openldap/client/client.go Execute');

const disconnected = {
  is: unavailable,
  hint: 'The service cannot reach the directory. Check its URL: trivet ldap config show --mount {mount}',
} as const;

const unbound = {
  is: refused,
  hint: 'The directory rejects the stored password. Set it again: trivet ldap config set --bindpass @FILE --mount {mount}',
} as const;

export const ldapErrors: readonly KnownError[] = [
  {
    // The rotation stays queued, whatever failed.
    status: [500],
    text: /retries will continue/i,
    operations: ['ldap.static-role.rotate'],
    hint: 'The server tries again every few seconds: the password changes as soon as the directory accepts it.',
  },
  {
    // The directory has the new password, the server may not.
    status: [500],
    text: /^unable to (?:store new password|update password) due to/i,
    operations: ['ldap.rotate-root'],
    hint: 'If the directory rejects the stored password, set binddn and bindpass again: trivet ldap config set --bindpass @FILE --mount {mount}',
  },
  {
    status: [400],
    text: /no service accounts? (?:is |are )?available/i,
    is: { exit: 6, code: 'pool-empty' },
    proves: nothing('test/recordings/secrets/ldap.library.check-out.exhausted.json'),
    operations: ['ldap.library.check-out'],
  },
  {
    status: [400],
    text: /doesn't exist/i,
    is: missing,
    proves: nothing('test/recordings/secrets/ldap.library.check-out.unknown-set.json'),
    names: 'object',
    operations: [library],
    hint: 'List the sets: trivet ldap library list --mount {mount}',
  },
  {
    status: [400],
    text: /doesn't exist/i,
    is: missing,
    proves: nothing('test/recordings/secrets/ldap.static-role.rotate.unknown.json'),
    names: 'object',
    operations: ['ldap.static-role.rotate'],
    hint: 'Names are stored in lower case, and this operation takes no other. List them: trivet ldap static-role list --mount {mount}',
  },
  {
    status: [400],
    text: /^unknown role/i,
    is: missing,
    names: 'object',
    operations: ['ldap.static-cred'],
    hint: 'List the static roles: trivet ldap static-role list --mount {mount}',
  },
  {
    status: [400],
    text: /already managed by the secrets engine/i,
    is: conflict,
    proves: nothing('test/recordings/secrets/ldap.library.write.account-in-other-set.json'),
    hint: 'An account belongs to one static role or one set only.',
  },
  {
    status: [400],
    text: /currently checked out/i,
    is: conflict,
    proves: nothing('test/recordings/secrets/ldap.library.delete.checked-out.json'),
    operations: [library],
    hint: 'Check the account in first; trivet ldap library status shows its borrower.',
  },
  {
    status: [400],
    text: /wasn't checked out by the caller/i,
    is: { exit: 1, code: 'other-borrower' },
    proves: nothing('test/recordings/secrets/ldap.library.check-in.not-owner.json'),
    operations: [library],
    hint: 'Only the borrower can check it in. A privileged user can take it back: trivet ldap library manage check-in {set_name} {service_account_names} --mount {mount}',
  },
  {
    status: [400],
    text: /cannot update static account/i,
    is: refused,
    proves: nothing('test/recordings/secrets/ldap.static-role.write.update-username.json'),
    operations: ['ldap.static-role.write'],
    hint: 'The username and the DN cannot be changed: delete the role and write it again.',
  },
  {
    status: [400, 500],
    text: /config must exist|missing LDAP configuration|the config is currently unset/i,
    is: missing,
    proves: nothing('openbao/builtin/logical/openldap/checkout_handler.go CheckIn'),
    inTurn,
    operations: ['ldap.'],
    hint: 'Set the connection to the directory first: trivet ldap config set --mount {mount}',
  },
  {
    // Every 400 comes before the first account is checked in or removed.
    status: [400],
    text: /^/,
    proves: nothing('openbao/builtin/logical/openldap/path_checkout_sets.go operationSetUpdate'),
    operations: ['ldap.library.write', 'ldap.library.delete'],
  },
  {
    status: [400],
    text: /^/,
    proves: nothing('openbao/builtin/logical/openldap/path_checkouts.go operationCheckIn'),
    operations: ['ldap.library.check-in', 'ldap.library.manage.check-in'],
  },
  {
    status: [400],
    text: /^/,
    proves: nothing('openbao/builtin/logical/openldap/path_static_roles.go pathStaticRoleCreateUpdate'),
    operations: ['ldap.static-role.write', 'ldap.static-role.rotate'],
  },
  {
    status: [500],
    text: /Supported schemas|cannot set both|cannot derive UserBindDN|failed to parse server tls cert|client_tls/i,
    is: refused,
    proves: nothing('openbao/builtin/logical/openldap/path_config.go configCreateUpdateOperation'),
    operations: ['ldap.config.set'],
  },
  {
    ...disconnected,
    status: [500],
    text: /^failed to create user: failed to execute statements: error connecting to host/i,
    proves: beforeLdif,
    operations: ['ldap.creds'],
  },
  {
    ...unbound,
    status: [500],
    text: /^failed to create user: failed to execute statements: failed to bind with current/i,
    proves: beforeLdif,
    operations: ['ldap.creds'],
  },
  {
    status: [500],
    text: /failed to create user/i,
    proves: {
      made: 'part',
      shownBy: 'test/recordings/secrets/ldap.creds.ldap-failure-and-rollback-failure.json',
    },
    operations: ['ldap.creds'],
    hint: 'The server stopped in the LDIF: entries that it made before stay unless rollback_ldif removed them. Look in the directory.',
  },
  {
    ...disconnected,
    status: [500],
    text: /error connecting to host/i,
    proves: beforeModify,
    inTurn,
    operations: ['ldap.'],
  },
  {
    ...unbound,
    status: [500],
    text: /failed to bind with current password/i,
    proves: beforeModify,
    inTurn,
    operations: ['ldap.'],
  },
  {
    status: [500],
    text: /no password policy found/i,
    is: refused,
    proves: nothing('test/recordings/secrets/ldap.static-role.write.password-policy-missing.json'),
    inTurn,
    operations: ['ldap.'],
    hint: 'The configuration names a password policy that the service does not have.',
  },
  {
    status: [500],
    text: /expected one matching entry, but received 0/i,
    is: missing,
    proves: beforeModify,
    inTurn,
    operations: ['ldap.static-role.write', 'ldap.library.write'],
    hint: 'The directory has no such entry below userdn. Check userdn and userattr: trivet ldap config show --mount {mount}',
  },
  {
    status: [500],
    text: /No Such Object/i,
    is: missing,
    proves: beforeModify,
    operations: ['ldap.static-role.write'],
    hint: 'The directory has no entry with that DN.',
  },
  {
    // The directory refused the one change of one entry.
    status: [500],
    text: /LDAP Result Code 50 "Insufficient Access Rights"/i,
    is: refused,
    proves: nothing('https://www.rfc-editor.org/rfc/rfc4511#section-4.6'),
    operations: ['ldap.static-role.write'],
    hint: 'The bind account is not allowed to change that password. Grant it that right in the directory.',
  },
  {
    status: [500],
    text: /queue is empty/i,
    is: missing,
    proves: nothing('test/recordings/secrets/ldap.static-role.delete.unknown.json'),
    names: 'object',
    operations: ['ldap.static-role.delete'],
    hint: 'List the static roles: trivet ldap static-role list --mount {mount}',
  },
  {
    status: [500],
    text: /(?:invalid|missing) (?:creation|deletion|rollback)_ldif/i,
    is: refused,
    proves: nothing('test/recordings/secrets/ldap.role.write.invalid-ldif.json'),
    operations: ['ldap.role.write'],
  },
  {
    status: [500],
    text: /failed to generate username/i,
    is: refused,
    proves: nothing('openbao/builtin/logical/openldap/path_dynamic_creds.go pathDynamicCredsRead'),
    operations: ['ldap.creds'],
    hint: 'The user name template is wrong. Show the role: trivet ldap role show {role_name} --mount {mount}',
  },
  {
    // The server looks up all accounts before the first check-in.
    status: [500],
    text: /^not found$/i,
    is: missing,
    proves: nothing('openbao/builtin/logical/openldap/path_checkouts.go operationCheckIn'),
    operations: ['ldap.library.check-in', 'ldap.library.manage.check-in'],
    hint: 'The set has no such account. List its accounts: trivet ldap library status {set_name} --mount {mount}',
  },
];
