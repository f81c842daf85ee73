/** Repeats a refused operation until it succeeds, the wait times out, or a signal arrives. */
import { limits } from '../../system/limits.ts';
import { Deadline } from '../../system/deadline.ts';
import { until } from '../../system/until.ts';
import { secondsOf } from '../../catalogue/text/duration.ts';
import { Exit, TrivetError } from '../../system/error.ts';
import type { GivenInput } from '../../catalogue/parameter.ts';
import type { waitFlags } from '../../config/globals.ts';
import type { Session } from '../session/session.ts';

export interface Waiting {
  /** Milliseconds altogether. */
  readonly limit: number;
  /** Milliseconds between two attempts. */
  readonly pause: number;
  /** True when the refusal might be temporary. */
  readonly passing: (error: TrivetError) => boolean;
  /** What is waited for, for the spinner's line. */
  readonly what: string;
}

/** `--wait` and `--wait-timeout`. */
export type WaitInput = GivenInput<ReturnType<typeof waitFlags>>;

/** `--wait-timeout`, or ten minutes; milliseconds. */
export const waitLimit = ({ 'wait-timeout': given }: WaitInput): number => {
  const seconds = given === undefined ? undefined : secondsOf(given);
  return seconds === undefined ? limits.wait : seconds * 1000;
};

/** Returns the wait that `--wait` asks for; undefined without that flag. */
export const waitingWith = (input: WaitInput, how: Omit<Waiting, 'limit'>): Waiting | undefined =>
  input.wait === true ? { ...how, limit: waitLimit(input) } : undefined;

/**
 * @returns what `attempt` gave
 * @throws TrivetError the refusal itself when it is not temporary, or 124 when the wait times out with nothing
 * changed
 */
export const waitUntilDone = async <T>(
  session: Session,
  attempt: () => Promise<T>,
  waiting: Waiting,
): Promise<T> => {
  let refusal: TrivetError | undefined;
  const deadline = new Deadline(waiting.limit, () => session.world.monotonic());
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
  // An attempt says itself that it was interrupted, and what came of it.
  if (ended.is === 'interrupted' || refusal === undefined) return attempt();
  throw refusal.with({
    code: 'deadline',
    exit: Exit.deadline,
    message: `${refusal.message}; the wait timed out`,
    details: {
      // Keep what was waited for: the code of the deadline does not show it.
      reason: refusal.details.reason ?? refusal.code,
      hint: refusal.details.hint ?? 'Wait longer with --wait-timeout.',
    },
  });
};
