import { onlyIn, settingsBack } from '../../../catalogue/undo.ts';
import { defineOperation } from '../../../catalogue/operation.ts';
import { recordView, tableView } from '../../../catalogue/view.ts';
import { namesView } from '../../../services/secrets/engine-fields.ts';
import { librarySetFields, libraryStatusFields } from '../fields.ts';
import { updateOf } from '../../update-of.ts';
import { flatSet, lostPasswords, mount, partial, setName, shared } from '../parts.ts';
import type { FoundRisk } from '../../../catalogue/risk.ts';
import { textsAt } from '../../../documents/json/json.ts';
import type { RiskLooking } from '../../../run/single/risk-look.ts';
import { asSent } from '../../../http/request.ts';

const path = '/{mount}/library/{set_name}';
const lookUp = 'ldap library show {set_name} --mount {mount}';
const named = { mount, set_name: setName } as const;

/** The name of a folder is not that of a set. */
const { limits: _, ...plain } = setName;
const folder = { ...plain, slashes: 'folder', summary: 'Path to list below', metavar: 'path' } as const;

const listed = namesView('Library set', 'no sets');

export const list = defineOperation({
  ...shared,
  id: 'ldap.library.list',
  summary: 'List the library sets at the top level',
  description: 'A name that ends in / is a folder: give it as the path to list it.',
  method: 'LIST',
  path: '/{mount}/library',
  parameters: { mount },
  effect: 'read',
  view: listed,
  examples: [{ summary: 'All names', argv: 'ldap library list' }],
});

export const listUnder = defineOperation({
  ...shared,
  id: 'ldap.library.list-under',
  summary: 'List the library sets below a path',
  method: 'LIST',
  path,
  parameters: { mount, set_name: folder },
  effect: 'read',
  view: listed,
  examples: [{ summary: 'Below a folder', argv: 'ldap library list team' }],
});

export const show = defineOperation({
  ...shared,
  id: 'ldap.library.show',
  summary: 'Show a library set',
  method: 'GET',
  path,
  parameters: named,
  rules: flatSet,
  effect: 'read',
  view: recordView({
    fields: librarySetFields,
    essential: ['service_account_names'],
    name: 'set_name',
    columns: [
      ['service_account_names', 'accounts'],
      'ttl',
      ['max_ttl', 'longest ttl'],
      ['disable_check_in_enforcement', 'anybody may check in'],
    ],
  }),
  examples: [{ summary: 'One set', argv: 'ldap library show team-a' }],
});

/** New accounts get a new password, and nobody knows that of dropped ones. */
const lookAtAccounts = async ({
  operation,
  before: read,
  input,
  options,
  isAnswered,
}: RiskLooking): Promise<FoundRisk | undefined> => {
  if (isAnswered) return undefined;
  const { found: before, state } = await read();
  if (before.kind !== 'data') return { state };
  const names = asSent(operation, input, options)['service_account_names'];
  // A server that keeps omitted settings keeps the accounts.
  if (names === undefined) return undefined;
  const after = Array.isArray(names) ? names.map(String) : [];
  const now = textsAt(before.data, 'service_account_names');
  const added = after.filter((name) => !now.includes(name));
  const dropped = now.filter((name) => !after.includes(name));
  if (added.length + dropped.length === 0) return undefined;
  const said = [
    ...(added.length === 0 ? [] : [`New to it, with a new password at once: ${added.join(', ')}.`]),
    ...(dropped.length === 0 ? [] : [lostPasswords(dropped.join(', '))]),
  ];
  return { question: 'Write set {set_name}? {passwords}', input: { passwords: said.join(' ') }, state };
};

export const write = defineOperation({
  ...shared,
  id: 'ldap.library.write',
  objectRead: show,
  undo: {
    reverse: (change) => {
      if (change.before === null) return { command: 'ldap library delete', input: {} };
      const again = onlyIn(change.before, change.now, 'service_account_names');
      const back = settingsBack('ldap library update', change);
      return back === undefined || again.length === 0
        ? back
        : { ...back, rotates: `gives ${again.join(', ')} new passwords` };
    },
  },
  summary: 'Create or update a library set',
  description:
    'The set lends its accounts. They must exist, be used by nothing else, and belong to one set only. Every ' +
    'account that is new to the set gets a new password at once.',
  method: 'POST',
  path,
  parameters: {
    ...named,
    service_account_names: {
      in: 'body',
      type: 'strings',
      summary: 'Accounts that can be borrowed',
      required: { exceptOn: partial },
      metavar: 'account',
    },
    ttl: {
      in: 'body',
      type: 'duration',
      summary: 'Longest single check-out; 0: unlimited',
      default: '24h',
      metavar: 'duration',
    },
    max_ttl: {
      in: 'body',
      type: 'duration',
      summary: 'Longest check-out, including renewals; 0: unlimited',
      default: '24h',
      metavar: 'duration',
    },
    disable_check_in_enforcement: {
      in: 'body',
      type: 'boolean',
      summary: 'Let anyone check in, not only the borrower',
      default: 'false',
    },
  },
  rules: flatSet,
  permission: ['create', 'update'],
  effect: 'unsafe',
  steps: 'several',
  risks: [
    {
      risk: 'rotates',
      gravity: 'ask',
      uncertain: true,
      look: lookAtAccounts,
      question: `Write set {set_name}? Accounts that are new to it get a new password at once. ${lostPasswords('accounts that it no longer has')}`,
    },
  ],
  view: { kind: 'message', text: 'wrote set {set_name}' },
  lookUp,
  errors: { 400: 'an account is in another set, or does not exist' },
  examples: [
    {
      summary: 'Two accounts for two hours',
      argv: 'ldap library write team-a --service-account-names svc-01,svc-02 --ttl 2h --max-ttl 12h --yes',
    },
  ],
});

export const update = updateOf(write, {
  id: 'ldap.library.update',
  summary: 'Change settings of a library set',
  note: 'Accounts that are new to the set get a new password at once, so trivet asks first.',
  examples: [
    { summary: 'Longer check-outs, everything else unchanged', argv: 'ldap library update team-a --ttl 4h' },
  ],
});

export const remove = defineOperation({
  ...shared,
  id: 'ldap.library.delete',
  undo: { because: 'it was deleted; write it again, which gives its accounts new passwords' },
  summary: 'Delete a library set',
  description: 'The server refuses while an account of the set is checked out.',
  method: 'DELETE',
  objectRead: show,
  looksFirst: 'always',
  path,
  parameters: named,
  rules: flatSet,
  effect: 'unsafe',
  steps: 'several',
  risks: [
    { risk: 'removes', gravity: 'ask', question: `Delete set {set_name}? ${lostPasswords('the accounts')}` },
  ],
  view: {
    kind: 'message',
    text: 'set {set_name} no longer exists; its accounts keep their current passwords',
  },
  lookUp,
  examples: [{ summary: 'In a script', argv: 'ldap library delete team-a --yes' }],
});

export const status = defineOperation({
  ...shared,
  id: 'ldap.library.status',
  summary: 'Show which accounts of a set are available',
  method: 'GET',
  path: '/{mount}/library/{set_name}/status',
  parameters: named,
  rules: flatSet,
  effect: 'read',
  view: tableView({
    fields: libraryStatusFields,
    name: 'account',
    rows: { path: 'data', key: 'account' },
    essential: ['available'],
    columns: [
      'account',
      'available',
      ['borrower_entity_id', 'borrower entity'],
      ['borrower_client_token', 'borrower token'],
    ],
    empty: 'no accounts',
  }),
  errors: { 400: 'there is no set of that name' },
  examples: [{ summary: 'Who has what', argv: 'ldap library status team-a' }],
});
