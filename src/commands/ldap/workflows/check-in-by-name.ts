/** Checks in without a lease, or for a token that may not revoke. */
import { readBackAs } from '../../../services/proof.ts';
import { wordOf } from '../../../catalogue/text/server-text.ts';
import { at, itemsIn } from '../../../documents/json/json.ts';
import type { Json } from '../../../documents/json/json.ts';
import { Exit, TrivetError } from '../../../system/error.ts';
import type { checkIn } from '../operations/check-out.ts';
import { manageCheckIn } from '../operations/check-out.ts';
import type { Outcome } from '../../../run/session/outcome.ts';
import type { Account } from './library-account.ts';
import { leasesOf, notWhileOnLoan } from './left-lease.ts';
import { accountsIfReadable, holders, mayBeOurs, ownEntity, setOf } from './library-account.ts';
import { shellWord } from '../../../catalogue/text/shell-words.ts';
import { showReply } from '../../../run/single/reply.ts';
import type { OperationContext } from '../../../run/single/workflow.ts';
import { suggest } from '../../../run/suggest.ts';

/** Only `check-in` has `--lease-id`. */
export type CheckInContext = OperationContext<
  typeof checkIn | typeof manageCheckIn,
  {
    readonly 'lease-id'?: string | undefined;
    readonly borrower?: string | undefined;
    readonly 'every-account'?: boolean | undefined;
  }
>;

/** Finds the owner by the hash, else by the entity. */
export const ownership = async ({
  session,
  input,
}: CheckInContext): Promise<(account: Account) => boolean> => {
  const { borrower = '' } = input;
  if (borrower !== '') return ({ available, token }) => !available && token === borrower;
  const entity = await ownEntity(session);
  return (account) => mayBeOurs(account, entity);
};

export const isManaging = ({ operation }: CheckInContext): boolean => operation.id === manageCheckIn.id;

export const namesGiven = ({ input }: CheckInContext): readonly string[] => input.service_account_names ?? [];

const checkedIn = (document: Json): readonly Json[] => itemsIn(at(document, 'data', 'check_ins'));

/** An account that is available is fine; one that is still borrowed is not. */
const settleOthers = async (
  context: CheckInContext,
  outcome: Outcome,
  names: readonly string[],
): Promise<number> => {
  const { session, spoken } = context;
  const done = checkedIn(outcome.document);
  const others = names.filter((name) => !done.includes(name));
  if (others.length === 0) return 0;
  const accounts = await accountsIfReadable(session, setOf(spoken));
  const still = (accounts ?? []).filter(({ name, available }) => others.includes(name) && !available);
  if (still.length > 0) throw stillBorrowed(context, still);
  const strange = others.filter((name) => accounts?.some((account) => account.name === name) === false);
  if (strange.length > 0) throw notOfSet(strange, setOf(spoken));
  session.reporter.note(
    accounts === undefined
      ? `not checked in by this call: ${others.map(wordOf).join(', ')}; it is not known whether it is available`
      : `already available: ${others.map(wordOf).join(', ')}`,
  );
  return 0;
};

export const notOfSet = (names: readonly string[], { set_name }: ReturnType<typeof setOf>): TrivetError =>
  new TrivetError(
    'not-found',
    Exit.notFound,
    `not an account of ${set_name}: ${names.map(wordOf).join(', ')}`,
  );

export const stillBorrowed = (
  { session, input }: CheckInContext,
  accounts: readonly Account[],
  why?: string,
): TrivetError => {
  const words = [input.set_name, ...accounts.map(({ name }) => name)].map(shellWord).join(' ');
  const manage = suggest(session, `ldap library manage check-in ${words}`, { mount: input.mount });
  const failure = new TrivetError(
    'still-borrowed',
    Exit.refused,
    [`still borrowed: ${holders(accounts)}`, why].filter(Boolean).join('; '),
    { hint: `Only its borrower or a privileged user can check it in: ${manage}` },
  );
  return readBackAs('nothing', failure);
};

const mostLeases = 5;

/** The lease of another check-out takes its account, and nothing shows the borrower of a lease. */
const staleLeases = async ({ session, spoken }: CheckInContext): Promise<string> => {
  const set = setOf(spoken);
  const leases = await leasesOf(session, set);
  const more = leases.length > mostLeases ? [`${leases.length - mostLeases} more`] : [];
  const named = [...leases.slice(0, mostLeases).map(wordOf), ...more].join(', ');
  const onLoan = (await accountsIfReadable(session, set))?.some(({ available }) => !available);
  if (onLoan === false && leases.length > 0)
    return `Nothing of the set is on loan: before anyone borrows from it, revoke ${named} with ${suggest(session, 'lease revoke LEASE --sync')}`;
  const which = leases.length === 0 ? '' : ` It is one of ${named}, and nothing shows which.`;
  return `${notWhileOnLoan}.${which}`;
};

/** Real servers keep the lease, whose end takes the account from its next borrower. */
const noteStaleLease = async (context: CheckInContext, outcome: Outcome) => {
  const { session, input } = context;
  const { leaseOutlivesCheckIn } = await session.product('secrets');
  const known = leaseOutlivesCheckIn === true && (input['lease-id'] ?? '') === '';
  if (!known || checkedIn(outcome.document).length === 0) return;
  if (isManaging(context)) {
    session.reporter.note(
      `the lease of the check-out stays until it ends, and then takes the account from its next borrower. ${await staleLeases(context)}`,
    );
    return;
  }
  session.reporter.note(
    'its lease stays until it ends and then takes the account from its next borrower; --lease-id leaves no lease behind',
  );
};

export const checkInByName = async (context: CheckInContext, names: readonly string[]): Promise<number> => {
  const { session, operation, input, options } = context;
  const outcome = await session.call(operation, { ...input, service_account_names: names }, options);
  await showReply(context, outcome);
  await noteStaleLease(context, outcome);
  // A wrapped reply does not show what was done.
  if (at(outcome.document, 'data') === null) return 0;
  return settleOthers(context, outcome, names);
};
