/** test/seeds/2-secrets.md §2.3, §4.3; the rest from real servers. */
import type { Fields } from '../../catalogue/field.ts';
import { leaseFields } from '../../services/secrets/engine-fields.ts';

export const configFields = {
  access_key: { type: 'text', summary: 'ID of the root access key', rank: 0 },
  region: { type: 'text', summary: 'Region' },
  iam_endpoint: { type: 'text', summary: 'Endpoint of the identity service' },
  sts_endpoint: { type: 'text', summary: 'Endpoint of the token service' },
  sts_region: { type: 'text', summary: 'Region of the token service', source: 'recorded' },
  max_retries: { type: 'integer', summary: 'Retries of a request to the provider' },
  username_template: { type: 'text', summary: 'Template of user names' },
  role_arn: { type: 'text', summary: 'Role that is assumed' },
  identity_token_audience: { type: 'text', summary: 'Audience of the identity token' },
  identity_token_ttl: { type: 'duration', unit: 's', summary: 'Lifetime of the identity token' },
} as const satisfies Fields;

export const rotatedFields = {
  access_key: { type: 'text', summary: 'ID of the new root access key', rank: 0 },
} as const satisfies Fields;

export const leaseConfigFields = {
  lease: { type: 'duration', summary: 'Default lease' },
  lease_max: { type: 'duration', summary: 'Longest lease' },
} as const satisfies Fields;

export const roleFields = {
  name: { type: 'text', summary: 'Role', rank: 0 },
  credential_type: { type: 'text', summary: 'Kind of credential' },
  role_arns: { type: 'list', summary: 'Roles that may be assumed' },
  policy_arns: { type: 'list', summary: 'Managed policies' },
  policy_document: { type: 'text', summary: 'Inline policy' },
  iam_groups: { type: 'list', summary: 'Groups of the user' },
  iam_tags: { type: 'object', summary: 'Tags of the user' },
  default_sts_ttl: { type: 'duration', unit: 's', summary: 'Default lifetime of a token' },
  max_sts_ttl: { type: 'duration', unit: 's', summary: 'Longest lifetime of a token' },
  user_path: { type: 'text', summary: 'Path of the user' },
  permissions_boundary_arn: { type: 'text', summary: 'Permissions boundary of the user' },
  mfa_serial_number: { type: 'text', summary: 'MFA device' },
  invalid_data: { type: 'text', summary: 'Parts of a legacy role that could not be read' },
  external_id: { type: 'text', summary: 'External ID of the assumed role', source: 'recorded' },
  session_tags: { type: 'object', summary: 'Tags of the session', source: 'recorded' },
} as const satisfies Fields;

export const credentialFields = {
  access_key: { type: 'text', summary: 'Access key ID', rank: 0 },
  secret_key: { type: 'text', summary: 'Secret access key, given once', sensitive: true, returnedOnce: true },
  security_token: { type: 'text', summary: 'Session token, given once', sensitive: true, returnedOnce: true },
  session_token: {
    type: 'text',
    summary: 'Session token, given once',
    sensitive: true,
    returnedOnce: true,
    source: 'recorded',
  },
  arn: { type: 'text', summary: 'Role that was assumed' },
  ttl: { type: 'duration', unit: 's', summary: 'Lifetime of the credentials', source: 'recorded' },
  ...leaseFields,
} as const satisfies Fields;

export const staticRoleFields = {
  name: { type: 'text', summary: 'Static role', rank: 0 },
  username: { type: 'text', summary: 'User' },
  id: { type: 'text', summary: 'User ID' },
  rotation_period: { type: 'duration', unit: 's', summary: 'Time between rotations' },
} as const satisfies Fields;

export const staticCredentialFields = {
  access_key: { type: 'text', summary: 'Access key ID', rank: 0 },
  secret_key: { type: 'text', summary: 'Secret access key', sensitive: true },
  security_token: { type: 'text', summary: 'Session token, if any', sensitive: true },
  expiration: { type: 'time', summary: 'Time of the next rotation' },
} as const satisfies Fields;
