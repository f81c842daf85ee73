/** A loan of credentials that a role generates, given back by their lease. */
import { secondsOf } from '../../../catalogue/text/duration.ts';
import { Exit, TrivetError } from '../../../system/error.ts';
import { timeOf } from '../../../http/server-time.ts';
import { isoTime } from '../../../output/text/time.ts';
import type { CredentialsEntry, Kept } from './loan-ledger.ts';
import { recordedEnd, secretsOf } from './loan-ledger.ts';
import type { Session } from '../../../run/session/session.ts';
import type { Outcome } from '../../../run/session/outcome.ts';
import { shellWord } from '../../../catalogue/text/shell-words.ts';
import { isRenewable, leaseOf, endOfLease, outlivesToken, termFrom } from '../../../run/single/lease-note.ts';
import type { Claim } from '../../../catalogue/ref.ts';
import { leaseClaim, leaseEnd, policyLine, revokeLease, revokePath } from './give-back.ts';
import type { LoanContext, Loan, NewEntry, Requests, Returnable, Settled } from './loan.ts';
import { doneWith } from './settled.ts';
import { clockDifference, issuedIn, leasesBelow, longestRequest, requestSpan } from './path-leases.ts';
import { hasPassed, serverTimeAt } from './server-time.ts';
import { suggest } from '../../../run/suggest.ts';

const namedOf = ({ role }: CredentialsEntry): string => `the credentials of ${role}`;

const untilText = ({ until }: CredentialsEntry): string => {
  const end = until === 0 ? undefined : isoTime(until)?.replace(/\.\d{3}Z$/, 'Z');
  return end === undefined ? 'until they expire' : `until ${end}`;
};

/** An unknown lease counts as a success, so an expired one needs no check. */
const end = async (
  session: Session,
  claim: Claim<'lease'>,
  entry: CredentialsEntry,
  over: string | undefined,
): Promise<Settled> => {
  const { lasting } = entry;
  const named = namedOf(entry);
  const done = doneWith(named);
  const isDry = session.globals.dryRun;
  const revoking = isDry ? true : revokeLease(session, claim, named);
  const revoked = await Promise.resolve(revoking).catch((error: unknown) => {
    // Nobody can revoke these credentials, so only the record of the lease stays.
    if (lasting && error instanceof TrivetError && error.code === 'unauthenticated') return false;
    throw error;
  });
  // A server that could not revoke a lease keeps it after its time.
  const isLeft = isDry && over !== undefined && (await leaseEnd(session, claim.ref.name))?.ended !== true;
  if (over !== undefined && !isLeft) return done('ended', over, true);
  if (lasting) return done('left', `${named} cannot be revoked: they stay valid ${untilText(entry)}`);
  if (isDry) return done('would be returned', '');
  if (revoked) return done('returned', `revoked ${named}`);
  throw new TrivetError('denied', Exit.denied, `the token is not allowed to revoke leases`, {
    hint: `A policy needs: ${policyLine}. Until then the lease ${claim.ref.name} lasts ${untilText(entry)} at the latest.`,
  });
};

/** Without a reply only a lease of that time shows the credentials, and it may be another's. */
const settleLost = async (
  session: Session,
  entry: CredentialsEntry,
  others: readonly Kept[],
): Promise<Settled> => {
  const { role, path, asked, since } = entry;
  const named = namedOf(entry);
  const requested = `credentials of ${role} were requested and the outcome is unknown`;
  const unproven = (text: string): Settled => ({
    became: [{ name: named, result: 'unproven', text: `${requested}: ${text}`, doubtful: true }],
    left: entry,
  });
  const leases = `/sys/leases/lookup/${path}`;
  const unseen =
    'if the server created them, they stay valid until their lease ends. Leases of the role: ' +
    suggest(session, `api secrets LIST ${shellWord(leases)}`);
  const listed = await leasesBelow(session, path);
  if (listed === undefined) return unproven(unseen);
  const now = session.io.now();
  const age = since === undefined ? now - (asked ?? 0) : timeOf(listed.response, now) - since;
  if (age < longestRequest)
    return unproven(
      `the server can still create them. Run ${suggest(session, 'lease recover')} again in two minutes`,
    );
  const known = new Set(others.map(({ entry: other }) => other?.kind === 'credentials' && other.lease));
  const ids = listed.ids.filter((id) => !known.has(id));
  const fresh = await issuedIn(
    session,
    ids,
    since === undefined ? { from: 0, to: Infinity } : requestSpan(since - clockDifference),
  );
  if (fresh === undefined) return unproven(unseen);
  const [only] = fresh;
  if (only === undefined) return doneWith(named)('ended', `${requested}: no lease is left of the request`);
  if (fresh.length > 1 || since === undefined) return unproven(unseen);
  return unproven(
    `if the server created them, their lease is ${only}. To revoke it, unless it is somebody else's: ` +
      suggest(session, `lease revoke ${shellWord(only)}`),
  );
};

export const credentialsOf = (entry: CredentialsEntry): Returnable => {
  const { role, lease } = entry;
  const named = namedOf(entry);
  const claim = lease === undefined ? undefined : leaseClaim(secretsOf(entry), lease);
  return {
    named,
    isGiven: lease !== undefined,
    ways: entry.lasting ? [] : [revokePath],
    endsWithToken: !entry.lasting,
    requested: (command) =>
      `credentials of ${role} were requested and the outcome is unknown; run later: ${command('lease recover')}`,
    giveBack: async (session, standing) => {
      const early = `${named} expired before the command ended`;
      if (standing === 'gone') return doneWith(named)('ended', early, true);
      return claim === undefined
        ? settleLost(session, entry, [])
        : end(session, claim, entry, standing === 'late' ? early : undefined);
    },
    recover: async (session, others) => {
      if (claim === undefined) return settleLost(session, entry, others);
      const past = await hasPassed(session, entry);
      return end(session, claim, entry, past ? `${named} have expired` : undefined);
    },
  };
};

export const credentialsRequests: Requests = { taking: 1, returning: 1 };

interface RoleOf {
  readonly mount: string;
  readonly role: string;
  readonly below: string;
}

/** @param onLost gets the lease of an unusable reply; if there was no reply, the time of the request */
const requested = async (
  { session, operation, input, options }: LoanContext,
  onLost: (known: Pick<CredentialsEntry, 'lease' | 'since'>) => Promise<void>,
): Promise<Outcome> => {
  const before = session.io.monotonic();
  try {
    return await session.call(operation, input, { ...options, unwrapped: true });
  } catch (error) {
    if (error instanceof TrivetError && error.exit === Exit.unknown) {
      const { lease } = error.details;
      await onLost({ lease, since: lease === undefined ? await serverTimeAt(session, before) : undefined });
    }
    throw error;
  }
};

export const credentialsLoan =
  (context: LoanContext, { mount, role, below }: RoleOf) =>
  (common: NewEntry): Promise<Loan> => {
    const { session, input } = context;
    const asked = (secondsOf(input.ttl ?? '') ?? 0) * 1000;
    const entry: CredentialsEntry = {
      kind: 'credentials',
      ...common,
      role: `role ${role} in mount ${mount}`,
      path: `${mount}/${below}/${role}`,
      lease: undefined,
      lasting: below === 'sts',
      asked: session.io.now(),
      until: asked === 0 ? 0 : session.io.now() + asked,
    };
    return Promise.resolve({
      entry,
      get: async (keep) => {
        const outcome = await requested(context, (known) => keep({ ...entry, ...known }));
        const term = termFrom(session, outcome, [endOfLease(outcome, asked)]);
        const lent = {
          ...entry,
          lease: leaseOf(outcome),
          lasting: outlivesToken(outcome),
          until: recordedEnd(term),
        };
        await keep(lent);
        const what = namedOf(lent);
        const more = input.ttl === undefined && isRenewable(outcome);
        return { outcome, what, ends: `${what} end`, term, lease: more ? lent.lease : undefined };
      },
    });
  };
