import { backTo } from '../../../catalogue/undo.ts';
import { defineOperation } from '../../../catalogue/operation.ts';
import { credentialsView, recordView } from '../../../catalogue/view.ts';
import { namesView } from '../../../services/secrets/engine-fields.ts';
import { staticCredentialFields, staticRoleFields } from '../fields.ts';
import { updateOf } from '../../update-of.ts';
import { flatRole, mount, partial, shared, staticRoleName } from '../parts.ts';
import type { FoundRisk } from '../../../catalogue/risk.ts';
import type { RiskLooking } from '../../../run/single/risk-look.ts';

const path = '/{mount}/static-role/{role_name}';
const lookUp = 'ldap static-role show {role_name} --mount {mount}';

const named = { mount, role_name: staticRoleName } as const;

const listed = namesView('Static role', 'no static roles');

export const list = defineOperation({
  ...shared,
  id: 'ldap.static-role.list',
  summary: 'List the static roles of the directory engine',
  description: 'A name that ends in / is a folder: give it as the path to list it.',
  method: 'GET',
  path: '/{mount}/static-role',
  parameters: { mount },
  // Servers know this request by LIST only.
  permission: ['list'],
  effect: 'read',
  view: listed,
  examples: [{ summary: 'All names', argv: 'ldap static-role list' }],
});

export const listUnder = defineOperation({
  ...shared,
  id: 'ldap.static-role.list-under',
  summary: 'List the static roles below a path',
  method: 'LIST',
  path,
  parameters: {
    mount,
    role_name: { ...staticRoleName, slashes: 'folder', summary: 'Path to list below', metavar: 'path' },
  },
  effect: 'read',
  view: listed,
  examples: [{ summary: 'Below a folder', argv: 'ldap static-role list team' }],
});

export const show = defineOperation({
  ...shared,
  id: 'ldap.static-role.show',
  summary: 'Show a static role of the directory engine',
  method: 'GET',
  path,
  parameters: named,
  rules: flatRole,
  effect: 'read',
  view: recordView({
    fields: staticRoleFields,
    essential: ['username'],
    name: 'role_name',
    columns: [
      ['username', 'user'],
      'dn',
      ['rotation_period', 'rotation period'],
      ['last_vault_rotation', 'rotated'],
    ],
  }),
  examples: [{ summary: 'One static role', argv: 'ldap static-role show app-01' }],
});

/** Warns that the password of the entry is rotated at once. */
const lookAtEntry = async ({ before, input, isAnswered }: RiskLooking): Promise<FoundRisk | undefined> => {
  if (isAnswered) return undefined;
  const { found, state } = await before();
  if (found.kind === 'data') return undefined;
  return input['skip_import_rotation'] === true
    ? {
        question: 'Manage {username} as {role_name}? Its current password stays until the first rotation.',
        state,
      }
    : { state };
};

export const write = defineOperation({
  ...shared,
  id: 'ldap.static-role.write',
  objectRead: show,
  undo: {
    ...backTo('ldap static-role update', {
      command: 'ldap static-role delete',
      note: 'The entry keeps the password that it has now.',
    }),
    fields: ['rotation_period'],
  },
  summary: 'Create or update a static role',
  description:
    'Rotates the password of an existing entry on a schedule. A new role rotates it at once, unless ' +
    '--skip-import-rotation. username and dn cannot be changed: delete the role and create it again. An ' +
    'update can change only the rotation period.',
  method: 'POST',
  path,
  parameters: {
    ...named,
    username: {
      in: 'body',
      type: 'string',
      summary: 'Entry, found by userattr below userdn',
      required: { exceptOn: partial },
      metavar: 'user',
    },
    dn: {
      in: 'body',
      type: 'string',
      summary: 'DN of the entry; overrides the user name',
      metavar: 'dn',
    },
    rotation_period: {
      in: 'body',
      type: 'duration',
      summary: 'Time between rotations, at least 5 seconds',
      required: true,
      limits: { minimumSeconds: 5 },
      metavar: 'duration',
    },
    skip_import_rotation: {
      in: 'body',
      type: 'boolean',
      summary: 'Keep the current password of a new role',
      default: "the configuration's, false",
    },
  },
  rules: flatRole,
  permission: ['create', 'update'],
  effect: 'unsafe',
  steps: 'several',
  risks: [
    {
      risk: 'rotates',
      gravity: 'ask',
      question:
        'Manage {username} as {role_name}? Its password is rotated at once: users of the current one are locked out.',
      uncertain: true,
      look: lookAtEntry,
    },
  ],
  view: { kind: 'message', text: 'wrote static role {role_name}' },
  lookUp,
  errors: {
    400: 'the period is too short, or username or dn would change',
    500: 'the directory has no such entry',
  },
  examples: [
    {
      summary: 'Daily',
      argv: 'ldap static-role write app-01 --username app-01 --rotation-period 24h --yes',
    },
    {
      summary: 'Keep the current password for now',
      argv: 'ldap static-role write backup --username backup --rotation-period 24h --skip-import-rotation --yes',
    },
  ],
});

export const update = updateOf(write, {
  id: 'ldap.static-role.update',
  summary: 'Change the rotation period of a static role',
  only: ['rotation_period'],
  examples: [{ summary: 'Every two days', argv: 'ldap static-role update app-01 --rotation-period 48h' }],
});

export const remove = defineOperation({
  ...shared,
  id: 'ldap.static-role.delete',
  undo: { because: 'it was deleted; write it again, which rotates the password' },
  summary: 'Delete a static role; the entry stays',
  method: 'DELETE',
  objectRead: show,
  looksFirst: 'always',
  path,
  parameters: named,
  rules: flatRole,
  effect: 'unsafe',
  steps: 'several',
  risks: [
    {
      risk: 'removes',
      gravity: 'ask',
      question:
        'Delete static role {role_name}? The password no longer rotates, and nobody can read it afterwards.',
    },
  ],
  view: { kind: 'message', text: 'deleted static role {role_name}; the entry keeps its current password' },
  lookUp,
  examples: [{ summary: 'In a script', argv: 'ldap static-role delete app-01 --yes' }],
});

export const rotate = defineOperation({
  ...shared,
  id: 'ldap.static-role.rotate',
  undo: { because: 'the old password is gone' },
  summary: 'Rotate the password of a static role now',
  description: 'The credentials are not in the reply: see them with trivet ldap static-creds.',
  method: 'POST',
  path: '/{mount}/rotate-role/{role_name}',
  parameters: named,
  rules: flatRole,
  effect: 'unsafe',
  steps: 'several',
  risks: [
    {
      risk: 'rotates',
      gravity: 'ask',
      question: 'Rotate the password of static role {role_name}? The current one stops working.',
    },
  ],
  view: { kind: 'message', text: 'rotated the password of {role_name}' },
  lookUp,
  errors: { 400: 'there is no static role of that name' },
  examples: [{ summary: 'In a script', argv: 'ldap static-role rotate app-01 --yes' }],
});

export const staticCred = defineOperation({
  ...shared,
  id: 'ldap.static-cred',
  summary: 'Show the current credentials of a static role',
  description:
    'The credentials have no lease and change at the next rotation. With -- COMMAND they are lent to COMMAND: ' +
    'trivet help loans.',
  method: 'GET',
  path: '/{mount}/static-cred/{role_name}',
  parameters: named,
  rules: flatRole,
  effect: 'read',
  view: credentialsView({
    fields: staticCredentialFields,
    essential: ['username', 'password'],
    name: 'username',
    columns: [
      ['username', 'user'],
      'dn',
      'password',
      ['last_password', 'last password'],
      ['ttl', 'next rotation in'],
      ['rotation_period', 'rotation period'],
      ['last_vault_rotation', 'rotated'],
    ],
    env: { LDAP_USERNAME: 'username', LDAP_PASSWORD: 'password', LDAP_DN: 'dn' },
  }),
  errors: { 400: 'there is no static role of that name' },
  examples: [
    { summary: 'For a shell', argv: 'ldap static-creds app-01 -o export' },
    { summary: 'Only the password', argv: 'ldap static-creds app-01 --field password' },
  ],
});
