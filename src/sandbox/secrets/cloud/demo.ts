import type { Input } from '../coerce.ts';
import type { Role } from './role.ts';
import { EMPTY_ROLE } from './role.ts';

export const DEMO_ROOT: Input = {
  access_key: 'AKIAIOSFODNN7EXAMPLE',
  secret_key: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'eu-central-1',
};

export const DEMO_LEASE: Input = { lease: '1h', lease_max: '24h' };

const READ_ONLY = JSON.stringify({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: ['s3:GetObject'], Resource: '*' }],
});

export const DEMO_ROLES: readonly (readonly [string, Role])[] = [
  [
    'ci',
    {
      ...EMPTY_ROLE,
      credentialTypes: ['iam_user'],
      policyDocument: READ_ONLY,
      iamTags: { team: 'build' },
    },
  ],
  [
    'deploy',
    {
      ...EMPTY_ROLE,
      credentialTypes: ['assumed_role'],
      roleArns: ['arn:aws:iam::123456789012:role/deploy'],
      defaultStsTtl: 1800,
      maxStsTtl: 7200,
    },
  ],
  [
    'build',
    {
      ...EMPTY_ROLE,
      credentialTypes: ['assumed_role'],
      roleArns: ['arn:aws:iam::123456789012:role/build'],
    },
  ],
  [
    'imported',
    { ...EMPTY_ROLE, credentialTypes: ['iam_user'], legacy: true, invalidData: '{"Version": "2012-10-17"' },
  ],
];

export const DEMO_STATIC_ROLES: readonly (readonly [string, Input])[] = [
  ['backup', { username: 'backup', rotation_period: '24h' }],
  ['build', { username: 'build-user', rotation_period: '24h' }],
];
