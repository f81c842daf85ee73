/**
 * Returns one borrowed account. By its lease where that is allowed: a lease that outlives a check-in would take the
 * account from whoever has it when the lease ends. Never by a lease after a check-in.
 */
import { at, isArray } from '../../model/json.ts';
import { Exit, TrivetError } from '../../model/error.ts';
import { checkIn } from '../../operations/ldap/lending.ts';
import { lookup, revoke } from '../../operations/lease/lease.ts';
import type { Session } from '../../runtime/session.ts';

export interface Lent {
  readonly mount: string;
  readonly set: string;
  readonly account: string;
  readonly lease: string | undefined;
  /** Milliseconds since the epoch; the check-out ends by itself then, unless it was renewed. 0: it never does. */
  readonly until: number;
}

/** What a policy needs, for those whose token may not revoke. */
export const policyLine = `${revoke.permission}`;

/**
 * Ends the lease and waits for it.
 * @returns false when the token may not revoke leases
 */
export const revokeLease = async (session: Session, lease: string): Promise<boolean> => {
  try {
    await session.call(revoke, { lease_id: lease, sync: true }, { unwrapped: true });
    return true;
  } catch (error) {
    if (!(error instanceof TrivetError) || error.code !== 'denied') throw error;
    return false;
  }
};

export const noteByName = (session: Session): void =>
  session.reporter.note(
    'the token may not revoke leases; the account is checked in by name instead, and its lease stays: do not ' +
      `revoke it later. Better is a policy with: ${policyLine}`,
  );

/** True when the server knows no such lease any more. A token that may not look cannot tell. */
const hasEnded = async (session: Session, lease: string): Promise<boolean> => {
  try {
    await session.lookUp(lookup, { lease_id: lease });
    return false;
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    if (error.code === 'denied') return false;
    if (error.exit === Exit.notFound) return true;
    throw error;
  }
};

/**
 * @returns how it was returned; `ended` when its time had passed and it may be somebody else's by now
 * @throws TrivetError when it was not, or when that is not known
 */
export const giveBack = async (
  session: Session,
  lent: Lent,
): Promise<'lease' | 'name' | 'already' | 'ended'> => {
  const { lease, until } = lent;
  const late = until !== 0 && until <= session.world.now();
  if (late && lease !== undefined && (await hasEnded(session, lease))) return 'ended';
  if (lease !== undefined && (await revokeLease(session, lease))) return 'lease';
  // By name it would be taken from whoever borrowed it since with the same token.
  if (late) return 'ended';
  if (lease !== undefined) noteByName(session);
  const { document } = await session.call(
    checkIn,
    { mount: lent.mount, set_name: lent.set, service_account_names: [lent.account] },
    { unwrapped: true },
  );
  const names = at(document, 'data', 'check_ins');
  return isArray(names) && names.includes(lent.account) ? 'name' : 'already';
};
