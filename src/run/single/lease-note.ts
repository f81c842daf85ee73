/** Prints the lease and its end to stderr, whatever stdout shows: they are needed to renew or revoke it. */
import { timeOf } from '../../http/server-time.ts';
import { own, textAt } from '../../documents/json/json.ts';
import { secondsOf } from '../../catalogue/text/duration.ts';
import { wordOf } from '../../catalogue/text/server-text.ts';
import { isoTime } from '../../output/text/time.ts';
import type { Session } from '../session/session.ts';
import type { Outcome } from '../session/outcome.ts';
import { tokenEnd } from '../session/token-end.ts';
import type { End, Term } from '../../catalogue/term.ts';
import { endByUses, leastOf } from '../../catalogue/term.ts';
import { usesLeft } from '../session/token-uses.ts';

export const leaseOf = ({ document }: Pick<Outcome, 'document'>): string | undefined => {
  const id = textAt(document, 'lease_id');
  return id === '' ? undefined : id;
};

export const leaseSeconds = ({ document }: Pick<Outcome, 'document'>): number => {
  const seconds = own(document, 'lease_duration');
  return typeof seconds === 'number' || typeof seconds === 'bigint' ? Number(seconds) : 0;
};

/** @param asked milliseconds, for a reply without a time */
export const endOfLease = (outcome: Pick<Outcome, 'document'>, asked = 0): End => ({
  by: 'lease',
  life: leaseSeconds(outcome) * 1000 || asked || Number.POSITIVE_INFINITY,
});

export const termFrom = (session: Session, { response }: Outcome, ends: readonly End[]): Term =>
  leastOf(timeOf(response, session.io.now()), ends);

export const isRenewable = ({ document }: Pick<Outcome, 'document'>): boolean =>
  own(document, 'renewable') === true;

/** Nobody can revoke the keys of a token service. */
export const outlivesToken = ({ document }: Pick<Outcome, 'document'>): boolean => {
  const data = own(document, 'data');
  return (own(data, 'security_token') ?? own(data, 'session_token') ?? '') !== '';
};

/**
 * The ends that a reply shares with its token, by time and by requests; none if it outlives the token.
 * @param renews whether this run renews the token's session while the reply is used
 */
export const tokenEndOf = async (
  session: Session,
  outcome: Outcome,
  renews = false,
): Promise<readonly End[]> => {
  if (leaseOf(outcome) === undefined || outlivesToken(outcome)) return [];
  const endpoint = await session.endpoint(outcome.operation.service);
  const end = await tokenEnd(session, endpoint);
  if (end?.lasts === true && renews) return [];
  return [
    { by: 'token', life: end === undefined ? undefined : end.ends - session.io.now() },
    ...endByUses(usesLeft(await endpoint.token())),
  ];
};

export const termOf = async (session: Session, outcome: Outcome): Promise<Term> =>
  termFrom(session, outcome, [endOfLease(outcome), ...(await tokenEndOf(session, outcome))]);

/** Programs that read `credential_process` use the credentials until their `Expiration`. */
export const warnOfUnknownEnd = ({ reporter }: Session): void =>
  reporter.warn(
    'the server does not report when the token ends, and the credentials end with it: Expiration is the end of their lease',
  );

const isoSecond = (time: number): string | undefined => isoTime(time)?.replace(/\.\d{3}Z$/, 'Z');

export const formatTerm = ({ at }: Pick<Term, 'at'>): string => {
  const iso = isoSecond(at);
  return iso === undefined ? 'never expires' : `until ${iso}`;
};

const withToken: Readonly<Partial<Record<NonNullable<Term['by']>, string>>> = {
  token: 'when its token ends',
  uses: 'with the last request of its token',
};

export const noteLease = (session: Session, outcome: Outcome, term: Term): void => {
  const lease = leaseOf(outcome);
  if (lease === undefined || outcome.operation.id === 'lease.renew') return;
  const seconds = leaseSeconds(outcome);
  const renewable = isRenewable(outcome) ? 'renewable' : 'not renewable';
  // A lease of zero seconds has ended.
  const shown = seconds === 0 ? { at: session.io.now() } : term;
  const before = term.by === undefined ? undefined : withToken[term.by];
  const text =
    seconds > 0 && before !== undefined
      ? `${formatTerm(term)}, ${before} (${seconds} s without that, ${renewable})`
      : `${formatTerm(shown)} (${seconds} s), ${renewable}${term.mayEndBy.includes('token') ? ', unless its token ends before' : ''}`;
  session.reporter.note(`lease ${wordOf(lease)}, ${text}`);
};

/** Warns if the token may be used up before the lease ends. */
export const warnOfLastRequest = (session: Session, outcome: Outcome, { mayEndBy }: Term): void => {
  if (outcome.operation.id !== 'lease.renew' && mayEndBy.includes('uses'))
    session.reporter.warn(
      'the token is for a number of requests: with the last one the server ends this lease',
    );
};

/** @param ttl as given */
export const warnOfCut = (session: Session, outcome: Outcome, ttl: unknown): void => {
  const asked = typeof ttl === 'string' ? (secondsOf(ttl) ?? 0) : 0;
  const seconds = leaseSeconds(outcome);
  if (leaseOf(outcome) !== undefined && seconds > 0 && seconds < asked)
    session.reporter.warn(
      `the server gave a lease of ${seconds} s, not of the ${asked} s that --ttl asked for`,
    );
};
