/** Checks in by name, for when there is no lease or the token is not allowed to revoke it. */
import { wordOf } from '../../../model/text/server-text.ts';
import { at, itemsIn, textsAt } from '../../../model/json/json.ts';
import type { Json } from '../../../model/json/json.ts';
import { Exit, TrivetError } from '../../../model/error.ts';
import type { checkIn } from '../operations/lending.ts';
import { manageCheckIn } from '../operations/lending.ts';
import { serverFlags } from '../../../engine/given-globals.ts';
import type { Outcome, Session } from '../../../engine/session/session.ts';
import type { Account } from './library-account.ts';
import { accountsIfReadable, holders, setOf } from './library-account.ts';
import { shellWord } from '../../../services/context.ts';
import { placeFlags } from '../../../engine/place-flags.ts';
import { showReply } from '../../../workflows/reply.ts';
import type { OperationContext } from '../../../workflows/workflow.ts';

/** Only `check-in` has `--lease-id`. */
export type CheckInContext = OperationContext<
  typeof checkIn | typeof manageCheckIn,
  { readonly 'lease-id'?: string | undefined; readonly 'every-account'?: boolean | undefined }
>;

/** True for `manage check-in`, which returns the accounts of every borrower. */
export const isManaging = ({ operation }: CheckInContext): boolean => operation.id === manageCheckIn.id;

export const namesGiven = ({ input }: CheckInContext): readonly string[] => input.service_account_names ?? [];

const checkedIn = (document: Json): readonly Json[] => itemsIn(at(document, 'data', 'check_ins'));

/** Reports accounts that the server did not list: already available is fine, still borrowed is not. */
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
  if (still.length > 0) throw stillBorrowed(session, still, setOf(spoken));
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
    { effect: 'unchanged' },
  );

export const stillBorrowed = (
  session: Session,
  accounts: readonly Account[],
  set: ReturnType<typeof setOf>,
  why?: string,
): TrivetError =>
  new TrivetError(
    'still-borrowed',
    Exit.refused,
    [`still borrowed: ${holders(accounts)}`, why].filter(Boolean).join('; '),
    {
      effect: 'unchanged',
      hint: `Only its borrower or a privileged user can check it in: trivet ldap library manage check-in ${[set.set_name, ...accounts.map(({ name }) => name)].map(shellWord).join(' ')}${placeFlags(session, 'ldap', set)}`,
    },
  );

/** How many leases a note names. */
const mostLeases = 5;

/** Leases of check-outs of the set; none for a token that is not allowed to list them. */
const leasesOf = async ({ session, spoken }: CheckInContext): Promise<readonly string[]> => {
  const { mount, set_name } = setOf(spoken);
  const path = `${mount}/library/${set_name}/check-out`;
  const asked = path.split('/').map(encodeURIComponent).join('/');
  try {
    const { document } = await session.probe('secrets', `/sys/leases/lookup/${asked}`, {
      withToken: true,
      query: [['list', 'true']],
    });
    const ids = textsAt(at(document, 'data'), 'keys').map((key) => `${path}/${key}`);
    return ids.length > mostLeases ? [...ids.slice(0, mostLeases), `${ids.length - mostLeases} more`] : ids;
  } catch (error) {
    if (error instanceof TrivetError) return [];
    throw error;
  }
};

/** Real servers keep the lease of the check-out, and its end takes the account from its next borrower. */
const noteStaleLease = async (context: CheckInContext, outcome: Outcome) => {
  const { session, input } = context;
  const { leaseOutlivesCheckIn } = await session.product('secrets');
  const known = leaseOutlivesCheckIn === true && (input['lease-id'] ?? '') === '';
  if (!known || checkedIn(outcome.document).length === 0) return;
  if (isManaging(context)) {
    const leases = await leasesOf(context);
    const named = leases.length === 0 ? '' : ` Leases of the set: ${leases.join(', ')}.`;
    session.reporter.note(
      `the lease of the check-out stays until it ends, and then takes the account from its next borrower.${named} ` +
        `Before anyone borrows the account again: trivet lease revoke LEASE --sync${serverFlags(session.globals)}`,
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
