/** test/seeds/2-secrets.md §4.4. */
import { defineOperation } from '../../../catalogue/operation.ts';
import { credentialsView, tableView } from '../../../catalogue/view.ts';
import { checkInFields, checkOutFields } from '../fields.ts';
import { loanNote } from '../../../config/globals.ts';
import { accounts, environment, flatSet, mount, setName, shared } from '../parts.ts';

const named = { mount, set_name: setName } as const;
const lookUp = 'ldap library status {set_name} --mount {mount}';

export const checkOut = defineOperation({
  ...shared,
  id: 'ldap.library.check-out',
  undo: {
    because: 'an account is given back by trivet ldap library check-in',
    keptOfReply: ['service_account_name', 'lease_id'],
  },
  summary: 'Borrow an account of a library set',
  description:
    "Always sends a finite ttl: the set's own unless --ttl is given; the server reduces a larger one. " +
    `${loanNote} Without COMMAND, check in with --lease-id and --borrower, as the check-out prints it: otherwise the ` +
    'lease stays behind and takes the account from its next borrower when it ends.',
  method: 'POST',
  path: '/{mount}/library/{set_name}/check-out',
  parameters: {
    ...named,
    ttl: {
      in: 'body',
      type: 'duration',
      summary: 'Longest time to keep it; 0: unlimited',
      default: "the set's ttl",
      metavar: 'duration',
    },
  },
  rules: flatSet,
  effect: 'unsafe',
  returnedOnce: true,
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
  errors: { 400: 'no account is available, or there is no set of that name' },
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
  undo: { because: 'its password was changed; check it out again' },
  summary: 'Check in an account of a library set',
  description:
    'Without an account, checks in the only one that this token has borrowed, or with --every-account all of them; the ' +
    'server takes all tokens of one entity for one borrower. --lease-id also ends the lease of the check-out: one that ' +
    'outlives the check-in takes the account from its next borrower when it ends. No server shows the account of a ' +
    'lease: while another account of the set is on loan, trivet asks first, unless the receipt of the check-out on this ' +
    'machine shows it. --borrower, the hash of a token ' +
    'that the status shows, refuses an account that another token has by now. Only the borrower may check in, unless the ' +
    'set allows anyone.',
  method: 'POST',
  path: '/{mount}/library/{set_name}/check-in',
  parameters: { ...named, service_account_names: accounts },
  rules: flatSet,
  effect: 'unsafe',
  steps: 'several',
  view: checkedIn,
  lookUp,
  errors: { 400: 'the caller did not check it out' },
  examples: [
    { summary: 'Give an account back', argv: 'ldap library check-in team-a svc-01' },
    {
      summary: 'All that this token borrowed of a set',
      argv: 'ldap library check-in team-a --every-account',
    },
    {
      summary: 'By the lease of the check-out',
      argv:
        'ldap library check-in team-a svc-01 --lease-id ldap/library/team-a/check-out/sNwm8XgPVzqKxkr3fYKVfmfE ' +
        '--borrower 533273cd3ed88b60ce8b2488cf1c740d3a2968e9',
    },
  ],
});

export const manageCheckIn = defineOperation({
  ...shared,
  id: 'ldap.library.manage.check-in',
  undo: { because: 'its password was changed; the borrower has to check it out again' },
  summary: 'Check in an account that someone else borrowed',
  description:
    'For highly privileged users. The borrower loses the account at once. --every-account checks in all accounts of ' +
    'the set that are borrowed.',
  method: 'POST',
  path: '/{mount}/library/manage/{set_name}/check-in',
  parameters: { ...named, service_account_names: accounts },
  rules: flatSet,
  effect: 'unsafe',
  steps: 'several',
  risks: [
    {
      risk: 'revokes',
      gravity: 'ask',
      question: 'Take {service_account_names} of set {set_name} from its borrower?',
    },
  ],
  view: checkedIn,
  lookUp,
  permission: 'only for highly privileged users',
  examples: [{ summary: 'Take it back', argv: 'ldap library manage check-in team-a svc-01 --yes' }],
});
