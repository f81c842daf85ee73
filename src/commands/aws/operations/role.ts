import { backTo } from '../../../catalogue/undo.ts';
import { defineOperation } from '../../../catalogue/operation.ts';
import { recordView } from '../../../catalogue/view.ts';
import { updateOf } from '../../update-of.ts';
import { namesView } from '../../../services/secrets/engine-fields.ts';
import { roleFields } from '../fields.ts';
import type { Parameters } from '../../../catalogue/parameter.ts';
import type { Rule } from '../../../catalogue/rule.ts';
import { mount, roleName, shared } from '../parts.ts';

const path = '/{mount}/roles/{name}';
const lookUp = 'aws role show {name} --mount {mount}';

const types = ['iam_user', 'assumed_role', 'federation_token', 'session_token'] as const;
type Type = (typeof types)[number];

const modern = {
  credential_type: {
    in: 'body',
    type: 'string',
    summary: 'Kind of credentials that the role gives',
    enum: types,
    metavar: 'type',
  },
  role_arns: {
    in: 'body',
    type: 'strings',
    summary: 'ARNs of roles to assume, for assumed_role',
    default: 'none',
    metavar: 'arn',
  },
  policy_arns: {
    in: 'body',
    type: 'strings',
    summary: 'Managed policies to attach, or to filter by',
    default: 'none',
    metavar: 'arn',
  },
  policy_document: {
    in: 'body',
    type: 'text',
    summary: 'Policy document (JSON), used like the policies',
    metavar: '@file',
  },
  iam_groups: {
    in: 'body',
    type: 'strings',
    summary: 'Groups whose policies apply; created users join them',
    default: 'none',
    metavar: 'group',
  },
  iam_tags: {
    in: 'body',
    type: 'strings',
    summary: 'Tags of created users',
    default: 'none',
    limits: { pattern: '[^=]+=.*', meaning: 'key=value' },
    metavar: 'key=value',
  },
  default_sts_ttl: {
    in: 'body',
    type: 'duration',
    summary: 'Lifetime if a request gives none (assumed_role, federation_token)',
    metavar: 'duration',
  },
  max_sts_ttl: {
    in: 'body',
    type: 'duration',
    summary: 'Upper limit of lifetimes (assumed_role, federation_token)',
    metavar: 'duration',
  },
  user_path: {
    in: 'body',
    type: 'string',
    summary: 'Path of created users (iam_user)',
    default: '/',
    metavar: 'path',
  },
  permissions_boundary_arn: {
    in: 'body',
    type: 'string',
    summary: 'Permissions boundary of created users (iam_user)',
    default: 'no boundary',
    metavar: 'arn',
  },
  mfa_serial_number: {
    in: 'body',
    type: 'string',
    summary: 'ARN or number of the MFA device',
    servers: ['generic', { family: 'vault', supports: 'mfa' }],
    metavar: 'device',
  },
} as const satisfies Parameters;

const legacy = {
  policy: {
    in: 'body',
    type: 'text',
    summary: 'JSON policy (legacy form)',
    deprecated: 'use --credential-type with --policy-document',
    metavar: '@file',
  },
  arn: {
    in: 'body',
    type: 'string',
    summary: 'Policy or role ARN (legacy form)',
    deprecated: 'use --credential-type with --policy-arns or --role-arns',
    metavar: 'arn',
  },
} as const satisfies Parameters;

const except = (...wanted: readonly Type[]): readonly Type[] => types.filter((one) => !wanted.includes(one));

const onlyFor = (parameter: keyof typeof modern, ...wanted: readonly Type[]): Rule => ({
  rule: 'forbiddenWhen',
  parameter,
  when: { parameter: 'credential_type', is: except(...wanted) },
  because: `it is valid only for ${wanted.join(' and ')}`,
});

/** test/seeds/2-secrets.md §2.3. Real servers keep what a write omits, so the type is optional there. */
const rules: readonly Rule[] = [
  {
    rule: 'atLeastOne',
    keys: ['credential_type', 'policy', 'arn'],
    servers: ['generic'],
  },
  { rule: 'atMostOne', keys: ['policy', 'arn'] },
  ...(['policy', 'arn'] as const).flatMap((old) =>
    Object.keys(modern).map((parameter): Rule => ({
      rule: 'forbiddenWhen',
      parameter,
      when: { parameter: old },
      because: 'the legacy form cannot be mixed with the other parameters',
    })),
  ),
  {
    rule: 'requiredWhen',
    parameter: 'role_arns',
    when: { parameter: 'credential_type', is: ['assumed_role'] },
  },
  onlyFor('role_arns', 'assumed_role'),
  {
    rule: 'atLeastOne',
    keys: ['policy_arns', 'policy_document'],
    when: { parameter: 'credential_type', is: ['iam_user', 'federation_token'] },
  },
  onlyFor('policy_arns', 'iam_user', 'assumed_role', 'federation_token'),
  onlyFor('policy_document', 'iam_user', 'assumed_role', 'federation_token'),
  onlyFor('default_sts_ttl', 'assumed_role', 'federation_token'),
  onlyFor('max_sts_ttl', 'assumed_role', 'federation_token'),
  onlyFor('user_path', 'iam_user'),
  onlyFor('permissions_boundary_arn', 'iam_user'),
  {
    rule: 'oneOf',
    parameter: 'credential_type',
    values: ['iam_user', 'assumed_role', 'federation_token'],
    because: '{server} does not support session_token',
    servers: [{ family: 'vault', lacks: 'session-tokens' }],
  },
];

export const show = defineOperation({
  ...shared,
  id: 'cloud.role.show',
  summary: 'Show an AWS role',
  description: 'invalid_data has settings from an earlier release that are no longer valid.',
  method: 'GET',
  path,
  parameters: { mount, name: roleName },
  effect: 'read',
  view: recordView({
    fields: roleFields,
    essential: ['credential_type'],
    name: 'name',
    columns: [
      ['credential_type', 'credential type'],
      ['role_arns', 'roles'],
      ['policy_arns', 'policies'],
      ['policy_document', 'policy document'],
      ['iam_groups', 'groups'],
      ['iam_tags', 'tags'],
      ['default_sts_ttl', 'default ttl'],
      ['max_sts_ttl', 'longest ttl'],
      ['user_path', 'user path'],
      ['permissions_boundary_arn', 'permissions boundary'],
      ['mfa_serial_number', 'mfa device'],
      ['invalid_data', 'invalid data'],
    ],
  }),
  errors: { 404: 'there is no role of that name' },
  examples: [{ summary: 'One role', argv: 'aws role show deploy' }],
});

export const write = defineOperation({
  ...shared,
  id: 'cloud.role.write',
  objectRead: show,
  undo: backTo('aws role update', { command: 'aws role delete' }),
  summary: 'Create or update an AWS role',
  description:
    'The credential type decides which parameters are required or allowed; only the legacy --policy and --arn ' +
    'do without one. Managed policies are attached to created users; for assumed_role and federation_token ' +
    'they limit the permissions. Policies of groups are combined with the others. Real servers keep ' +
    'parameters that an update leaves out.',
  method: 'POST',
  path,
  parameters: { mount, name: roleName, ...modern, ...legacy },
  rules,
  effect: 'unsafe',
  view: { kind: 'message', text: 'wrote role {name}' },
  lookUp,
  errors: { 400: 'a parameter does not fit the credential type' },
  examples: [
    {
      summary: 'Users with a managed policy',
      argv: 'aws role write audit --credential-type iam_user --policy-arns arn:aws:iam::aws:policy/ReadOnlyAccess',
    },
    {
      summary: 'An assumed role for at most two hours',
      argv:
        'aws role write build --credential-type assumed_role ' +
        '--role-arns arn:aws:iam::123456789012:role/build --max-sts-ttl 2h',
    },
  ],
});

export const update = updateOf(write, {
  id: 'cloud.role.update',
  summary: 'Change settings of an AWS role',
  examples: [
    {
      summary: 'Longer token lifetimes, everything else unchanged',
      argv: 'aws role update build --max-sts-ttl 4h',
    },
  ],
});

export const list = defineOperation({
  ...shared,
  id: 'cloud.role.list',
  summary: 'List the AWS roles',
  method: 'LIST',
  path: '/{mount}/roles',
  parameters: { mount },
  effect: 'read',
  view: namesView('Role', 'no roles'),
  examples: [{ summary: 'All names', argv: 'aws role list' }],
});

export const remove = defineOperation({
  ...shared,
  id: 'cloud.role.delete',
  undo: { because: 'it was deleted; write it again' },
  summary: 'Delete an AWS role',
  description: 'Real servers also report success for an unknown name.',
  method: 'DELETE',
  objectRead: show,
  looksFirst: 'always',
  path,
  parameters: { mount, name: roleName },
  effect: 'unsafe',
  risks: [{ risk: 'removes', gravity: 'ask', question: 'Delete role {name}?' }],
  view: { kind: 'message', text: 'role {name} no longer exists' },
  lookUp,
  errors: { 404: 'there is no role of that name' },
  examples: [{ summary: 'In a script', argv: 'aws role delete deploy --yes' }],
});
