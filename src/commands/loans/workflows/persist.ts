/** Retries for the whole deadline, since the election of a leader takes seconds. */
import { Deadline } from '../../../system/deadline.ts';
import { until } from '../../../system/until.ts';
import type { Next } from '../../../system/until.ts';
import { Exit, TrivetError } from '../../../system/error.ts';
import type { Operation } from '../../../catalogue/operation.ts';
import { deadlinesOf } from '../../../run/session/deadlines.ts';
import type { CallOptions, Session } from '../../../run/session/session.ts';
import type { OpenChange } from '../../../run/log/sending.ts';
import { suggest } from '../../../run/suggest.ts';

/** Options of a give-back: it goes on until the deadline, also after a signal, and asks nobody. */
export const patient = { unwrapped: true, retryToDeadline: true, risks: [] } as const satisfies CallOptions;

/** Milliseconds. */
const betweenAttempts = 1000;

/** Shown once while the server is sealed. */
export const sealedText = (session: Session, named: string): string =>
  `the server is sealed, so ${named} cannot be given back until someone unseals it; trivet keeps trying until its ` +
  `deadline. After that run: ${suggest(session, 'lease recover')}`;

interface Persistence<T> {
  readonly operation: Operation;
  readonly named: string;
  attempt(options: CallOptions): Promise<T>;
  /** Whether nothing was done and the error may pass in a moment. */
  passing(error: TrivetError): boolean;
  /** `again`: nothing was done; undefined: unknown. */
  look(): Promise<{ readonly done: T } | 'again' | undefined>;
}

/**
 * Retries, but never without a look at the outcome.
 * @throws TrivetError if refused, not done in time, or unknown
 */
export const persist = async <T>(session: Session, how: Persistence<T>): Promise<T> => {
  const total = deadlinesOf(how.operation, session.globals.timeout).total;
  const deadline = new Deadline(total, () => session.io.monotonic());
  let sent: OpenChange | undefined;
  const onRecorded = (change: OpenChange): void => {
    sent = change;
  };
  let doubt: TrivetError | undefined;
  const given = await until({
    read: async (): Promise<{ readonly done: T }> => {
      if (doubt !== undefined) {
        const found = await how.look();
        if (found === undefined) throw doubt;
        sent?.settle(found === 'again' ? 'again' : 'done');
        if (found !== 'again') return found;
        doubt = undefined;
      }
      const timeout = Math.max(1, Math.ceil(deadline.left()));
      const done = await how.attempt({
        ...patient,
        whenSealed: sealedText(session, how.named),
        timeout,
        onRecorded,
      });
      return { done };
    },
    judge: (done): Next<T> => done,
    failed: (error) => {
      if (!(error instanceof TrivetError) || error === doubt) throw error;
      const passing = how.passing(error);
      if (error.exit !== Exit.unknown && !passing) throw error;
      if (deadline.left() <= betweenAttempts) throw error;
      doubt = passing ? undefined : error;
      return { again: betweenAttempts };
    },
  });
  if (given.is === 'done') return given.value;
  throw new TypeError('giving back ends with an error, or is done');
};
