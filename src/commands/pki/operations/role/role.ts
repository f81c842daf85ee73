import { backTo } from '../../../../catalogue/undo.ts';
import { defineOperation } from '../../../../catalogue/operation.ts';
import { recordView } from '../../../../catalogue/view.ts';
import { updateOf } from '../../../update-of.ts';
import { namesView } from '../../../../services/secrets/engine-fields.ts';
import { roleFields } from './role-fields.ts';
import { mount, roleName } from '../../parts.ts';
import { roleParameters, roleRules } from './role-parameters.ts';

const view = recordView({
  fields: roleFields,
  // Roles for SSH have a key type, too.
  essential: ['key_type', 'allow_any_name'],
  name: 'name',
  columns: (Object.keys(roleParameters) as (keyof typeof roleParameters)[]).map(
    (field) => [field, field.replaceAll('_', ' ')] as const,
  ),
});

const shared = { source: '2 §4.2', service: 'secrets', path: '/{mount}/roles/{name}' } as const;

export const show = defineOperation({
  ...shared,
  id: 'pki.role.show',
  summary: 'Show a role',
  method: 'GET',
  parameters: { mount, name: roleName },
  effect: 'read',
  view,
  errors: { 404: 'no role has this name' },
  examples: [{ summary: 'One role', argv: 'pki role show web' }],
});

export const write = defineOperation({
  ...shared,
  id: 'pki.role.write',
  objectRead: show,
  undo: backTo('pki role update', { command: 'pki role delete' }),
  summary: 'Create or update a role',
  description:
    'Replaces the role: settings that are not given return to their defaults. If that would change an ' +
    'existing role, trivet lists the changes and asks; trivet pki role update changes only what is given. The ' +
    'matching flags (bare domains, subdomains, globs, any name) are additive, as are the flags for extended ' +
    'key usages. With --allow-any-name host names and wildcards are still checked. Certificates of a role ' +
    'with --no-store are never listed and can be revoked only by giving the certificate itself.',
  method: 'POST',
  body: {},
  parameters: { mount, name: roleName, ...roleParameters },
  rules: roleRules,
  effect: 'unsafe',
  doneText: 'wrote role {name}',
  risks: [
    {
      risk: 'resets',
      gravity: 'ask',
      question: 'Write role {name} and reset what is not given?',
      uncertain: true,
    },
  ],
  omitted: { resets: 'all', partialCommand: 'pki role update {name} --mount {mount}' },
  view,
  // Newer servers return the role.
  reply: [200, 204],
  lookUp: 'pki role show {name} --mount {mount}',
  errors: { 400: 'ttl is above max_ttl, or a value is malformed' },
  examples: [
    {
      summary: 'Web servers below example.com',
      argv: 'pki role write shop --allowed-domains example.com --allow-subdomains --max-ttl 720h',
    },
    {
      summary: 'Signs any key, stores nothing',
      argv: 'pki role write batch --key-type any --allow-any-name --no-store --no-server-flag',
    },
  ],
});

export const update = updateOf(write, {
  id: 'pki.role.update',
  summary: 'Change settings of a role',
  note:
    'Vault and OpenBao get only the settings that change if the token also has the capability patch; otherwise the ' +
    'whole role is written, which takes back what somebody else changes at that moment.',
  examples: [
    { summary: 'A shorter validity, everything else unchanged', argv: 'pki role update web --ttl 48h' },
    { summary: 'No domains any more', argv: "pki role update web --allowed-domains ''" },
  ],
});

export const list = defineOperation({
  ...shared,
  id: 'pki.role.list',
  summary: 'List the names of roles',
  method: 'LIST',
  path: '/{mount}/roles',
  parameters: { mount },
  effect: 'read',
  view: namesView('Role', 'no roles'),
  examples: [{ summary: 'All roles', argv: 'pki role list' }],
});

export const remove = defineOperation({
  ...shared,
  id: 'pki.role.delete',
  undo: { because: 'it was deleted; write it again' },
  summary: 'Delete a role',
  description: 'Certificates issued under it stay valid: they are not revoked.',
  method: 'DELETE',
  objectRead: show,
  looksFirst: 'always',
  parameters: { mount, name: roleName },
  effect: 'unsafe',
  risks: [{ risk: 'removes', gravity: 'ask', question: 'Delete role {name}? Its certificates stay valid.' }],
  view: { kind: 'message', text: 'role {name} no longer exists' },
  lookUp: 'pki role show {name} --mount {mount}',
  examples: [{ summary: 'One role', argv: 'pki role delete web --yes' }],
});
