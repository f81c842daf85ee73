/** Notes the lease of a reply on stderr, whatever stdout shows: it is needed to renew or revoke it. */
import { own, textAt } from '../model/json/json.ts';
import { wordOf } from '../model/text/server-text.ts';
import { isoTime } from '../screen/text/time.ts';
import type { Outcome, Session } from '../engine/session/session.ts';

export const leaseOf = ({ document }: Pick<Outcome, 'document'>): string | undefined => {
  const id = textAt(document, 'lease_id');
  return id === '' ? undefined : id;
};

/** Seconds of the lease of a reply; 0 when it has none. */
export const leaseSeconds = ({ document }: Pick<Outcome, 'document'>): number => {
  const seconds = own(document, 'lease_duration');
  return typeof seconds === 'number' || typeof seconds === 'bigint' ? Number(seconds) : 0;
};

export const isRenewable = ({ document }: Pick<Outcome, 'document'>): boolean =>
  own(document, 'renewable') === true;

export const noteLease = (session: Session, outcome: Outcome): void => {
  const lease = leaseOf(outcome);
  if (lease === undefined || outcome.operation.id === 'lease.renew') return;
  const seconds = leaseSeconds(outcome);
  const renewable = isRenewable(outcome) ? 'renewable' : 'not renewable';
  const end = isoTime(session.world.now() + seconds * 1000)?.replace(/\.\d{3}Z$/, 'Z');
  const until = end === undefined ? 'never expires' : `until ${end}`;
  session.reporter.note(`lease ${wordOf(lease)}, ${until} (${seconds} s), ${renewable}`);
};
