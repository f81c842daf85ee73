/** Repeats a refused operation until it is done, the wait is over, or a signal comes. */
import { pause } from '../http/pause.ts';
import { secondsOf } from '../model/duration.ts';
import { Exit, TrivetError } from '../model/error.ts';
import type { GivenInput } from '../model/parameter.ts';
import type { waitFlags } from '../operations/globals.ts';
import type { Session } from '../runtime/session.ts';

export interface Waiting {
  /** Milliseconds in all. */
  readonly limit: number;
  /** Milliseconds between two tries. */
  readonly pause: number;
  /** True when the refusal may pass by itself. */
  readonly passing: (error: TrivetError) => boolean;
  /** What is waited for, for the spinner's line. */
  readonly what: string;
}

/** `--wait` and `--wait-timeout`. */
export type WaitInput = GivenInput<ReturnType<typeof waitFlags>>;

/** `--wait-timeout`, or ten minutes; milliseconds. */
export const waitLimit = ({ 'wait-timeout': given }: WaitInput): number =>
  ((given === undefined ? undefined : secondsOf(given)) ?? 600) * 1000;

/** With `--wait` as it says, else not at all. */
export const waitingWith = (input: WaitInput, how: Omit<Waiting, 'limit'>): Waiting | undefined =>
  input.wait === true ? { ...how, limit: waitLimit(input) } : undefined;

/**
 * @returns what `attempt` gave
 * @throws TrivetError the refusal itself when it cannot pass, or 124 when the wait is over with nothing changed
 */
export const waitUntilDone = async <T>(
  session: Session,
  attempt: () => Promise<T>,
  waiting: Waiting,
): Promise<T> => {
  const end = session.world.monotonic() + waiting.limit;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof TrivetError) || !waiting.passing(error)) throw error;
      if (session.signal.aborted) throw error;
      const left = end - session.world.monotonic();
      // Timers may fire a fraction of a millisecond early.
      if (left < 1) {
        throw error.with({
          code: 'deadline',
          exit: Exit.deadline,
          message: `${error.message}; the wait is over`,
          details: {
            // What was waited for, of which the deadline's own code says nothing.
            reason: error.details.reason ?? error.code,
            hint: error.details.hint ?? 'Wait longer with --wait-timeout.',
          },
        });
      }
      session.reporter.warnOnce(`waiting: ${waiting.what}`);
      await pause(Math.min(waiting.pause, left), session.signal);
    }
  }
};
