/**
 * Returns one borrowed account. A lease that outlives a check-in takes the account from its next borrower when it ends,
 * so it is revoked: instead of a check-in where the server shows whose the account is, else after one that it allowed.
 */
import { permissionOf } from '../../../catalogue/permission.ts';
import type { Claim } from '../../../catalogue/ref.ts';
import { refOf } from '../../../catalogue/ref.ts';
import type { Target } from '../../../catalogue/target.ts';
import { at, isArray, textAt } from '../../../documents/json/json.ts';
import { Exit, TrivetError } from '../../../system/error.ts';
import { checkIn } from '../../ldap/operations/check-out.ts';
import { lookup, revoke } from '../../lease/operations.ts';
import { parseTime } from '../../../output/text/time.ts';
import type { Session } from '../../../run/session/session.ts';
import { accountsIfReadable, isOurs } from '../../ldap/workflows/library-account.ts';
import { patient, persist, sealedText } from './persist.ts';

/** An account that is checked in only with a proof of who has it. */
export type AccountClaim = Claim<'borrower' | 'server'>;

/** The claim of whoever has the ID of a lease. */
export const leaseClaim = (target: Target, lease: string): Claim<'lease'> => ({
  ref: refOf({ kind: 'lease' }, target, lease),
  proof: { by: 'lease' },
});

/** An account of a set. */
interface Named {
  readonly mount: string;
  readonly set: string;
  readonly account: string;
}

interface Claimed extends Named {
  /** The borrower that the server reports, or the server, which refuses a check-in by name to all others. */
  readonly claim: AccountClaim;
}

interface Lent extends Claimed {
  readonly lease: Claim<'lease'> | undefined;
  /** Its time has passed: unless it was renewed, the account can have another borrower by now. */
  readonly late: boolean;
}

/** The line that a policy needs, for tokens that are not allowed to revoke leases. */
export const policyLine = permissionOf(revoke) ?? '';

/** Below the base URL, as policies name it. */
export const revokePath = revoke.path.slice(1);

/**
 * Revokes the lease and waits for it. @returns false when the token is not allowed to revoke leases
 */
export const revokeLease = async (
  session: Session,
  { ref }: Claim<'lease'>,
  named: string,
): Promise<boolean> => {
  try {
    await session.call(
      revoke,
      { lease_id: ref.name, sync: true },
      { ...patient, whenSealed: sealedText(session, named) },
    );
    return true;
  } catch (error) {
    if (!(error instanceof TrivetError) || error.code !== 'denied') throw error;
    return false;
  }
};

export const noteByName = (session: Session): void =>
  session.reporter.note(
    'the token is not allowed to revoke leases: the account is checked in by name, and its lease stays until it ends and ' +
      `then takes the account from its next borrower. A policy that avoids this has: ${policyLine}`,
  );

/** What the server reports of a lease, with times in milliseconds since the epoch. */
type LeaseEnd =
  | { readonly ended: true }
  | { readonly ended: false; readonly issued: number | undefined; readonly at: number | undefined };

/** Looks a lease up; undefined for a token that is not allowed to. */
export const leaseEnd = async (session: Session, lease: string): Promise<LeaseEnd | undefined> => {
  try {
    const { document } = await session.lookUp(lookup, { lease_id: lease }, patient);
    const data = at(document, 'data');
    const time = (key: string) => parseTime(textAt(data, key) ?? '');
    return { ended: false, issued: time('issue_time'), at: time('expire_time') };
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    if (error.code === 'denied') return undefined;
    if (error.exit === Exit.notFound) return { ended: true };
    throw error;
  }
};

const namedOf = ({ account, set }: Named): string => `${account} of ${set}`;

/** Undefined when the token is not allowed to see it. */
const stillOurs = async (
  session: Session,
  { mount, set, account, claim: { proof } }: Claimed,
): Promise<boolean | undefined> => {
  const accounts = await accountsIfReadable(session, { mount, set_name: set });
  const found = accounts?.find(({ name }) => name === account);
  if (accounts === undefined) return undefined;
  return found !== undefined && (await isOurs(session, found, proof.by === 'borrower' ? proof : undefined));
};

/**
 * Checks in by name. Asks the server whether the account is still borrowed before a check-in is sent again.
 * @returns `already` when the account was available
 * @throws TrivetError when it was not checked in within the timeout, or when that is not known
 */
const returnByName = (session: Session, lent: Claimed): Promise<'name' | 'already'> => {
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
 * Ends the lease of an account that was just checked in by name, unless somebody else has borrowed it since.
 * @returns whether another borrower has it, or the token is not allowed to
 */
export const endLease = async (
  session: Session,
  lease: Claim<'lease'>,
  lent: Named,
): Promise<'ended' | 'denied' | 'taken'> => {
  const { mount, set: set_name, account } = lent;
  const accounts = await accountsIfReadable(session, { mount, set_name });
  if (accounts?.some(({ name, available }) => name === account && !available) === true) return 'taken';
  return (await revokeLease(session, lease, namedOf(lent))) ? 'ended' : 'denied';
};

/** The server refuses the check-in of an account that another borrower has. */
const isOfOther = (error: unknown): boolean =>
  error instanceof TrivetError && error.code === 'other-borrower';

type GivenBack = 'lease' | 'name' | 'already' | 'ended' | 'due' | 'taken' | 'other';

/** Lets the server decide by a check-in, because a lease that is revoked takes the account from whoever has it. */
const giveBackByServer = async (
  session: Session,
  lease: Claim<'lease'>,
  lent: Claimed,
): Promise<GivenBack> => {
  let how: 'name' | 'already';
  try {
    how = await returnByName(session, lent);
  } catch (error) {
    if (isOfOther(error)) return 'other';
    // A token that may only revoke leases has no other way.
    if (!(error instanceof TrivetError) || error.code !== 'denied') throw error;
    if (await revokeLease(session, lease, namedOf(lent))) return 'lease';
    throw error;
  }
  const end = await endLease(session, lease, lent);
  if (end === 'denied') noteByName(session);
  return end === 'taken' ? 'taken' : how;
};

/**
 * @returns how it was returned; `ended` when its time had passed and another borrower can have it by now; `other` when
 * another borrower has it, `taken` when one got it right after the check-in: both leave the lease; `due` in a dry run,
 * which sends nothing
 * @throws TrivetError when it was not, or when that is not known
 */
export const giveBack = async (session: Session, lent: Lent): Promise<GivenBack> => {
  const { lease, claim } = lent;
  const end = !lent.late || lease === undefined ? undefined : await leaseEnd(session, lease.ref.name);
  if (end?.ended === true || (lent.late && lease === undefined)) return 'ended';
  // A lease that still runs was renewed.
  const late = lent.late && end === undefined;
  if (session.globals.dryRun) return 'due';
  if (lease !== undefined && claim.proof.by === 'server' && !late)
    return giveBackByServer(session, lease, lent);
  if (lease !== undefined && (await revokeLease(session, lease, namedOf(lent)))) return 'lease';
  // By name, it would be taken from a later borrower with the same token.
  if (late) return 'ended';
  if (lease !== undefined) noteByName(session);
  return returnByName(session, lent);
};
