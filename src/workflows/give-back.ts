/**
 * Returns one borrowed account. By its lease where that is allowed: a lease that outlives a check-in would take the
 * account from whoever has it when the lease ends. Never by a lease after a check-in.
 */
import { at, isArray } from '../model/json.ts';
import { TrivetError } from '../model/error.ts';
import { checkIn } from '../operations/ldap/lending.ts';
import { revoke } from '../operations/lease/lease.ts';
import type { Session } from '../runtime/session.ts';

export interface Lent {
  readonly mount: string;
  readonly set: string;
  readonly account: string;
  readonly lease: string | undefined;
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
    session.reporter.note(
      'the token may not revoke leases; the account is checked in by name instead, and its lease stays: do not ' +
        `revoke it later. Better is a policy with: ${policyLine}`,
    );
    return false;
  }
};

/**
 * @returns how it was returned
 * @throws TrivetError when it was not, or when that is not known
 */
export const giveBack = async (session: Session, lent: Lent): Promise<'lease' | 'name' | 'already'> => {
  if (lent.lease !== undefined && (await revokeLease(session, lent.lease))) return 'lease';
  const { document } = await session.call(
    checkIn,
    { mount: lent.mount, set_name: lent.set, service_account_names: [lent.account] },
    { unwrapped: true },
  );
  const names = at(document, 'data', 'check_ins');
  return isArray(names) && names.includes(lent.account) ? 'name' : 'already';
};
