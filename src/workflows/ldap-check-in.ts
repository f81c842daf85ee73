/** `ldap library check-in` and `manage check-in`: accounts are always named, and the outcome is what really is. */
import { at, isArray } from '../model/json.ts';
import type { Json } from '../model/json.ts';
import { Exit, TrivetError, usageError } from '../model/error.ts';
import type { Outcome } from '../runtime/session.ts';
import { textIn } from './input-text.ts';
import type { Account } from './library-account.ts';
import { accountsIfReadable, accountsOf, holders, mayBeOurs, ownEntity, setOf } from './library-account.ts';
import { showReply } from './reply.ts';
import { forOperation } from './workflow.ts';
import type { OperationContext } from './workflow.ts';

const manage = 'ldap.library.manage.check-in';

export const namesGiven = ({ input }: OperationContext): readonly string[] => {
  const given = input['service_account_names'];
  return Array.isArray(given) ? given.map(String) : [];
};

/** The one account that the caller has; for `manage` the one that anybody has. */
const onlyBorrowed = async (context: OperationContext): Promise<readonly string[]> => {
  const { session, operation, spoken } = context;
  const set = setOf(spoken);
  const borrowed = (await accountsOf(session, set)).filter(({ available }) => !available);
  const entity = operation.id === manage ? undefined : await ownEntity(session);
  const mine = operation.id === manage ? borrowed : borrowed.filter((one) => mayBeOurs(one, entity));
  if (mine.length === 1) return mine.map(({ name }) => name);
  const list = borrowed.length === 0 ? 'none of its accounts is borrowed' : `borrowed: ${holders(borrowed)}`;
  throw usageError(`which account of ${set.set_name}? ${list}`, 'Name the account. Nothing was sent.');
};

const checkedIn = (document: Json): readonly Json[] => {
  const names = at(document, 'data', 'check_ins');
  return isArray(names) ? names : [];
};

/** Accounts that the server did not list: available already is fine, still borrowed is not. */
const settleOthers = async (
  context: OperationContext,
  outcome: Outcome,
  names: readonly string[],
): Promise<number> => {
  const { session, spoken } = context;
  const done = checkedIn(outcome.document);
  const others = names.filter((name) => !done.includes(name));
  if (others.length === 0) return 0;
  const accounts = await accountsIfReadable(session, setOf(spoken));
  const still = (accounts ?? []).filter(({ name, available }) => others.includes(name) && !available);
  if (still.length > 0) throw stillBorrowed(still, 'nothing was done for it');
  session.reporter.note(
    accounts === undefined
      ? `not checked in by this call: ${others.join(', ')}; the token may not see whether it is available`
      : `available already: ${others.join(', ')}`,
  );
  return 0;
};

export const stillBorrowed = (accounts: readonly Account[], why: string): TrivetError =>
  new TrivetError('still-borrowed', Exit.refused, `still borrowed: ${holders(accounts)}; ${why}`, {
    hint: 'Who checked it out must check it in; a privileged user can: trivet ldap library manage check-in.',
  });

/** Real servers keep the lease of the check-out, and its end takes the account from whoever has it then. */
const noteStaleLease = async ({ session, operation, input }: OperationContext, outcome: Outcome) => {
  const { name } = await session.product('secrets');
  const known = name !== 'documented' && operation.id !== manage && textIn(input, 'lease-id') === '';
  if (!known || checkedIn(outcome.document).length === 0) return;
  session.reporter.note(
    'its lease stays until it ends and then takes the account from its next borrower; --lease-id leaves none behind',
  );
};

/** By name: what is left when there is no lease, or the token may not revoke it. */
export const checkInByName = async (context: OperationContext, names: readonly string[]): Promise<number> => {
  const { session, operation, input, options } = context;
  const outcome = await session.call(operation, { ...input, service_account_names: names }, options);
  await showReply(context, outcome);
  await noteStaleLease(context, outcome);
  // A wrapped reply says nothing of what was done.
  if (at(outcome.document, 'data') === null) return 0;
  return settleOthers(context, outcome, names);
};

export default forOperation(async (context) => {
  const { operation, input, spoken, confirm } = context;
  if (textIn(input, 'lease-id') !== '') {
    const { checkInByLease } = await import('./check-in-by-lease.ts');
    return checkInByLease(context);
  }
  const given = namesGiven(context);
  const names = given.length > 0 ? given : await onlyBorrowed(context);
  const question = operation.confirm?.[0];
  if (question !== undefined) await confirm(question, { ...spoken, service_account_names: names });
  return checkInByName(context, names);
});
