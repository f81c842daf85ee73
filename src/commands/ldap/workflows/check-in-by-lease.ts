/**
 * Also ends the lease of the check-out, which would take the account from its next borrower: at once with the
 * borrower's hash, else after an allowed check-in.
 */
import { readBackAs } from '../../../services/proof.ts';
import { usageError } from '../../../system/error.ts';
import { own } from '../../../documents/json/json.ts';
import type { JsonObject } from '../../../documents/json/json.ts';
import { snapshot } from '../../../run/snapshot.ts';
import { checkInByName, namesGiven, notOfSet, ownership, stillBorrowed } from './check-in-by-name.ts';
import type { CheckInContext } from './check-in-by-name.ts';
import type { Claim } from '../../../catalogue/ref.ts';
import { revoke } from '../../lease/operations.ts';
import { endLease, leaseClaim, noteByName, revokeLease } from '../../loans/workflows/give-back.ts';
import { endOfNext, endOfOther } from './left-lease.ts';
import type { Account } from './library-account.ts';
import { accountsIfReadable, setOf } from './library-account.ts';
import { show as showSet } from '../operations/library.ts';

const show = async ({ presenter, operation, session }: CheckInContext, names: readonly string[]) => {
  const rows = names.map((account): JsonObject => ({ account }));
  await presenter.showDocument(operation.view, { data: { check_ins: names } }, rows);
  session.reporter.note('checked in by revoking the lease');
};

/** Undefined if the token may not read the status. */
const candidates = (
  accounts: readonly Account[] | undefined,
  names: readonly string[],
): readonly Account[] | undefined =>
  accounts?.filter(({ name, available }) => !available && (names.length === 0 || names.includes(name)));

/** Borrowed by the token with this hash: the lease takes them from nobody else. */
const byLease = async (
  context: CheckInContext,
  lease: Claim<'lease'>,
  mine: readonly Account[],
): Promise<number> => {
  const { session, spoken } = context;
  const set = setOf(spoken);
  const names = mine.map(({ name }) => name);
  if (
    !(await revokeLease(
      session,
      lease,
      names.length === 1 ? names.join('') : `an account of ${set.set_name}`,
    ))
  ) {
    noteByName(session);
    if (names.length > 1) throw usageError(`name the account, one of ${names.join(', ')}`);
    return checkInByName(context, names);
  }
  const after = candidates(await accountsIfReadable(session, set), names);
  const left = new Set(after?.map(({ name }) => name));
  const done = names.filter((name) => !left.has(name));
  if (done.length === 0)
    throw readBackAs(
      undefined,
      stillBorrowed(context, after ?? [], 'the lease had already ended, or belongs to another account'),
    );
  await show(context, done);
  return 0;
};

/** The server refuses to check in another borrower's account. */
const byName = async (context: CheckInContext, lease: Claim<'lease'>, account: string): Promise<number> => {
  const { session, spoken } = context;
  const { mount, set_name: set } = setOf(spoken);
  const found = await snapshot(session, showSet, { mount, set_name: set });
  if (found.kind === 'data' && own(found.data, 'disable_check_in_enforcement') === true) {
    throw usageError(
      `${set} lets anyone check in, so nothing shows whether ${account} is still yours`,
      'Add --borrower, as printed by the check-out. Without --lease-id it is checked in whoever has it.',
    );
  }
  const code = await checkInByName(context, [account]);
  const end = await endLease(session, lease, { mount, set, account });
  if (end === 'denied') noteByName(session);
  if (end === 'ended') session.reporter.note('its lease was revoked');
  if (end === 'taken')
    session.reporter.warn(
      `${account} has another borrower since, so its lease was not revoked` +
        (await endOfOther(session, { lease: lease.ref.name, until: 0 })),
    );
  return code;
};

/** @throws TrivetError exit 1, if another borrower has the account, or it is still borrowed */
export const checkInByLease = async (context: CheckInContext): Promise<number> => {
  const { session, spoken, input } = context;
  const set = setOf(spoken);
  const lease = input['lease-id'] ?? '';
  const names = namesGiven(context);
  if (names.length > 1) throw usageError('a lease belongs to one account: with --lease-id name at most one');
  if (session.globals.validate && !lease.includes(`/library/${set.set_name}/check-out/`)) {
    throw usageError(
      `${lease} is not a lease of a check-out of ${set.set_name}`,
      'Use --no-validate to revoke it anyway.',
    );
  }
  const accounts = await accountsIfReadable(session, set);
  const strange = names.filter((name) => accounts?.some((account) => account.name === name) === false);
  if (strange.length > 0) throw notOfSet(strange, set);
  const before = candidates(accounts, names);
  if (before?.length === 0) {
    const what = names[0] ?? `every account of ${set.set_name}`;
    const next = await endOfNext(session, { lease, until: 0 });
    session.reporter.note(`${what} is already available${next ?? ''}`);
    return 0;
  }
  const isMine = await ownership(context);
  const mine = before?.filter(isMine);
  if (before !== undefined && mine?.length === 0) {
    const what = 'another borrower has it by now, so the lease was not revoked';
    throw stillBorrowed(context, before, `${what}${await endOfOther(session, { lease, until: 0 })}`);
  }
  const claim = leaseClaim(await session.target(revoke, { lease_id: lease }), lease);
  if (mine !== undefined && (input.borrower ?? '') !== '') return byLease(context, claim, mine);
  const known = names.length > 0 ? names : (mine?.map(({ name }) => name) ?? []);
  const [account, ...others] = known;
  if (account === undefined || others.length > 0)
    throw usageError(
      known.length === 0 ? 'name the account' : `name the account, one of ${known.join(', ')}`,
    );
  return byName(context, claim, account);
};
