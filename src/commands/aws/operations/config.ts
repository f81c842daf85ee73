import { defineOperation } from '../../../catalogue/operation.ts';
import type { Parameters } from '../../../catalogue/parameter.ts';
import { recordView } from '../../../catalogue/view.ts';
import { configFields, rotatedFields } from '../fields.ts';
import { mount, shared } from '../parts.ts';
import { lookAtRoot } from '../config-risk.ts';
import type { RiskLooking } from '../../../run/single/risk-look.ts';

const path = '/{mount}/config/root';
const lookUp = 'aws config show --mount {mount}';
/** OpenBao silently drops these. */
const federation = ['generic', { family: 'vault', supports: 'identity-federation' }] as const;

export const show = defineOperation({
  ...shared,
  id: 'cloud.config.show',
  summary: 'Show the root configuration of the AWS engine',
  description: 'The secret key is never returned.',
  method: 'GET',
  path,
  parameters: { mount },
  effect: 'read',
  view: recordView({
    fields: configFields,
    essential: ['access_key'],
    name: 'access_key',
    columns: [
      ['access_key', 'access key'],
      'region',
      ['iam_endpoint', 'identity endpoint'],
      ['sts_endpoint', 'token endpoint'],
      ['max_retries', 'retries'],
      ['username_template', 'user name template'],
      ['role_arn', 'role'],
      ['identity_token_audience', 'identity token audience'],
      ['identity_token_ttl', 'identity token ttl'],
    ],
  }),
  examples: [{ summary: 'Which key is in use', argv: 'aws config show --field access_key' }],
});

const parameters = {
  mount,
  max_retries: {
    in: 'body',
    type: 'integer',
    summary: 'Retries of recoverable errors; -1: the SDK default',
    default: '-1',
    metavar: 'n',
  },
  access_key: { in: 'body', type: 'string', summary: 'Access key ID', default: 'empty', metavar: 'id' },
  secret_key: {
    in: 'body',
    type: 'secret',
    summary: 'Secret access key: @file, - or env:NAME',
    default: 'empty',
    metavar: '@file',
  },
  role_arn: {
    in: 'body',
    type: 'string',
    summary: 'Role to assume for identity federation (Enterprise)',
    default: 'empty',
    servers: federation,
    metavar: 'arn',
  },
  identity_token_audience: {
    in: 'body',
    type: 'string',
    summary: 'Audience of plugin identity tokens (Enterprise)',
    default: 'empty',
    servers: federation,
    metavar: 'audience',
  },
  identity_token_ttl: {
    in: 'body',
    type: 'duration',
    summary: 'Lifetime of plugin identity tokens (Enterprise)',
    default: '3600',
    servers: federation,
    metavar: 'duration',
  },
  region: {
    in: 'body',
    type: 'string',
    summary: 'Region of the provider',
    default: "the server's region variable, its default region variable, then us-east-1",
    metavar: 'region',
  },
  iam_endpoint: {
    in: 'body',
    type: 'string',
    summary: 'Custom HTTP endpoint of the identity service',
    metavar: 'url',
  },
  sts_endpoint: {
    in: 'body',
    type: 'string',
    summary: 'Custom HTTP endpoint of the token service',
    metavar: 'url',
  },
  username_template: {
    in: 'body',
    type: 'text',
    summary: 'Template of dynamic user names',
    metavar: 'text',
  },
} as const satisfies Parameters;

const endpoints = ['iam_endpoint', 'sts_endpoint'] satisfies readonly (keyof typeof parameters)[];

export const set = defineOperation({
  ...shared,
  id: 'cloud.config.set',
  objectRead: show,
  undo: { because: 'the server does not return the earlier key' },
  summary: 'Set the root configuration of the AWS engine',
  description:
    'Replaces the whole configuration: settings that are left out are removed, including the keys. trivet ' +
    'reads the current configuration first and lists what would be lost. The credentials are not validated. ' +
    'The server uses the first of these: this configuration, identity federation, its environment variables, ' +
    'its shared credentials file, its instance role. User names are at most 64 characters (identity service) ' +
    'or 32 (token service). An older variant requires access_key and secret_key and has no federation.',
  method: 'POST',
  path,
  parameters,
  rules: [
    { rule: 'atMostOne', keys: ['access_key', 'identity_token_audience'] },
    { rule: 'together', keys: ['access_key', 'secret_key'] },
    {
      rule: 'requiredWhen',
      parameter: 'role_arn',
      when: { parameter: 'identity_token_audience' },
      because: 'federation needs the role to assume',
    },
  ],
  effect: 'idempotent',
  risks: [
    {
      risk: 'overwrites',
      gravity: 'ask',
      question: 'Overwrite the root configuration of {mount}?',
      look: (looking: RiskLooking) => lookAtRoot(looking, endpoints),
    },
  ],
  view: { kind: 'message', text: 'set the root configuration of {mount}' },
  lookUp,
  examples: [
    {
      summary: 'Static keys, with the secret read from a file',
      argv: 'aws config set --access-key AKIAIOSFODNN7EXAMPLE --secret-key @secret.txt --region eu-north-1 --yes',
    },
    {
      summary: 'Identity federation',
      argv: 'aws config set --identity-token-audience vault.example --role-arn arn:aws:iam::123456789012:role/vault --yes',
    },
  ],
});

export const rotateRoot = defineOperation({
  ...shared,
  id: 'cloud.config.rotate-root',
  undo: { because: 'the old key is gone' },
  summary: 'Rotate the root key of the AWS engine',
  description:
    'Replaces the stored static credentials with a new access key and returns its ID; only the service knows ' +
    'the new secret. The stored key must be the only access key of its user. Calls to the provider may fail ' +
    'for a few seconds afterwards.',
  method: 'POST',
  path: '/{mount}/config/rotate-root',
  parameters: { mount },
  effect: 'unsafe',
  steps: 'several',
  doneText: 'rotated the root key of {mount}: the access key is {access_key}',
  slow: true,
  risks: [
    {
      risk: 'rotates',
      gravity: 'ask',
      question: 'Rotate the root access key of {mount}? The current key is deleted.',
    },
  ],
  view: recordView({
    fields: rotatedFields,
    essential: ['access_key'],
    name: 'access_key',
    columns: [['access_key', 'access key']],
  }),
  lookUp,
  errors: {
    400: 'there are no static credentials to rotate',
    500: 'the user has more than one access key, so no new one can be made',
  },
  examples: [{ summary: 'In a script', argv: 'aws rotate-root --yes' }],
});
