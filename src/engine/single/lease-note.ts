/** The lease of a reply and its end, noted on stderr, whatever stdout shows: it is needed to renew or revoke it. */
import { timeOf } from '../../http/server-time.ts';
import { own, textAt } from '../../documents/json/json.ts';
import { secondsOf } from '../../catalogue/text/duration.ts';
import { wordOf } from '../../catalogue/text/server-text.ts';
import { isoTime } from '../../output/text/time.ts';
import type { Session } from '../session/session.ts';
import type { Outcome } from '../session/outcome.ts';
import { tokenEnd } from '../session/token-end.ts';
import { isCounted } from '../session/token-uses.ts';

export const leaseOf = ({ document }: Pick<Outcome, 'document'>): string | undefined => {
  const id = textAt(document, 'lease_id');
  return id === '' ? undefined : id;
};

/** Seconds of the lease of a reply; 0 when it has none. */
export const leaseSeconds = ({ document }: Pick<Outcome, 'document'>): number => {
  const seconds = own(document, 'lease_duration');
  return typeof seconds === 'number' || typeof seconds === 'bigint' ? Number(seconds) : 0;
};

/** The end of something that lasts so many milliseconds from this reply on, by the server's clock; 0: never. */
export const untilOf = (session: Session, { response }: Outcome, life: number): number =>
  life === 0 ? 0 : timeOf(response, session.world.now()) + life;

/** The earlier of two ends, of which 0 never comes. */
export const earlierEnd = (one: number, other: number): number =>
  one === 0 || other === 0 ? one || other : Math.min(one, other);

export const isRenewable = ({ document }: Pick<Outcome, 'document'>): boolean =>
  own(document, 'renewable') === true;

/** Whether what was lent outlives its lease and its token: nobody can revoke keys of a token service. */
export const outlivesToken = ({ document }: Pick<Outcome, 'document'>): boolean => {
  const data = own(document, 'data');
  return (own(data, 'security_token') ?? own(data, 'session_token') ?? '') !== '';
};

/**
 * When the server ends what it lent because its token ends, in milliseconds since the epoch; infinite where it does not,
 * undefined where that is not known.
 * @param renews this run renews the session of the token while what was lent is used
 */
export const endByToken = async (
  session: Session,
  outcome: Outcome,
  renews = false,
): Promise<number | undefined> => {
  if (leaseOf(outcome) === undefined || outlivesToken(outcome)) return Number.POSITIVE_INFINITY;
  const end = await tokenEnd(session, await session.endpoint(outcome.operation.service));
  return end?.lasts === true && renews ? Number.POSITIVE_INFINITY : end?.ends;
};

/** Programs that ask by `credential_process` use the credentials until their `Expiration`. */
export const warnOfUnknownEnd = ({ reporter }: Session): void =>
  reporter.warn(
    'the server does not report when the token ends, and the credentials end with it: Expiration is the end of their lease',
  );

const isoSecond = (time: number): string | undefined => isoTime(time)?.replace(/\.\d{3}Z$/, 'Z');

/** @param byToken see `endByToken` */
export const noteLease = (session: Session, outcome: Outcome, byToken: number | undefined): void => {
  const lease = leaseOf(outcome);
  if (lease === undefined || outcome.operation.id === 'lease.renew') return;
  const seconds = leaseSeconds(outcome);
  const renewable = isRenewable(outcome) ? 'renewable' : 'not renewable';
  const end = seconds === 0 ? session.world.now() : untilOf(session, outcome, seconds * 1000);
  const iso = isoSecond(end);
  const until = iso === undefined ? 'never expires' : `until ${iso}`;
  const text =
    byToken !== undefined && byToken < end
      ? `until ${isoSecond(byToken) ?? ''}, when its token ends (${seconds} s without that, ${renewable})`
      : `${until} (${seconds} s), ${renewable}${byToken === undefined ? ', unless its token ends before' : ''}`;
  session.reporter.note(`lease ${wordOf(lease)}, ${text}`);
};

/** Warns of what ends with its token, which may be used up before the lease is over. */
export const warnOfLastRequest = async (session: Session, outcome: Outcome): Promise<void> => {
  const { id, service } = outcome.operation;
  if (outlivesToken(outcome) || id === 'lease.renew') return;
  if (isCounted(await (await session.endpoint(service)).token()))
    session.reporter.warn(
      'the token is for a number of requests: with the last one the server ends this lease',
    );
};

/** Warns of a lease that is shorter than was asked for. @param ttl as it was given */
export const warnOfCut = (session: Session, outcome: Outcome, ttl: unknown): void => {
  const asked = typeof ttl === 'string' ? (secondsOf(ttl) ?? 0) : 0;
  const seconds = leaseSeconds(outcome);
  if (leaseOf(outcome) !== undefined && seconds > 0 && seconds < asked)
    session.reporter.warn(
      `the server gave a lease of ${seconds} s, not of the ${asked} s that --ttl asked for`,
    );
};
