/** The time by the clock of the server that lends: this machine's clock can be wrong. */
import { timeOf } from '../../../net/server-time.ts';
import type { LedgerEntry } from './lend-ledger.ts';
import type { Outcome, Session } from '../../../engine/session/session.ts';

/** The end of something that lasts so many milliseconds from this reply on, by the server's clock; 0: never. */
export const untilOf = (session: Session, { response }: Outcome, life: number): number =>
  life === 0 ? 0 : timeOf(response, session.world.now()) + life;

/** True when the time of the entry has passed by the server's clock. */
export const hasPassed = async (session: Session, { until }: LedgerEntry): Promise<boolean> => {
  if (until === 0) return false;
  const { response } = await session.probe('secrets', '/auth/token/lookup-self', { withToken: true });
  return until <= timeOf(response, session.world.now());
};
