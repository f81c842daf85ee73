/** Always names the accounts, and reports their real state. */
import { TrivetError, usageError } from '../../../system/error.ts';
import { checkInByName, isManaging, namesGiven, ownership, stillBorrowed } from './check-in-by-name.ts';
import type { CheckInContext } from './check-in-by-name.ts';
import type { Json } from '../../../documents/json/json.ts';
import type { Account } from './library-account.ts';
import {
  accountsIfReadable,
  accountsOf,
  borrowersOf,
  holders,
  isEnforced,
  ownEntity,
  setOf,
} from './library-account.ts';
import { checkInByLease } from './check-in-by-lease.ts';

/** @throws TrivetError with a hint for a token that may check in but not read the status */
const borrowedOf = async ({ session, spoken }: CheckInContext): Promise<readonly Account[]> => {
  try {
    return (await accountsOf(session, setOf(spoken))).filter(({ available }) => !available);
  } catch (error) {
    if (!(error instanceof TrivetError) || error.code !== 'denied') throw error;
    const hint = 'The token is not allowed to see who borrowed which account: name the account.';
    throw error.with({ details: { hint } });
  }
};

/** Proven by the entity, or by the server, which refuses the accounts of others. */
const isProven = async ({ session, spoken }: CheckInContext, mine: readonly Account[]): Promise<boolean> => {
  if (mine.length === 0) return true;
  const entity = await ownEntity(session);
  if (entity !== undefined && mine.every((account) => account.entity === entity)) return true;
  return (await isEnforced(session, setOf(spoken), {})) === true;
};

/** The caller's only account; for `manage`, anyone's. With `--every-account`, all of them. */
const onlyBorrowed = async (context: CheckInContext): Promise<readonly string[]> => {
  const { spoken, input } = context;
  const set = setOf(spoken);
  const borrowed = await borrowedOf(context);
  const mine = isManaging(context) ? borrowed : borrowed.filter(await ownership(context));
  if (!isManaging(context) && new Set(mine.map(({ token }) => token)).size > 1)
    throw usageError(
      `more than one token borrowed accounts of ${set.set_name}: ${holders(mine)}`,
      'Name the account, or give --borrower with the hash of its token.',
    );
  if (!isManaging(context) && (input.borrower ?? '') === '' && !(await isProven(context, mine)))
    throw usageError(
      `nothing shows that this token borrowed ${holders(mine)}: the server would check it in whoever has it`,
      'Name the account, or give --borrower with the hash of its token.',
    );
  if (mine.length === 1 || input['every-account'] === true) return mine.map(({ name }) => name);
  if (borrowed.length === 0) throw usageError(`no account of ${set.set_name} is borrowed`);
  const what = mine.length === 0 ? 'this token borrowed no' : 'more than one';
  const rest = mine.length === 0 ? '; borrowed: ' : ' is borrowed: ';
  throw usageError(`${what} account of ${set.set_name}${rest}${holders(borrowed)}`, 'Name the account.');
};

/** @throws TrivetError exit 1 if another borrower has one of the accounts */
const refuseOthers = async (context: CheckInContext, names: readonly string[]): Promise<void> => {
  const { session, spoken } = context;
  const set = setOf(spoken);
  const isMine = await ownership(context);
  const others = (await accountsOf(session, set)).filter(
    (account) => names.includes(account.name) && !account.available && !isMine(account),
  );
  if (others.length > 0) throw stillBorrowed(context, others, 'another borrower has it by now');
};

export default async (context: CheckInContext): Promise<number> => {
  const { session, presenter, operation, input, spoken } = context;
  if ((input['lease-id'] ?? '') !== '') {
    return checkInByLease(context);
  }
  const given = namesGiven(context);
  if (given.length > 0 && input['every-account'] === true)
    throw usageError('accounts and --every-account cannot be given together', 'Use one of them.');
  if (given.length > 0 && (input.borrower ?? '') !== '') await refuseOthers(context, given);
  const names = given.length > 0 ? given : await onlyBorrowed(context);
  if (names.length === 0) {
    const by = isManaging(context) ? '' : ' by this token';
    session.reporter.note(`no account of ${setOf(spoken).set_name} is borrowed${by}`);
    await presenter.showDocument(operation.view, { data: { check_ins: [] } }, []);
    return 0;
  }
  if (!isManaging(context) || session.globals.yes) return checkInByName(context, names);
  // Another borrower can get an account during the question.
  const read = async (): Promise<Json> =>
    borrowersOf(
      (await accountsIfReadable(session, setOf(spoken)))?.filter(({ name }) => names.includes(name)),
    );
  const changes = { texts: names, state: await read(), read };
  return checkInByName({ ...context, options: { ...context.options, changes } }, names);
};
