import { backTo } from '../../../catalogue/undo.ts';
import { defineOperation } from '../../../catalogue/operation.ts';
import { credentialsView, recordView } from '../../../catalogue/view.ts';
import { namesView } from '../../../services/secrets/engine-fields.ts';
import { staticCredentialFields, staticRoleFields } from '../fields.ts';
import { updateOf } from '../../update-of.ts';
import { endsIn, environment, mount, process, shared, staticRoleName } from '../parts.ts';
import type { FoundRisk } from '../../../catalogue/risk.ts';
import type { RiskLooking } from '../../../run/single/risk-look.ts';

const path = '/{mount}/static-roles/{name}';
const lookUp = 'aws static-role show {name} --mount {mount}';

const view = recordView({
  fields: staticRoleFields,
  essential: ['username'],
  name: 'name',
  columns: ['name', ['username', 'user'], ['id', 'user id'], ['rotation_period', 'rotation period']],
});

export const show = defineOperation({
  ...shared,
  id: 'cloud.static-role.show',
  summary: 'Show a static role of the AWS engine',
  method: 'GET',
  path,
  parameters: { mount, name: staticRoleName },
  effect: 'read',
  view,
  errors: { 404: 'there is no static role of that name' },
  examples: [{ summary: 'One static role', argv: 'aws static-role show build' }],
});

const { source: _document, ...beyond } = shared;

export const list = defineOperation({
  ...beyond,
  id: 'cloud.static-role.list',
  summary: 'List the static roles of the AWS engine',
  source: {
    page: 'https://developer.hashicorp.com/vault/api-docs/secret/aws#list-static-roles',
    servers: [{ family: 'vault', supports: 'listed-static-roles' }],
  },
  method: 'LIST',
  path: '/{mount}/static-roles',
  parameters: { mount },
  effect: 'read',
  view: namesView('Static role', 'no static roles'),
  examples: [{ summary: 'All names', argv: 'aws static-role list' }],
});

/** Warns that the user gets another access key, and may lose one. */
const lookAtRole = async ({ before, isAnswered }: RiskLooking): Promise<FoundRisk | undefined> => {
  if (isAnswered) return undefined;
  const { found, state } = await before();
  return found.kind === 'data' ? undefined : { state };
};

export const write = defineOperation({
  ...shared,
  id: 'cloud.static-role.write',
  objectRead: show,
  undo: {
    ...backTo('aws static-role update', {
      command: 'aws static-role delete',
      note: 'The access keys that its user had before do not come back.',
    }),
    fields: ['rotation_period'],
  },
  summary: 'Manage the access key of an existing user',
  description:
    'Creates an access key for the user at once and rotates it on a schedule. If the user already has as many ' +
    'keys as the provider allows, the oldest is replaced, as at every rotation. Changing the period resets ' +
    'the next rotation to now plus the period.',
  method: 'POST',
  path,
  parameters: {
    mount,
    name: staticRoleName,
    username: {
      in: 'body',
      type: 'string',
      summary: 'Existing user whose key is managed',
      required: { exceptOn: ['vault'] },
      metavar: 'user',
    },
    rotation_period: {
      in: 'body',
      type: 'duration',
      summary: 'Time between rotations, at least 1 minute',
      required: true,
      limits: { minimumSeconds: 60 },
      metavar: 'duration',
    },
  },
  effect: 'unsafe',
  steps: 'several',
  doneText: 'wrote static role {name} for {username}',
  slow: true,
  risks: [
    {
      risk: 'rotates',
      gravity: 'ask',
      uncertain: true,
      look: lookAtRole,
      question:
        'Write static role {name}? A new role creates an access key for its user and may delete the oldest.',
    },
  ],
  view,
  lookUp,
  errors: {
    400: 'a parameter is missing',
    500: 'the period is too short, or the provider does not know the user',
  },
  examples: [
    {
      summary: 'Daily',
      argv: 'aws static-role write build --username build-user --rotation-period 24h --yes',
    },
  ],
});

export const update = updateOf(write, {
  id: 'cloud.static-role.update',
  summary: 'Change the rotation period of a static role',
  only: ['rotation_period'],
  note: 'Changing the period resets the next rotation to now plus the period.',
  examples: [{ summary: 'Every two days', argv: 'aws static-role update build --rotation-period 48h' }],
});

export const remove = defineOperation({
  ...shared,
  id: 'cloud.static-role.delete',
  undo: { because: 'its access key is gone' },
  summary: 'Delete a static role; its user stays',
  description:
    'The user was created elsewhere and stays. Real servers first delete the access key that they manage.',
  method: 'DELETE',
  objectRead: show,
  looksFirst: 'always',
  path,
  parameters: { mount, name: staticRoleName },
  effect: 'unsafe',
  steps: 'several',
  slow: true,
  risks: [
    {
      risk: 'removes',
      gravity: 'ask',
      question: 'Delete static role {name}? Its managed access key may be deleted too.',
    },
  ],
  view: { kind: 'message', text: 'static role {name} no longer exists; the user itself stays' },
  lookUp,
  examples: [{ summary: 'In a script', argv: 'aws static-role delete build --yes' }],
});

export const staticCreds = defineOperation({
  ...shared,
  id: 'cloud.static-creds',
  summary: 'Show the current credentials of a static role',
  description:
    'The credentials have no lease and change at the next rotation. Where the server does not report its time, ' +
    '-o credential-process has the program ask again after the rotation period, at the latest after an hour. Where ' +
    'the token has no right to the static role, it is always an hour.',
  method: 'GET',
  path: '/{mount}/static-creds/{name}',
  parameters: { mount, name: staticRoleName },
  effect: 'read',
  view: credentialsView({
    fields: staticCredentialFields,
    essential: ['access_key', 'secret_key'],
    name: 'access_key',
    columns: [
      ['access_key', 'access key'],
      ['secret_key', 'secret key'],
      ['expiration', 'expires'],
    ],
    env: environment,
    process: { ...process, Expiration: 'expiration' },
    rerunSeconds: 3600,
    endsIn,
  }),
  errors: { 404: 'there is no static role of that name' },
  examples: [
    { summary: 'For a shell', argv: 'aws static-creds build -o export' },
    { summary: 'Only the secret', argv: 'aws static-creds build --field secret_key' },
    { summary: 'For one command', argv: "aws static-creds build -- sh -c 'echo $AWS_ACCESS_KEY_ID'" },
  ],
});
