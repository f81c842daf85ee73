/** Time as this process can use it: on a busy machine it passes more slowly than on the wall. */

/** Milliseconds between two ticks. */
const step = 10;

export interface LoopClock {
  /** Milliseconds of the event loop since the start; never more than on the wall. */
  elapsed(): number;
  stop(): void;
}

/** Starts to count ticks of the event loop; ticks that are late count once. */
export const loopClock = (): LoopClock => {
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
  }, step);
  return { elapsed: () => ticks * step, stop: () => clearInterval(timer) };
};
