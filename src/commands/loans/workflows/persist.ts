/** Retries giving back for the whole time of the operation: the election of a leader takes seconds. */
import { pause } from '../../../system/pause.ts';
import { Exit, TrivetError } from '../../../system/error.ts';
import type { Operation } from '../../../catalogue/operation.ts';
import { deadlinesOf } from '../../../engine/session/deadlines.ts';
import type { CallOptions, Session } from '../../../engine/session/session.ts';
import type { OpenChange } from '../../../receipts/sending.ts';
import { suggest } from '../../../engine/suggest.ts';

/** Attempts go on until the deadline, also after a signal. */
/** What a command borrowed it gives back, and nobody is asked about that. */
export const patient = { unwrapped: true, retryToDeadline: true, risks: [] } as const satisfies CallOptions;

/** Milliseconds between two attempts. */
const betweenAttempts = 1000;

/** The one message while the server is sealed. */
export const sealedText = (session: Session, named: string): string =>
  `the server is sealed, so ${named} cannot be given back until someone unseals it; trivet keeps trying until its ` +
  `deadline. After that run: ${suggest(session, 'lease recover')}`;

interface Persistence<T> {
  readonly operation: Operation;
  /** What is given back, for messages. */
  readonly named: string;
  attempt(options: CallOptions): Promise<T>;
  /** The server did nothing, and might be able to in a moment. */
  passing(error: TrivetError): boolean;
  /** Resolves an unknown outcome: what was done, `again` when nothing was, undefined when that cannot be known. */
  look(): Promise<{ readonly done: T } | 'again' | undefined>;
}

/**
 * Sends a change until it is done, never again without a check of the outcome.
 * @throws TrivetError when it is refused, or not done within the timeout, or when that is not known
 */
export const persist = async <T>(session: Session, how: Persistence<T>): Promise<T> => {
  const { world } = session;
  const end = world.monotonic() + deadlinesOf(how.operation, session.globals.timeout).total;
  let sent: OpenChange | undefined;
  const onRecorded = (change: OpenChange): void => {
    sent = change;
  };
  for (;;) {
    try {
      const timeout = Math.max(1, Math.ceil(end - world.monotonic()));
      return await how.attempt({
        ...patient,
        whenSealed: sealedText(session, how.named),
        timeout,
        onRecorded,
      });
    } catch (error) {
      if (!(error instanceof TrivetError)) throw error;
      const passing = how.passing(error);
      if (error.exit !== Exit.unknown && !passing) throw error;
      if (world.monotonic() + betweenAttempts >= end) throw error;
      await pause(betweenAttempts, new AbortController().signal);
      if (passing) continue;
      const found = await how.look();
      if (found === undefined) throw error;
      sent?.settle(found === 'again' ? 'again' : 'done');
      if (found !== 'again') return found.done;
    }
  }
};
