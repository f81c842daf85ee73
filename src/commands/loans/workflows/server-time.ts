/** The server's time, since this machine's clock can be wrong. */
import { TrivetError } from '../../../system/error.ts';
import { header } from '../../../catalogue/http.ts';
import { httpDate, timeOf } from '../../../http/server-time.ts';
import type { LedgerEntry } from './loan-ledger.ts';
import type { Session } from '../../../run/session/session.ts';

export const hasPassed = async (session: Session, { until }: LedgerEntry): Promise<boolean> => {
  if (until === 0) return false;
  const { response } = await session.probe('secrets', '/auth/token/lookup-self', { withToken: true });
  return until <= timeOf(response, session.io.now());
};

/** The time at a monotonic moment, rounded down; undefined if the server does not report it. */
export const serverTimeAt = async (session: Session, moment: number): Promise<number | undefined> => {
  try {
    const { response } = await session.probe('secrets', '/sys/health');
    const now = httpDate(header(response, 'date') ?? '');
    return now === undefined ? undefined : now - Math.ceil(session.io.monotonic() - moment);
  } catch (error) {
    if (error instanceof TrivetError) return undefined;
    throw error;
  }
};
