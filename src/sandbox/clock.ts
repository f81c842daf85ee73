/**
 * The sandbox's time: the machine's clock plus the time added by `advance`; tasks run in the order in which
 * they are due.
 */
import type { Clock } from './contract.ts';

interface Task {
  readonly due: number;
  readonly run: () => void;
}

/** In milliseconds; setTimeout fires at once for a longer wait, so the timer is set again. */
const LONGEST_TIMER = 2 ** 31 - 1;

class Timeline implements Clock {
  readonly #source: () => number;
  readonly #live: boolean;
  /** Ordered by due time; tasks with an equal time keep the order in which they were scheduled. */
  #tasks: Task[] = [];
  #offset = 0;
  #moment: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(source: () => number, live: boolean) {
    this.#source = source;
    this.#live = live;
  }

  now(): number {
    return this.#moment ?? Math.floor(this.#source() + this.#offset);
  }

  after(milliseconds: number, run: () => void): () => void {
    const task: Task = { due: this.now() + Math.max(0, milliseconds), run };
    this.#tasks.splice(this.#countDueBy(task.due), 0, task);
    if (this.#tasks[0] === task) this.#arm();
    return () => {
      const at = this.#tasks.indexOf(task);
      if (at !== -1) this.#tasks.splice(at, 1);
      if (at === 0) this.#arm();
    };
  }

  advance(milliseconds: number): void {
    if (!Number.isFinite(milliseconds) || milliseconds < 0) throw new RangeError('time only moves forward');
    const target = this.now() + milliseconds;
    this.#runUntil(target);
    this.#offset += target - this.now();
    this.#arm();
  }

  /** While a task runs, `now` is its due time, so that tasks scheduled by it are in order too. */
  #runUntil(target: number): void {
    const outer = this.#moment;
    try {
      for (let [task] = this.#tasks; task !== undefined && task.due <= target; [task] = this.#tasks) {
        this.#tasks.shift();
        this.#moment = task.due;
        task.run();
      }
    } finally {
      this.#moment = outer;
    }
  }

  #countDueBy(moment: number): number {
    let low = 0;
    let high = this.#tasks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#tasks[middle]?.due ?? 0) <= moment) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #arm(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const [next] = this.#tasks;
    if (!this.#live || next === undefined) return;
    const wait = Math.min(Math.max(1, next.due - this.now()), LONGEST_TIMER);
    this.#timer = setTimeout(() => {
      this.#runUntil(this.now());
      this.#arm();
    }, wait);
    this.#timer.unref();
  }
}

/** Creates a clock that follows the machine's; setting the wall clock back does not affect it. */
export function createClock(): Clock {
  return new Timeline(() => performance.timeOrigin + performance.now(), true);
}

/** Creates a clock that stands still at `start` (milliseconds since the epoch) until it is advanced. */
export function createManualClock(start: number): Clock {
  return new Timeline(() => start, false);
}
