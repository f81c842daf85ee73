/** The deadlines of one try, on one timer: bulk requests are too short to be worth one for each stage. */
import type { Deadlines } from './http.ts';

export type Stage = 'firstByte' | 'idle';

export interface Watch {
  /** From now on the limit of `stage` counts beside the total. */
  enter(stage: Stage): void;
  /** Something came: the stage begins again. */
  progress(): void;
  stop(): void;
}

const smallest = (limits: readonly number[]): number =>
  Math.min(...limits.map((ms) => (ms > 0 ? ms : Number.POSITIVE_INFINITY)));

/** setTimeout may be early by the fraction of a millisecond. */
const tolerance = 1;

/**
 * Calls `expire` once, with the limit that passed and its milliseconds, unless it is stopped before. Limits of 0 do
 * not count. The one for connecting is not watched here.
 */
export const watch = (
  deadlines: Pick<Deadlines, 'firstByte' | 'idle' | 'total'>,
  expire: (which: Stage | 'total', ms: number) => void,
): Watch => {
  const started = performance.now();
  let since = started;
  let stage: Stage | undefined;
  let timer: NodeJS.Timeout | undefined;
  // No stage can pass its limit unnoticed when the timer looks at least this often.
  const period = smallest([deadlines.firstByte, deadlines.idle, deadlines.total]);

  const arm = (ms: number): void => {
    if (Number.isFinite(ms)) timer = setTimeout(look, Math.max(1, ms));
  };
  const look = (): void => {
    const now = performance.now();
    const { total } = deadlines;
    const limit = stage === undefined ? 0 : deadlines[stage];
    const left = total > 0 ? started + total - now : Number.POSITIVE_INFINITY;
    const leftOfStage = limit > 0 ? since + limit - now : Number.POSITIVE_INFINITY;
    if (left < tolerance) expire('total', total);
    else if (stage !== undefined && leftOfStage < tolerance) expire(stage, limit);
    else arm(Math.min(period, left, leftOfStage));
  };
  arm(period);
  return {
    enter: (entered) => {
      stage = entered;
      since = performance.now();
    },
    progress: () => {
      since = performance.now();
    },
    stop: () => {
      clearTimeout(timer);
    },
  };
};
