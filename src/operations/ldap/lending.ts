/** Check-out and check-in of library accounts (document 2 §4.4). */
import { defineOperation } from '../../model/operation.ts';
import { credentialsView, tableView } from '../../model/view.ts';
import { checkInFields, checkOutFields } from './fields.ts';
import { lendNote } from '../globals.ts';
import { accounts, environment, flatSet, mount, setName, shared } from './parts.ts';

const named = { mount, set_name: setName } as const;
const lookUp = 'ldap library status {set_name} --mount {mount}';

export const checkOut = defineOperation({
  ...shared,
  id: 'ldap.library.check-out',
  summary: 'Borrow an account of a library set',
  description:
    "A finite ttl is always sent: the set's own unless --ttl is given; a larger one is reduced to the set's. " +
    `${lendNote} Without COMMAND, check in with --lease-id, which leaves no lease behind that would take the ` +
    'account from its next borrower.',
  method: 'POST',
  path: '/{mount}/library/{set_name}/check-out',
  parameters: {
    ...named,
    ttl: {
      in: 'body',
      type: 'duration',
      summary: 'How long at most; 0 is unlimited',
      default: "the set's ttl",
      metavar: 'duration',
    },
  },
  rules: flatSet,
  effect: 'unsafe',
  once: true,
  view: credentialsView({
    fields: checkOutFields,
    essential: ['service_account_name', 'password'],
    name: 'service_account_name',
    columns: [
      ['service_account_name', 'account'],
      'password',
      ['lease_id', 'lease'],
      ['lease_duration', 'lease duration'],
      'renewable',
    ],
    env: { ...environment, LDAP_USERNAME: 'service_account_name' },
  }),
  lookUp,
  errors: [{ status: 400, condition: 'no account is available, or there is no set of that name' }],
  examples: [
    { summary: 'Borrow, use, and check in again', argv: 'ldap library check-out team-a -- ./nightly.sh' },
    {
      summary: 'For half an hour, waiting for an account',
      argv: 'ldap library check-out team-a --ttl 30m --wait -o env',
    },
  ],
});

const checkedIn = tableView({
  fields: checkInFields,
  name: 'account',
  rows: { path: 'data.check_ins', scalar: 'account' },
  columns: [['account', 'checked in']],
  empty: 'nothing was checked in by this call',
});

export const checkIn = defineOperation({
  ...shared,
  id: 'ldap.library.check-in',
  summary: 'Check in an account of a library set',
  description:
    'Accounts are always named: without one, the only one that this token has borrowed. --lease-id checks in by ' +
    'revoking the lease of the check-out; a lease that outlives a check-in takes the account from whoever has it ' +
    'when it ends. Only who checked out may check in, unless the set says otherwise.',
  method: 'POST',
  path: '/{mount}/library/{set_name}/check-in',
  parameters: { ...named, service_account_names: accounts },
  rules: flatSet,
  effect: 'unsafe',
  view: checkedIn,
  lookUp,
  errors: [{ status: 400, condition: 'the caller did not check it out' }],
  examples: [
    { summary: 'By name', argv: 'ldap library check-in team-a svc-01' },
    {
      summary: 'By the lease of the check-out',
      argv: 'ldap library check-in team-a svc-01 --lease-id ldap/library/team-a/check-out/sNwm8XgPVzqKxkr3fYKVfmfE',
    },
  ],
});

export const manageCheckIn = defineOperation({
  ...shared,
  id: 'ldap.library.manage.check-in',
  summary: 'Check in an account of a library set, whoever borrowed it',
  description: 'For highly privileged users. Who has the account loses it at once.',
  method: 'POST',
  path: '/{mount}/library/manage/{set_name}/check-in',
  parameters: { ...named, service_account_names: accounts },
  rules: flatSet,
  effect: 'unsafe',
  confirm: [
    {
      kind: 'ask',
      question: 'Take {service_account_names} of set {set_name} from whoever has it?',
      when: 'state',
    },
  ],
  view: checkedIn,
  lookUp,
  permission: 'update on library/manage/SET/check-in of the mount, for highly privileged users only',
  examples: [{ summary: 'Take it back', argv: 'ldap library manage check-in team-a svc-01 --yes' }],
});
