/**
 * Checks in by the lease of the check-out, and ends it, since it would take the account from its next borrower: at
 * once with the borrower's hash, else after an allowed check-in. No server shows the account of a lease, so a
 * person decides while another account of the set is on loan.
 */
import { readBackAs } from '../../../services/proof.ts';
import { Exit, TrivetError, usageError } from '../../../system/error.ts';
import { own } from '../../../documents/json/json.ts';
import type { Json, JsonObject } from '../../../documents/json/json.ts';
import { snapshot } from '../../../run/snapshot.ts';
import { checkInByName, namesGiven, notOfSet, ownership, stillBorrowed } from './check-in-by-name.ts';
import type { CheckInContext } from './check-in-by-name.ts';
import type { Claim } from '../../../catalogue/ref.ts';
import { revoke } from '../../lease/operations.ts';
import { plural } from '../../../output/text/plural.ts';
import { wordOf } from '../../../catalogue/text/server-text.ts';
import type { CallOptions } from '../../../run/session/session.ts';
import { endLease, leaseClaim, noteByName, revokeLease } from '../../loans/workflows/give-back.ts';
import { endOfNext, endOfOther } from './left-lease.ts';
import { accountInReceipts } from './account-in-receipts.ts';
import type { Account } from './library-account.ts';
import { accountsIfReadable, borrowersOf, holders, setOf } from './library-account.ts';
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

/** Accounts that the lease could take from their borrowers; undefined if the token may not read the status. */
type Others = readonly Account[] | undefined;

/** Asks as `lease revoke` does, unless the lease can only be that of these accounts. */
const asked = async (
  { session, spoken }: CheckInContext,
  { lease, names, others }: { readonly lease: string; readonly names: string; readonly others: Others },
  deed: string,
): Promise<Pick<CallOptions, 'risks' | 'changes'>> => {
  const texts = [names, `lease ${lease}`];
  if (others?.length === 0)
    return { risks: [], changes: { texts, state: null, read: () => Promise.resolve(null) } };
  const set = setOf(spoken);
  const read = async (): Promise<Json> => borrowersOf(await accountsIfReadable(session, set));
  const why =
    others === undefined
      ? `Nothing shows which account of set ${set.set_name} it belongs to: the borrower of another one could lose it.`
      : `Nothing shows that it is not the lease of ${holders(others)}: ${others.length > 1 ? 'one of these borrowers' : 'this borrower'} would lose the account.`;
  const question = `${deed} {lease}? {why}`;
  return {
    risks: [
      { risk: 'revokes', gravity: 'ask', question, name: '{lease}', input: { accounts: names, lease, why } },
    ],
    changes: { texts, state: await read(), read },
  };
};

/** Accounts that somebody else had before. */
const lostBy = (others: Others, after: Others): readonly Account[] =>
  (others ?? []).filter(({ name }) => after?.some((one) => one.name === name && one.available) === true);

const ofAnother = (lost: readonly Account[], what: string): TrivetError =>
  readBackAs(
    undefined,
    new TrivetError(
      'other-account',
      Exit.unknown,
      `the lease was not that of the account. ${plural(lost.length, 'other account')} became available when it was ` +
        `revoked: ${holders(lost.map((one) => ({ ...one, available: false })))}. ${what}`,
    ),
  );

interface Leased {
  readonly lease: Claim<'lease'>;
  readonly others: Others;
}

/** Checks in an account that the token with this hash borrowed. */
const byLease = async (
  context: CheckInContext,
  { lease, others }: Leased,
  mine: readonly Account[],
): Promise<number> => {
  const { session, spoken } = context;
  const set = setOf(spoken);
  const names = mine.map(({ name }) => name);
  const named = names.map(wordOf).join(', ');
  if (
    !(await revokeLease(
      session,
      lease,
      names.length === 1 ? names.join('') : `an account of ${set.set_name}`,
      await asked(context, { lease: lease.ref.name, names: named, others }, 'Revoke lease'),
    ))
  ) {
    noteByName(session);
    if (names.length > 1) throw usageError(`name the account, one of ${names.join(', ')}`);
    return checkInByName(context, names);
  }
  const accounts = await accountsIfReadable(session, set);
  const after = candidates(accounts, names);
  const left = new Set(after?.map(({ name }) => name));
  const done = names.filter((name) => !left.has(name));
  const lost = lostBy(others, accounts);
  if (lost.length > 0)
    throw ofAnother(
      lost,
      done.length === 0
        ? `Still borrowed: ${holders(after ?? [])}`
        : `Checked in: ${done.map(wordOf).join(', ')}`,
    );
  if (done.length === 0) {
    const why = 'the lease had already ended, or belongs to an account that is available';
    throw readBackAs(undefined, stillBorrowed(context, after ?? [], why).with({ exit: Exit.unknown }));
  }
  await show(context, done);
  return 0;
};

/** The server refuses to check in another borrower's account. */
const byName = async (
  context: CheckInContext,
  { lease, others }: Leased,
  account: string,
): Promise<number> => {
  const { session, spoken, options } = context;
  const { mount, set_name: set } = setOf(spoken);
  const found = await snapshot(session, showSet, { mount, set_name: set });
  if (found.kind === 'data' && own(found.data, 'disable_check_in_enforcement') === true) {
    throw usageError(
      `${set} lets anyone check in, so nothing shows whether ${account} is still yours`,
      'Add --borrower, as printed by the check-out. Without --lease-id it is checked in whoever has it.',
    );
  }
  const given = { lease: lease.ref.name, names: wordOf(account), others };
  const due = await asked(context, given, 'Check in {accounts} and revoke lease');
  const code = await checkInByName({ ...context, options: { ...options, ...due } }, [account]);
  const end = await endLease(session, lease, { mount, set, account });
  if (end === 'denied') noteByName(session);
  if (end === 'ended') {
    const lost =
      others?.length === 0 ? [] : lostBy(others, await accountsIfReadable(session, { mount, set_name: set }));
    if (lost.length > 0) throw ofAnother(lost, `Checked in: ${wordOf(account)}`);
    session.reporter.note(others?.length === 0 ? 'its lease was revoked' : 'the lease was revoked');
  }
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
  const recorded = await accountInReceipts(session, set, lease);
  /** Nobody else can lose an account by the lease of one of these. */
  const leased = (kept: readonly string[]): Leased => ({
    lease: claim,
    others:
      recorded !== undefined && kept.includes(recorded)
        ? []
        : accounts?.filter(({ name, available }) => !available && !kept.includes(name)),
  });
  if (mine !== undefined && (input.borrower ?? '') !== '')
    return byLease(context, leased(mine.map(({ name }) => name)), mine);
  const known = names.length > 0 ? names : (mine?.map(({ name }) => name) ?? []);
  const [account, ...others] = known;
  if (account === undefined || others.length > 0)
    throw usageError(
      known.length === 0 ? 'name the account' : `name the account, one of ${known.join(', ')}`,
    );
  return byName(context, leased([account]), account);
};
