/** Repeats a refused operation until it succeeds, the time is over, or a signal arrives. */
import { limits } from '../../system/limits.ts';
import { Deadline } from '../../system/deadline.ts';
import { until } from '../../system/until.ts';
import { secondsOf } from '../../catalogue/text/duration.ts';
import { Exit, TrivetError } from '../../system/error.ts';
import type { GivenInput } from '../../catalogue/parameter.ts';
import type { waitFlags } from '../../config/globals.ts';
import type { Session } from '../session/session.ts';

export interface Waiting {
  readonly limit: number;
  readonly pause: number;
  readonly passing: (error: TrivetError) => boolean;
  readonly what: string;
}

export type WaitInput = GivenInput<ReturnType<typeof waitFlags>>;

/** Milliseconds; default ten minutes. */
export const waitLimit = ({ 'wait-timeout': given }: WaitInput): number => {
  const seconds = given === undefined ? undefined : secondsOf(given);
  return seconds === undefined ? limits.wait : seconds * 1000;
};

export const waitingWith = (input: WaitInput, how: Omit<Waiting, 'limit'>): Waiting | undefined =>
  input.wait === true ? { ...how, limit: waitLimit(input) } : undefined;

/** @throws TrivetError the refusal if it is not temporary, or 124 when the wait times out with nothing changed */
export const waitUntilDone = async <T>(
  session: Session,
  attempt: () => Promise<T>,
  waiting: Waiting,
): Promise<T> => {
  let refusal: TrivetError | undefined;
  const deadline = new Deadline(waiting.limit, () => session.io.monotonic());
  const ended = await until({
    read: attempt,
    judge: (done) => ({ done }),
    failed: (error) => {
      if (!(error instanceof TrivetError) || !waiting.passing(error) || session.signal.aborted) throw error;
      refusal = error;
      if (!deadline.passed()) session.reporter.warnOnce(`waiting: ${waiting.what}`);
      return { again: waiting.pause };
    },
    deadline,
    signal: session.signal,
  });
  if (ended.is === 'done') return ended.value;
  // The attempt reports the interruption and its effect.
  if (ended.is === 'interrupted' || refusal === undefined) return attempt();
  throw refusal.with({
    code: 'deadline',
    exit: Exit.deadline,
    message: `${refusal.message}; the wait timed out`,
    details: {
      // The code of the deadline does not show what was waited for.
      reason: refusal.details.reason ?? refusal.code,
      hint: refusal.details.hint ?? 'Wait longer with --wait-timeout.',
    },
  });
};
