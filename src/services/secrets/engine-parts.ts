/** Every path starts with the mount that the operator chose (test/seeds/2-secrets.md). */
import type { Parameter } from '../../catalogue/parameter.ts';

export const pkiMount = {
  in: 'path',
  type: 'string',
  flag: 'mount',
  summary: 'Path at which the certificate engine is enabled',
  required: true,
  context: 'mount',
  complete: 'pki-mount',
  slashes: 'folder',
  fallback: 'pki',
  default: 'pki',
  metavar: 'mount',
} as const satisfies Parameter;

export const cloudMount = {
  in: 'path',
  type: 'string',
  flag: 'mount',
  summary: 'Path at which the AWS engine is enabled',
  required: true,
  context: 'mount',
  complete: 'cloud-mount',
  slashes: 'folder',
  fallback: { generic: 'cloud', vault: 'aws' },
  default: 'cloud; aws on vault and openbao',
  metavar: 'mount',
} as const satisfies Parameter;

export const ldapMount = {
  in: 'path',
  type: 'string',
  flag: 'mount',
  summary: 'Path at which the directory engine is enabled',
  required: true,
  context: 'mount',
  complete: 'ldap-mount',
  slashes: 'folder',
  fallback: 'ldap',
  default: 'ldap',
  metavar: 'mount',
} as const satisfies Parameter;
