/** Errors of Vault and OpenBao about the directory engine: most mistakes of the user are 500 (document 2 §4.4). */
import type { KnownError } from '../product.ts';

const refused = { exit: 1, code: 'refused', notDone: true } as const;
const missing = { exit: 5, code: 'not-found', notDone: true } as const;
const conflict = { exit: 6, code: 'conflict', notDone: true } as const;
const unavailable = { exit: 7, code: 'unavailable', notDone: true } as const;

const library = 'ldap.library.';

/** The directory's own failures come at any account of a set. */
const inTurn = {
  of: 'service_account_names',
  says: 'The server takes the accounts one after the other: those before the one that failed may have a new password, which nobody has.',
} as const;

const known: readonly KnownError[] = [
  {
    // The rotation is in its queue, with whatever failed inside.
    status: [500],
    text: /retries will continue/i,
    exit: 1,
    code: 'refused',
    notDone: false,
    operations: ['ldap.static-role.rotate'],
    hint: 'The server tries again every few seconds: the password changes as soon as the directory accepts it.',
  },
  {
    status: [400],
    text: /no service accounts? (?:is |are )?available/i,
    exit: 6,
    code: 'pool-empty',
    notDone: true,
    operations: ['ldap.library.check-out'],
  },
  {
    status: [400],
    text: /doesn't exist/i,
    ...missing,
    names: 'object',
    operations: [library],
    hint: 'List the sets: trivet ldap library list --mount {mount}',
  },
  {
    status: [400],
    text: /doesn't exist/i,
    ...missing,
    names: 'object',
    operations: ['ldap.static-role.rotate'],
    hint: 'Names are stored in lower case, and this operation takes no other. List them: trivet ldap static-role list --mount {mount}',
  },
  {
    status: [400],
    text: /^unknown role/i,
    ...missing,
    names: 'object',
    operations: ['ldap.static-cred'],
    hint: 'List the static roles: trivet ldap static-role list --mount {mount}',
  },
  {
    status: [400],
    text: /already managed by the secrets engine/i,
    ...conflict,
    hint: 'An account belongs to one static role or one set only.',
  },
  {
    status: [400],
    text: /currently checked out/i,
    ...conflict,
    operations: [library],
    hint: 'Check the account in first; trivet ldap library status shows its borrower.',
  },
  {
    status: [400],
    text: /wasn't checked out by the caller/i,
    ...refused,
    code: 'other-borrower',
    operations: [library],
    hint: 'Only the borrower can check it in. A privileged user can take it back: trivet ldap library manage check-in {set_name} {service_account_names} --mount {mount}',
  },
  {
    status: [400],
    text: /cannot update static account/i,
    ...refused,
    operations: ['ldap.static-role.write'],
    hint: 'The username and the DN cannot be changed: delete the role and write it again.',
  },
  {
    status: [400, 500],
    text: /config must exist|missing LDAP configuration|the config is currently unset/i,
    ...missing,
    operations: ['ldap.'],
    hint: 'Set the connection to the directory first: trivet ldap config set --mount {mount}',
  },
  {
    status: [500],
    text: /Supported schemas|cannot set both|cannot derive UserBindDN|failed to parse server tls cert|client_tls/i,
    ...refused,
    operations: ['ldap.config.set'],
  },
  {
    // The connection is the first step: nothing was asked of the directory.
    status: [500],
    text: /error connecting to host/i,
    ...unavailable,
    operations: ['ldap.'],
    hint: 'The service cannot reach the directory. Check its URL: trivet ldap config show --mount {mount}',
  },
  {
    status: [500],
    text: /failed to bind with current password/i,
    ...refused,
    operations: ['ldap.'],
    hint: 'The directory rejects the stored password. Set it again: trivet ldap config set --bindpass @FILE --mount {mount}',
  },
  {
    status: [500],
    text: /no password policy found/i,
    ...refused,
    operations: ['ldap.'],
    hint: 'The configuration names a password policy that the service does not have.',
  },
  {
    status: [500],
    text: /expected one matching entry, but received 0/i,
    ...missing,
    operations: ['ldap.static-role.write', 'ldap.library.write'],
    hint: 'The directory has no such entry below userdn. Check userdn and userattr: trivet ldap config show --mount {mount}',
  },
  {
    status: [500],
    text: /No Such Object/i,
    ...missing,
    operations: ['ldap.static-role.write'],
    hint: 'The directory has no entry with that DN.',
  },
  {
    // One entry, one change, and the directory refused it.
    status: [500],
    text: /LDAP Result Code 50 "Insufficient Access Rights"/i,
    ...refused,
    operations: ['ldap.static-role.write'],
    hint: 'The bind account is not allowed to change that password. Grant it that right in the directory.',
  },
  {
    status: [500],
    text: /queue is empty/i,
    ...missing,
    names: 'object',
    operations: ['ldap.static-role.delete'],
    hint: 'List the static roles: trivet ldap static-role list --mount {mount}',
  },
  {
    status: [500],
    text: /(?:invalid|missing) (?:creation|deletion|rollback)_ldif/i,
    ...refused,
    operations: ['ldap.role.write'],
  },
  {
    status: [500],
    text: /failed to generate username/i,
    ...refused,
    operations: ['ldap.creds'],
    hint: 'The user name template is wrong. Show the role: trivet ldap role show {role_name} --mount {mount}',
  },
  {
    status: [500],
    text: /failed to create user/i,
    ...refused,
    leaves: 'part',
    operations: ['ldap.creds'],
    hint: 'No credentials were issued. Entries that the LDIF made before it failed stay unless rollback_ldif removed them: look in the directory.',
  },
  {
    status: [500],
    text: /^not found$/i,
    ...missing,
    operations: ['ldap.library.check-in', 'ldap.library.manage.check-in'],
    hint: 'The set has no such account. List its accounts: trivet ldap library status {set_name} --mount {mount}',
  },
];

export const ldapErrors: readonly KnownError[] = known.map((one) =>
  one.status.includes(500) ? { ...one, inTurn } : one,
);
