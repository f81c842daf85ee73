/**
 * Checks in by the lease of the check-out, which leaves no lease behind. Never uses a lease that outlived a
 * check-in.
 */
import { usageError } from '../../../model/error.ts';
import type { JsonObject } from '../../../model/json/json.ts';
import { checkInByName, namesGiven, notOfSet, stillBorrowed } from './check-in-by-name.ts';
import type { CheckInContext } from './check-in-by-name.ts';
import { noteByName, revokeLease } from '../../lending/workflows/give-back.ts';
import type { Account } from './library-account.ts';
import { accountsIfReadable, mayBeOurs, ownEntity, setOf } from './library-account.ts';

const show = async ({ presenter, operation, session }: CheckInContext, names: readonly string[]) => {
  const rows = names.map((account): JsonObject => ({ account }));
  await presenter.showDocument(operation.view, { data: { check_ins: names } }, rows);
  session.reporter.note('checked in by revoking the lease');
};

/** Accounts that the lease can belong to; undefined when the token is not allowed to read the status. */
const candidates = (
  accounts: readonly Account[] | undefined,
  names: readonly string[],
): readonly Account[] | undefined =>
  accounts?.filter(({ name, available }) => !available && (names.length === 0 || names.includes(name)));

/** @throws TrivetError exit 1 when another borrower has the account by now, or it is still borrowed afterwards */
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
    session.reporter.note(`${what} is already available; the lease was kept`);
    return 0;
  }
  const entity = before === undefined ? undefined : await ownEntity(session);
  if (before !== undefined && !before.some((account) => mayBeOurs(account, entity))) {
    throw stillBorrowed(session, before, set, 'another borrower has it by now, so the lease was not revoked');
  }
  if (!(await revokeLease(session, lease, names[0] ?? `an account of ${set.set_name}`))) {
    noteByName(session);
    const mine = before?.filter((account) => mayBeOurs(account, entity)).map(({ name }) => name) ?? [];
    const known = names.length > 0 ? names : mine;
    if (known.length !== 1) throw usageError(`name the account, one of ${known.join(', ') || set.set_name}`);
    return checkInByName(context, known);
  }
  const after = candidates(await accountsIfReadable(session, set), names);
  if (before === undefined || after === undefined) {
    await show(context, names);
    return 0;
  }
  const left = new Set(after.map(({ name }) => name));
  const done = before.filter(({ name }) => !left.has(name)).map(({ name }) => name);
  if (done.length === 0)
    throw stillBorrowed(
      session,
      after,
      set,
      'the lease had already ended, or belongs to another account',
    ).with({
      details: { effect: 'unknown' },
    });
  await show(context, done);
  return 0;
};
