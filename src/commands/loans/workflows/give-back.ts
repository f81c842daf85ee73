/**
 * Returns one account. Its lease is revoked, since it would take the account from the next borrower: without a
 * check-in if the server shows the borrower, else after one.
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
import type { CallOptions, Session } from '../../../run/session/session.ts';
import { accountsIfReadable, isOurs } from '../../ldap/workflows/library-account.ts';
import { patient, persist, sealedText } from './persist.ts';

/** The proof without which an account is not checked in. */
export type AccountClaim = Claim<'borrower' | 'server'>;

/** Only one request got the ID. */
export const leaseClaim = (target: Target, lease: string): Claim<'lease'> => ({
  ref: refOf({ kind: 'lease' }, target, lease),
  proof: { by: 'lease' },
});

interface Named {
  readonly mount: string;
  readonly set: string;
  readonly account: string;
}

interface Claimed extends Named {
  /** The proof: the reported borrower, or the server, which refuses other check-ins. */
  readonly claim: AccountClaim;
}

interface Lent extends Claimed {
  readonly lease: Claim<'lease'> | undefined;
  /** Whether the time is over, so that the account may have another borrower unless it was renewed. */
  readonly late: boolean;
}

/** A line for policies of tokens that may not revoke leases. */
export const policyLine = permissionOf(revoke) ?? '';

export const revokePath = revoke.path.slice(1);

/**
 * Revokes a lease and waits.
 * @param asked if nothing proves that the lease is that of the named account
 * @returns false if the token may not revoke leases
 */
export const revokeLease = async (
  session: Session,
  { ref }: Claim<'lease'>,
  named: string,
  asked: Pick<CallOptions, 'risks' | 'changes'> = {},
): Promise<boolean> => {
  try {
    await session.call(
      revoke,
      { lease_id: ref.name, sync: true },
      { ...patient, whenSealed: sealedText(session, named), ...asked },
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

/** Milliseconds since the epoch. */
type LeaseEnd =
  | { readonly ended: true }
  | { readonly ended: false; readonly issued: number | undefined; readonly at: number | undefined };

/** Undefined if the token may not read the lease. */
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

/** Undefined if the token may not see the borrower. */
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
 * Checks an account in; before a repeat, asks whether it is still borrowed.
 * @returns `already` if it was available
 * @throws TrivetError if not done within the timeout, or unknown
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
 * Ends a lease, unless somebody has borrowed the account since its check-in.
 * @returns whether another has it, or the token may not
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

const isOfOther = (error: unknown): boolean =>
  error instanceof TrivetError && error.code === 'other-borrower';

type GivenBack = 'lease' | 'name' | 'already' | 'ended' | 'due' | 'taken' | 'other';

/** Returns by a check-in, because revoking the lease takes the account from anybody. */
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
    // This is the only way for a token that may only revoke leases.
    if (!(error instanceof TrivetError) || error.code !== 'denied') throw error;
    if (await revokeLease(session, lease, namedOf(lent))) return 'lease';
    throw error;
  }
  const end = await endLease(session, lease, lent);
  if (end === 'denied') noteByName(session);
  return end === 'taken' ? 'taken' : how;
};

/**
 * @returns `ended`: overdue, another borrower may have it; `other`: another has it; `taken`: one got it after the
 * check-in (both leave the lease); `due` in a dry run, which sends nothing
 * @throws TrivetError if it was not returned, or that is unknown
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
  // A check-in by name could hit a later borrower with this token.
  if (late) return 'ended';
  if (lease !== undefined) noteByName(session);
  return returnByName(session, lent);
};
