/** test/seeds/2-secrets.md §2.3, §4.3. */
import type { Parameter } from '../../catalogue/parameter.ts';
import { cloudMount } from '../../services/secrets/engine-parts.ts';

export const mount = cloudMount;

export const roleName = {
  in: 'path',
  type: 'string',
  summary: 'Role name',
  required: true,
  complete: 'cloud-role',
  metavar: 'role',
} as const satisfies Parameter;

export const staticRoleName = {
  in: 'path',
  type: 'string',
  summary: 'Static role name',
  required: true,
  complete: 'cloud-static-role',
  metavar: 'name',
} as const satisfies Parameter;

export const shared = { source: '2 §4.3', service: 'secrets' } as const;

export const environment = {
  AWS_ACCESS_KEY_ID: 'access_key',
  AWS_SECRET_ACCESS_KEY: 'secret_key',
  AWS_SESSION_TOKEN: 'security_token',
} as const;

export const endsIn = 'AWS_CREDENTIAL_EXPIRATION';

export const process = {
  AccessKeyId: 'access_key',
  SecretAccessKey: 'secret_key',
  SessionToken: 'security_token',
} as const;
