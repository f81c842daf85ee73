import type { ProofSource, KnownError, Proven } from '../product.ts';

const refused = { exit: 1, code: 'refused' } as const;
const missing = { exit: 5, code: 'not-found' } as const;
const conflict = { exit: 6, code: 'conflict' } as const;
const unavailable = { exit: 7, code: 'unavailable' } as const;

const nothing = (shownBy: ProofSource): Proven => ({ made: 'nothing', shownBy });
const part = (shownBy: ProofSource): Proven => ({ made: 'part', shownBy });

const generating = ['cloud.creds', 'cloud.sts'];

const beforeProvider = nothing('openbao-plugins/secrets/aws/path_user.go pathCredsRead');

const inSteps = part('openbao-plugins/secrets/aws/secret_access_keys.go secretAccessKeysCreate');

const beforeNewKey = nothing(
  'openbao-plugins/secrets/aws/path_config_rotate_root.go pathConfigRotateRootUpdate',
);

const beforeRole = nothing('openbao-plugins/secrets/aws/path_static_roles.go pathStaticRolesWrite');

const unreachable = {
  is: unavailable,
  hint: 'The service cannot reach the provider. Check the endpoints: trivet aws config show --mount {mount}',
} as const;

export const cloudErrors: readonly KnownError[] = [
  {
    status: [400],
    text: /^Role "[^"]*" not found/i,
    is: missing,
    proves: beforeProvider,
    names: 'object',
    operations: generating,
    hint: 'List the roles: trivet aws role list --mount {mount}',
  },
  {
    status: [400, 500],
    text: /holds invalid data/i,
    is: refused,
    proves: beforeProvider,
    operations: generating,
    hint: 'An earlier release wrote the role. See invalid_data in trivet aws role show, then write the role again.',
  },
  {
    status: [400],
    text: /not allowed for legacy roles/i,
    is: refused,
    proves: beforeProvider,
    operations: generating,
    hint: 'For a role with a legacy policy or arn use trivet aws creds (IAM user), otherwise trivet aws sts.',
  },
  {
    status: [400],
    text: /did not supply a role_arn parameter/i,
    is: refused,
    proves: beforeProvider,
    operations: generating,
    hint: 'The role has several ARNs, or none: choose one with --role-arn. To list them: trivet aws role show {name} --mount {mount}',
  },
  {
    status: [500],
    text: /exceeds? the (?:IAM|STS)? ?user ?name length|user ?name.*(?:64|32) char/i,
    is: refused,
    proves: nothing('test/recordings/secrets/cloud.creds.username-too-long.json'),
    operations: generating,
    hint: 'Shorten --username-template or the name of the role: at most 64 characters for users, 32 for tokens.',
  },
  {
    status: [400, 500],
    text: /^Error (?:attaching|putting|adding|creating access keys)/,
    proves: inSteps,
    operations: generating,
    hint: 'The server stopped between its steps: the user that it made stays at the provider until the service takes it back.',
  },
  {
    status: [500],
    text: /error deleting old access key/i,
    is: refused,
    proves: {
      made: 'all',
      shownBy: 'openbao-plugins/secrets/aws/path_config_rotate_root.go pathConfigRotateRootUpdate',
    },
    operations: ['cloud.config.rotate-root'],
    hint: 'The server uses the new key. The old one can still be valid: delete it at the provider.',
  },
  {
    status: [500],
    text: /failed to create new credentials/i,
    proves: part('openbao-plugins/secrets/aws/path_static_roles.go pathStaticRolesWrite'),
    operations: ['cloud.static-role.write'],
    hint: 'The role is written, but has no access key, and the oldest key of a user with two may be deleted. Write the role again.',
  },
  {
    status: [500],
    text: /failed to clean credentials/i,
    proves: part('openbao-plugins/secrets/aws/rotation.go deleteCredential'),
    operations: ['cloud.static-role.delete'],
    hint: 'The role stays, but the server has dropped its access key, which can still be valid: delete it at the provider, then delete the role again.',
  },
  {
    // The provider's library repeats requests without a reply: only the last attempt found nothing listening.
    ...unreachable,
    status: [400, 500, 502],
    text: /error creating IAM user: .*(?:connection refused|no such host)/is,
    proves: inSteps,
    operations: generating,
  },
  {
    ...unreachable,
    status: [500],
    text: /calling CreateAccessKey: .*(?:connection refused|no such host)/is,
    proves: part('openbao-plugins/secrets/aws/path_config_rotate_root.go pathConfigRotateRootUpdate'),
    operations: ['cloud.config.rotate-root'],
  },
  {
    ...unreachable,
    status: [400, 500, 502],
    text: /connection refused|no such host/i,
    proves: beforeProvider,
    operations: generating,
  },
  {
    ...unreachable,
    status: [400, 500, 502],
    text: /connection refused|no such host/i,
    proves: nothing('test/recordings/secrets/cloud.config.rotate-root.endpoint-down.json'),
    operations: ['cloud.config.rotate-root'],
  },
  {
    ...unreachable,
    status: [400, 500, 502],
    text: /connection refused|no such host/i,
    proves: beforeRole,
    operations: ['cloud.static-role.write'],
  },
  {
    // Only the provider's own refusal proves that it made no user.
    status: [400, 500],
    text: /error creating IAM user: .*(?:status ?code: (?:5\d\d|0)|RequestError|SerializationError|timeout|EOF|exceeded)/is,
    proves: inSteps,
    operations: generating,
    hint: 'If the provider made a user, the server does not delete it: look there.',
  },
  {
    // The provider refused the first step.
    status: [400],
    text: /error creating IAM user: .*status ?code: 40[0-4]\b/is,
    proves: nothing('https://docs.aws.amazon.com/IAM/latest/APIReference/API_CreateUser.html'),
    operations: generating,
  },
  {
    // The provider does not keep such credentials.
    status: [400],
    text: /^Error (?:assuming role|generating STS keys):/,
    proves: nothing('https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_temp.html'),
    operations: generating,
  },
  {
    status: [400],
    text: /^(?!Error )/,
    proves: beforeProvider,
    operations: generating,
  },
  {
    status: [500],
    text: /no configuration found for config\/root/i,
    is: missing,
    proves: nothing('test/recordings/secrets/cloud.config.rotate-root.never-set.json'),
    operations: ['cloud.config.rotate-root'],
    hint: 'Set the root credentials first: trivet aws config set --mount {mount}',
  },
  {
    status: [400],
    text: /when either access_key or secret_key is empty/i,
    is: refused,
    proves: nothing('test/recordings/secrets/cloud.config.rotate-root.no-static-keys.json'),
    operations: ['cloud.config.rotate-root'],
    hint: 'Only static credentials can be rotated. Set them: trivet aws config set --access-key ID --secret-key @FILE --mount {mount}',
  },
  {
    status: [500],
    text: /calling CreateAccessKey: LimitExceeded/i,
    is: conflict,
    proves: nothing('test/recordings/secrets/cloud.config.rotate-root.two-keys.json'),
    operations: ['cloud.config.rotate-root'],
    hint: "The service's key must be the only one of its user: delete the other at the provider.",
  },
  {
    status: [500],
    text: /calling (?:GetUser|CreateAccessKey): NoSuchEntity/i,
    is: refused,
    proves: beforeNewKey,
    operations: ['cloud.config.rotate-root'],
    hint: 'The provider does not know the user of the current key.',
  },
  {
    status: [500],
    text: /rotation period out of range/i,
    is: refused,
    proves: nothing('test/recordings/secrets/cloud.static-role.write.period-too-short.json'),
    operations: ['cloud.static-role.write'],
    hint: 'The period must be at least one minute.',
  },
  {
    status: [500],
    text: /unable to validate username.*NoSuchEntity/i,
    is: missing,
    proves: nothing('test/recordings/secrets/cloud.static-role.write.unknown-user.json'),
    operations: ['cloud.static-role.write'],
    hint: 'The user must exist at the provider already.',
  },
  {
    status: [500],
    text: /the ID did not match/i,
    is: conflict,
    proves: beforeRole,
    operations: ['cloud.static-role.write'],
    hint: 'The user of a static role cannot be changed: delete the role and create it again.',
  },
  {
    status: [400],
    text: /^/,
    proves: beforeRole,
    operations: ['cloud.static-role.write'],
  },
  {
    status: [500],
    text: /only one of policy or arn/i,
    is: refused,
    proves: nothing('test/recordings/secrets/cloud.role.write.legacy-both.json'),
    operations: ['cloud.role.write'],
  },
];

const noLease = nothing('openbao/vault/expiration.go Renew');

export const leaseErrors: readonly KnownError[] = [
  {
    status: [400, 404],
    text: /invalid lease|lease not found/i,
    is: missing,
    proves: noLease,
    operations: ['lease.'],
    hint: 'The lease has expired, was revoked, or never existed.',
  },
  {
    status: [400],
    text: /lease is not renewable/i,
    is: refused,
    proves: noLease,
    operations: ['lease.renew'],
    hint: 'Request new credentials: those of a token service cannot be renewed.',
  },
  {
    status: [400],
    text: /already checked in/i,
    is: refused,
    proves: nothing('openbao/builtin/logical/openldap/path_checkouts.go renewCheckOut'),
    operations: ['lease.renew'],
    hint: 'The account was checked in by name, and this lease outlived that. Do not revoke it: that would take the account from its next borrower.',
  },
  {
    status: [400],
    text: /failed to (?:revoke|delete)/i,
    proves: part('openbao-plugins/secrets/aws/path_user.go pathUserRollback'),
    operations: ['lease.revoke'],
    hint: 'The lease stays, and the server tries again when it expires. Its credentials may no longer work.',
  },
  {
    status: [400],
    text: /lease_id must be specified/,
    proves: nothing('openbao/vault/logical_system.go handleRevoke'),
    operations: ['lease.revoke'],
  },
  {
    status: [400],
    text: /wrapping token is not valid/i,
    is: refused,
    proves: nothing('test/recordings/secrets/helper.unwrap.again.json'),
    operations: ['lease.unwrap'],
    hint: 'The token has expired or was already used. If you did not unwrap it yourself, someone else has read the content.',
  },
];
