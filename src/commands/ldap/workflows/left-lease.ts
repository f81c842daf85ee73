/** Leases whose account was checked in otherwise: at their end the server takes it from its next borrower. */
import { wordOf } from '../../../catalogue/text/server-text.ts';
import { shellWord } from '../../../catalogue/text/shell-words.ts';
import { isoTime } from '../../../output/text/time.ts';
import type { Session } from '../../../run/session/session.ts';
import { leaseEnd } from '../../loans/workflows/give-back.ts';
import { issuedIn, leasesBelow, requestSpan } from '../../loans/workflows/path-leases.ts';
import { suggest } from '../../../run/suggest.ts';

interface LeftLease {
  readonly lease: string | undefined;
  /** Milliseconds since the epoch, if the server is not asked; 0: unknown, or never. */
  readonly until: number;
}

const left = async (
  session: Session,
  { lease, until }: LeftLease,
): Promise<{ readonly lease: string; readonly runs: boolean; readonly end: string } | undefined> => {
  if (lease === undefined) return undefined;
  const found = await leaseEnd(session, lease).catch(() => undefined);
  if (found?.ended === true) return undefined;
  const known = found?.at ?? (until === 0 ? undefined : until);
  const end = known === undefined ? undefined : isoTime(known)?.replace(/\.\d{3}Z$/, 'Z');
  return {
    lease,
    runs: found?.ended === false,
    // The lease ends earlier if its token does.
    end: end === undefined ? 'when the lease ends' : `at ${end} at the latest`,
  };
};

/** Words for the present borrower; empty if the lease has ended. */
export const endOfOther = async (session: Session, given: LeftLease): Promise<string> => {
  const found = await left(session, given);
  if (found === undefined) return '';
  const { lease, runs, end } = found;
  return runs
    ? `. Its lease ${wordOf(lease)} still runs: the server takes the account from that borrower ${end}`
    : `. Unless its lease ${wordOf(lease)} has ended, the server takes the account from that borrower ${end}`;
};

/** Words for the next borrower; undefined if the lease has ended. */
export const endOfNext = async (session: Session, given: LeftLease): Promise<string | undefined> => {
  const found = await left(session, given);
  return (
    found &&
    `. Unless its lease has ended, the server takes the account from its next borrower ${found.end}. Before ` +
      `anyone borrows it: ${suggest(session, `lease revoke ${shellWord(found.lease)} --sync`)}`
  );
};

interface Set {
  readonly mount: string;
  readonly set_name: string;
}

/** Empty if the token may not list the leases. */
export const leasesOf = async (session: Session, { mount, set_name: set }: Set): Promise<readonly string[]> =>
  (await leasesBelow(session, `${mount}/library/${set}/check-out`))?.ids ?? [];

/** Nothing shows the borrower of a lease. */
export const notWhileOnLoan =
  'Revoke no lease of the set while another of its accounts is on loan: that can take it from its borrower';

/** Leases by the server's clock; empty if the token may not see all, or there are too many. */
export const leasesSince = async (session: Session, set: Set, since: number): Promise<readonly string[]> =>
  (await issuedIn(session, await leasesOf(session, set), requestSpan(since))) ?? [];
