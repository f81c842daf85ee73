import { defineOperation } from '../../../catalogue/operation.ts';
import { credentialsView } from '../../../catalogue/view.ts';
import { credentialFields } from '../fields.ts';
import type { Parameter } from '../../../catalogue/parameter.ts';
import type { Rule } from '../../../catalogue/rule.ts';
import type { View } from '../../../catalogue/view.ts';
import { loanNote } from '../../../config/globals.ts';
import { endsIn, environment, mount, process, roleName, shared } from '../parts.ts';

/** The parameters are in the query of GET, and in the body of POST. */
const generate = <In extends 'query' | 'body'>(place: In) =>
  ({
    role_arn: {
      in: place,
      type: 'string',
      summary: 'ARN to assume, if the role has several',
      default: 'the only one',
      metavar: 'arn',
    },
    role_session_name: {
      in: place,
      type: 'string',
      summary: 'Session name, truncated to 64 characters',
      default: 'generated',
      metavar: 'name',
    },
    ttl: {
      in: place,
      type: 'duration',
      summary: 'Lifetime of tokens; not for iam_user',
      default: "the role's default_sts_ttl, then 3600s",
      metavar: 'duration',
    },
    mfa_code: {
      in: place,
      type: 'secret',
      summary: 'One-time code, if the role requires MFA',
      servers: ['generic', { family: 'vault', supports: 'mfa' }],
      metavar: '@file',
    },
  }) as const satisfies Record<string, Parameter>;

const rules: readonly Rule[] = [
  {
    rule: 'maxBytes',
    parameter: 'role_session_name',
    bytes: 64,
    because: '{server} does not truncate it, and the token service refuses longer ones',
    servers: [{ family: 'vault', lacks: 'truncated-session-names' }],
  },
];

const view: View = credentialsView({
  fields: credentialFields,
  essential: ['access_key', 'secret_key'],
  name: 'lease_id',
  columns: [
    ['access_key', 'access key'],
    ['secret_key', 'secret key'],
    ['security_token', 'session token'],
    ['arn', 'role'],
    ['lease_id', 'lease'],
    ['lease_duration', 'lease duration'],
    'renewable',
  ],
  env: environment,
  process: { ...process, Expiration: 'lease_duration' },
  endsIn,
});

const both = {
  ...shared,
  rules,
  effect: 'unsafe',
  steps: 'several',
  returnedOnce: true,
  view,
  errors: {
    400: 'the role is unknown, or its type does not allow this command',
    500: 'the generated user name is longer than 64 or 32 characters',
  },
} as const;

const cacheNote =
  'With --cache one credential is kept in a file (mode 0600) and returned to every program until shortly ' +
  'before it expires.';

const legacyNote = 'For a role with a legacy policy or arn';

export const creds = defineOperation({
  ...both,
  id: 'cloud.creds',
  undo: { because: 'credentials end with their lease: trivet lease revoke' },
  summary: 'Generate credentials from a role',
  description:
    'Every call creates new credentials with a lease, so it is sent once and never retried. The provider may ' +
    `take a few seconds to recognize a new user. ${legacyNote} this gives IAM users, and trivet aws sts ` +
    `gives the other credentials. ${loanNote} ${cacheNote}`,
  method: 'GET',
  path: '/{mount}/creds/{name}',
  lookUp: 'lease list {mount}/creds/{name}',
  parameters: { mount, name: roleName, ...generate('query') },
  examples: [
    { summary: 'For one command', argv: 'aws creds ci -- ./deploy.sh' },
    { summary: 'For a shell', argv: 'aws creds deploy -o export' },
    {
      summary: 'For the AWS tools: credential_process in their configuration',
      argv: 'aws creds deploy -o credential-process --cache',
    },
  ],
});

export const sts = defineOperation({
  ...both,
  id: 'cloud.sts',
  undo: { because: 'token-service credentials end only by themselves' },
  summary: 'Generate token-service credentials from a role',
  description:
    'Every call creates new credentials with a lease that cannot be renewed, so it is sent once and never ' +
    'retried. Revoking the lease does not revoke the credentials: they stay valid until they expire. ' +
    `${legacyNote} this gives assumed_role or federation_token credentials, and trivet aws creds gives IAM ` +
    `users. ${loanNote} ${cacheNote}`,
  method: 'POST',
  path: '/{mount}/sts/{name}',
  lookUp: 'lease list {mount}/sts/{name}',
  parameters: { mount, name: roleName, ...generate('body') },
  body: {},
  examples: [
    {
      summary: 'For 15 minutes',
      argv: 'aws sts build --ttl 15m --role-session-name nightly -o env',
    },
  ],
});
