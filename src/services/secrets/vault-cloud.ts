/** Errors of Vault and OpenBao about cloud credentials and leases that the status does not show (document 2 §4.3). */
import type { KnownError } from '../product.ts';

const refused = { exit: 1, code: 'refused', notDone: true } as const;
const missing = { exit: 5, code: 'not-found', notDone: true } as const;
const conflict = { exit: 6, code: 'conflict', notDone: true } as const;
const unavailable = { exit: 7, code: 'unavailable', notDone: true } as const;

const generating = ['cloud.creds', 'cloud.sts'];

export const cloudErrors: readonly KnownError[] = [
  {
    status: [400],
    text: /^Role "[^"]*" not found/i,
    ...missing,
    names: 'object',
    operations: generating,
    hint: 'List the roles: trivet aws role list --mount {mount}',
  },
  {
    status: [400, 500],
    text: /holds invalid data/i,
    ...refused,
    operations: generating,
    hint: 'An earlier release wrote the role. See invalid_data in trivet aws role show, then write the role again.',
  },
  {
    status: [400],
    text: /not allowed for legacy roles/i,
    ...refused,
    operations: generating,
    hint: 'For a role with a legacy policy or arn use trivet aws creds (IAM user), otherwise trivet aws sts.',
  },
  {
    status: [400],
    text: /did not supply a role_arn parameter/i,
    ...refused,
    operations: generating,
    hint: 'The role has several ARNs, or none: choose one with --role-arn. To list them: trivet aws role show {name} --mount {mount}',
  },
  {
    status: [500],
    text: /exceeds? the (?:IAM|STS)? ?user ?name length|user ?name.*(?:64|32) char/i,
    ...refused,
    operations: generating,
    hint: 'Shorten --username-template or the name of the role: at most 64 characters for users, 32 for tokens.',
  },
  {
    // The user is made first.
    status: [400, 500],
    text: /^Error (?:attaching|putting|adding|creating access keys)/,
    ...refused,
    leaves: 'part',
    operations: generating,
    hint: 'No credentials were issued. The user that was made before it failed stays at the provider until the service takes it back.',
  },
  {
    // The new key is stored before the old one is deleted.
    status: [500],
    text: /error deleting old access key/i,
    ...refused,
    leaves: 'all',
    operations: ['cloud.config.rotate-root'],
    hint: 'The server uses the new key. The old one can still be valid: delete it at the provider.',
  },
  {
    // The role is stored before its first key is made.
    status: [500],
    text: /failed to create new credentials/i,
    ...refused,
    leaves: 'part',
    operations: ['cloud.static-role.write'],
    hint: 'The role is written, but has no access key, and the oldest key of a user with two may be deleted. Write the role again.',
  },
  {
    // The server drops the key from its storage before it deletes it at the provider.
    status: [500],
    text: /failed to clean credentials/i,
    ...refused,
    leaves: 'part',
    operations: ['cloud.static-role.delete'],
    hint: 'The role stays, but the server has dropped its access key, which can still be valid: delete it at the provider, then delete the role again.',
  },
  {
    // Nothing listens there, so nothing can have been made.
    status: [400, 500, 502],
    text: /connection refused|no such host/i,
    ...unavailable,
    operations: ['cloud.'],
    hint: 'The service cannot reach the provider. Check the endpoints: trivet aws config show --mount {mount}',
  },
  {
    // Without the provider's own refusal nothing proves that it made no user.
    status: [400, 500],
    text: /^Error creating IAM user: .*(?:status ?code: (?:5\d\d|0)|RequestError|SerializationError|timeout|EOF|exceeded)/is,
    ...refused,
    leaves: 'part',
    operations: generating,
    hint: 'No credentials were issued. It is not known whether the provider made a user, which the server would not delete: look there.',
  },
  {
    status: [500],
    text: /no configuration found for config\/root/i,
    ...missing,
    operations: ['cloud.config.rotate-root'],
    hint: 'Set the root credentials first: trivet aws config set --mount {mount}',
  },
  {
    status: [400],
    text: /when either access_key or secret_key is empty/i,
    ...refused,
    operations: ['cloud.config.rotate-root'],
    hint: 'Only static credentials can be rotated. Set them: trivet aws config set --access-key ID --secret-key @FILE --mount {mount}',
  },
  {
    status: [500],
    text: /calling CreateAccessKey: LimitExceeded/i,
    ...conflict,
    operations: ['cloud.config.rotate-root'],
    hint: "The service's key must be the only one of its user: delete the other at the provider.",
  },
  {
    status: [500],
    text: /calling (?:GetUser|CreateAccessKey): NoSuchEntity/i,
    ...refused,
    operations: ['cloud.config.rotate-root'],
    hint: 'The provider does not know the user of the current key.',
  },
  {
    status: [500],
    text: /rotation period out of range/i,
    ...refused,
    operations: ['cloud.static-role.write'],
    hint: 'The period must be at least one minute.',
  },
  {
    status: [500],
    text: /unable to validate username.*NoSuchEntity/i,
    ...missing,
    operations: ['cloud.static-role.write'],
    hint: 'The user must exist at the provider already.',
  },
  {
    status: [500],
    text: /the ID did not match/i,
    ...conflict,
    operations: ['cloud.static-role.write'],
    hint: 'The user of a static role cannot be changed: delete the role and create it again.',
  },
  {
    status: [500],
    text: /only one of policy or arn/i,
    ...refused,
    operations: ['cloud.role.write'],
  },
];

export const leaseErrors: readonly KnownError[] = [
  {
    status: [400, 404],
    text: /invalid lease|lease not found/i,
    ...missing,
    operations: ['lease.'],
    hint: 'The lease has expired, was revoked, or never existed.',
  },
  {
    status: [400],
    text: /lease is not renewable/i,
    ...refused,
    operations: ['lease.renew'],
    hint: 'Request new credentials: those of a token service cannot be renewed.',
  },
  {
    status: [400],
    text: /already checked in/i,
    ...refused,
    operations: ['lease.renew'],
    hint: 'The account was checked in by name, and this lease outlived that. Do not revoke it: that would take the account from its next borrower.',
  },
  {
    // Keys, policies and users are deleted one after the other.
    status: [400],
    text: /failed to (?:revoke|delete)/i,
    ...refused,
    leaves: 'part',
    operations: ['lease.revoke'],
    hint: 'The lease stays, and the server tries again when it expires. Its credentials may no longer work.',
  },
  {
    status: [400],
    text: /wrapping token is not valid/i,
    ...refused,
    operations: ['lease.unwrap'],
    hint: 'The token has expired or was already used. If you did not unwrap it yourself, someone else has read the content.',
  },
];
