/**
 * Returns one borrowed account, by its lease where that is allowed: a lease that outlives a check-in takes the
 * account from its next borrower when it ends. Never uses a lease after a check-in.
 */
import { at, isArray } from '../../../model/json/json.ts';
import { Exit, TrivetError } from '../../../model/error.ts';
import { checkIn } from '../../ldap/operations/lending.ts';
import { lookup, revoke } from '../../lease/operations.ts';
import type { Session } from '../../../engine/session/session.ts';
import { accountsIfReadable, isSameBorrower, ownEntity } from '../../ldap/workflows/library-account.ts';
import type { Borrower } from './lend-ledger.ts';
import { patient, persist, sealedText } from './persist.ts';

interface Lent {
  readonly mount: string;
  readonly set: string;
  readonly account: string;
  readonly lease: string | undefined;
  /** Who borrowed it, as the server reported it after the check-out. */
  readonly borrower: Borrower | undefined;
  /** Its time has passed: unless it was renewed, the account can have another borrower by now. */
  readonly late: boolean;
}

/** The line that a policy needs, for tokens that are not allowed to revoke leases. */
export const policyLine = `${revoke.permission}`;

/**
 * Revokes the lease and waits for it. @returns false when the token is not allowed to revoke leases
 */
export const revokeLease = async (session: Session, lease: string, named: string): Promise<boolean> => {
  try {
    await session.call(revoke, { lease_id: lease, sync: true }, { ...patient, sealed: sealedText(named) });
    return true;
  } catch (error) {
    if (!(error instanceof TrivetError) || error.code !== 'denied') throw error;
    return false;
  }
};

export const noteByName = (session: Session): void =>
  session.reporter.note(
    'the token is not allowed to revoke leases; the account is checked in by name instead, and its lease stays: do not ' +
      `revoke it later. A policy that avoids this has: ${policyLine}`,
  );

/** Whether the server no longer knows the lease; undefined for a token that is not allowed to look. */
export const hasEnded = async (session: Session, lease: string): Promise<boolean | undefined> => {
  try {
    await session.lookUp(lookup, { lease_id: lease }, patient);
    return false;
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    if (error.code === 'denied') return undefined;
    if (error.exit === Exit.notFound) return true;
    throw error;
  }
};

type Named = Pick<Lent, 'mount' | 'set' | 'account' | 'borrower'>;

const namedOf = ({ account, set }: Named): string => `${account} of ${set}`;

/** Undefined when the token is not allowed to see it. */
const stillOurs = async (session: Session, lent: Named): Promise<boolean | undefined> => {
  const { mount, set, account, borrower } = lent;
  const accounts = await accountsIfReadable(session, { mount, set_name: set });
  const found = accounts?.find(({ name }) => name === account);
  if (accounts === undefined) return undefined;
  return found !== undefined && isSameBorrower(found, borrower, await ownEntity(session));
};

/**
 * Checks in by name. Asks the server whether the account is still borrowed before a check-in is sent again.
 * @returns `already` when the account was available
 * @throws TrivetError when it was not checked in within the timeout, or when that is not known
 */
export const returnByName = (session: Session, lent: Named): Promise<'name' | 'already'> => {
  const { mount, set: set_name, account } = lent;
  return persist<'name' | 'already'>(session, {
    operation: checkIn,
    named: namedOf(lent),
    attempt: async (options) => {
      const input = { mount, set_name, service_account_names: [account] };
      const { document } = await session.call(checkIn, input, options);
      const names = at(document, 'data', 'check_ins');
      return isArray(names) && names.includes(account) ? 'name' : 'already';
    },
    passing: (error) => error.exit === Exit.unavailable && error.details.status === 503,
    look: async () => {
      const ours = await stillOurs(session, lent);
      return ours === undefined ? undefined : ours ? 'again' : { done: 'name' };
    },
  });
};

/**
 * @returns how it was returned; `ended` when its time had passed and another borrower can have it by now; `due` in a dry
 * run, which sends nothing
 * @throws TrivetError when it was not, or when that is not known
 */
export const giveBack = async (
  session: Session,
  lent: Lent,
): Promise<'lease' | 'name' | 'already' | 'ended' | 'due'> => {
  const { lease, late } = lent;
  if (late && (lease === undefined || (await hasEnded(session, lease)) === true)) return 'ended';
  if (session.globals.dryRun) return 'due';
  if (lease !== undefined && (await revokeLease(session, lease, namedOf(lent)))) return 'lease';
  // By name, it would be taken from a later borrower with the same token.
  if (late) return 'ended';
  if (lease !== undefined) noteByName(session);
  return returnByName(session, lent);
};
