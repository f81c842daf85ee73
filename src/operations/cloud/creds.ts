import { defineOperation } from '../../model/operation.ts';
import { credentialsView } from '../../model/view.ts';
import { credentialFields } from './fields.ts';
import type { Parameter } from '../../model/parameter.ts';
import type { Rule } from '../../model/rule.ts';
import type { View } from '../../model/view.ts';
import { lendNote } from '../globals.ts';
import { environment, mount, process, roleName, shared } from './parts.ts';

/** The same parameters, in the query of GET and in the body of POST. */
const generate = <In extends 'query' | 'body'>(place: In) =>
  ({
    role_arn: {
      in: place,
      type: 'string',
      summary: 'Role to assume, one of those of the role; required when it has several',
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
      summary: 'Lifetime; not for iam_user. Limits of the provider apply',
      default: "the role's default_sts_ttl, then 3600s",
      metavar: 'duration',
    },
    mfa_code: {
      in: place,
      type: 'secret',
      summary: 'One-time code; required when the role has an MFA device',
      products: ['documented', 'vault'],
      metavar: '@file',
    },
  }) as const satisfies Record<string, Parameter>;

const rules: readonly Rule[] = [
  {
    rule: 'maxBytes',
    parameter: 'role_session_name',
    bytes: 64,
    because: 'OpenBao does not truncate it, and the token service refuses it',
    products: ['openbao'],
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
});

const both = {
  ...shared,
  rules,
  effect: 'unsafe',
  once: true,
  view,
  lookUp: 'cloud role show {name} --mount {mount}',
  errors: [
    { status: 400, condition: 'the role is unknown, or may not be used this way' },
    { status: 500, condition: 'the generated user name is longer than 64 or 32 characters' },
  ],
} as const;

const cacheNote =
  'With --cache one credential is kept in a file of mode 0600 and given to every program that asks, until it nears its end.';

const legacyNote = 'Roles with the legacy arn or policy';

export const creds = defineOperation({
  ...both,
  id: 'cloud.creds',
  summary: 'Generate credentials from a role',
  description:
    'Every call creates new credentials with a lease; it is sent once and never repeated. New users are known to ' +
    `the provider only after some seconds. ${legacyNote} give users here, anything else by cloud sts. ${lendNote} ${cacheNote}`,
  method: 'GET',
  path: '/{mount}/creds/{name}',
  parameters: { mount, name: roleName, ...generate('query') },
  examples: [
    { summary: 'For one command', argv: 'cloud creds deploy -- ./deploy.sh' },
    { summary: 'For a shell', argv: 'cloud creds deploy -o export' },
    {
      summary: 'For the AWS tools: credential_process in their configuration',
      argv: 'cloud creds deploy -o credential-process --cache',
    },
  ],
});

export const sts = defineOperation({
  ...both,
  id: 'cloud.sts',
  summary: 'Generate credentials of the token service from a role',
  description:
    'Every call creates new credentials with a lease that cannot be renewed; it is sent once and never repeated. ' +
    'Revoking the lease does not end the credentials: they stay valid until they expire. ' +
    `${legacyNote} give assumed_role or federation_token here. ${lendNote} ${cacheNote}`,
  method: 'POST',
  path: '/{mount}/sts/{name}',
  parameters: { mount, name: roleName, ...generate('body') },
  body: { always: true },
  examples: [
    {
      summary: 'For a quarter of an hour',
      argv: 'cloud sts build --ttl 15m --role-session-name nightly -o env',
    },
  ],
});
