/**
 * The sandbox's time: the machine's clock plus the time added by `advance`; tasks run in the order in which
 * they are due.
 */
import type { Clock } from './contract.ts';

export interface ClockStart {
  /** Milliseconds since the epoch; by default the machine's time. */
  readonly at?: number;
  readonly frozen?: boolean;
}

interface Task {
  readonly due: number;
  readonly run: () => void;
}

/** In milliseconds; setTimeout fires at once for a longer wait, so the timer is set again. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The clock as the control endpoints see it. */
export interface MovableClock extends Clock {
  readonly frozen: boolean;
  /** Stands still, except for `advance`, or goes on. */
  freeze(frozen: boolean): void;
  /** Remembers the time and what is due; the returned function restores both. */
  remember(): () => void;
  /** Drops all tasks and returns to the time of a new clock. */
  reset(): void;
}

class Timeline implements MovableClock {
  readonly #source: () => number;
  readonly #live: boolean;
  readonly #begin: ClockStart;
  /** The time at which the clock stands still. */
  #stopped: number | undefined;
  /** Ordered by due time; tasks with an equal time keep the order in which they were scheduled. */
  #tasks: Task[] = [];
  #offset = 0;
  #moment: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(source: () => number, live: boolean, begin: ClockStart = {}) {
    this.#source = source;
    this.#live = live;
    this.#begin = begin;
    this.reset();
  }

  get frozen(): boolean {
    return this.#stopped !== undefined;
  }

  now(): number {
    return this.#moment ?? this.#stopped ?? Math.floor(this.#source() + this.#offset);
  }

  freeze(frozen: boolean): void {
    const now = this.now();
    this.#stopped = frozen ? now : undefined;
    this.#set(now);
  }

  remember(): () => void {
    const tasks = [...this.#tasks];
    const now = this.now();
    const { frozen } = this;
    return () => {
      this.#tasks = [...tasks];
      this.#stopped = frozen ? now : undefined;
      this.#set(now);
    };
  }

  reset(): void {
    this.#tasks = [];
    this.#offset = 0;
    this.#stopped = undefined;
    const { at = this.now(), frozen = false } = this.#begin;
    // First, since a clock that runs would have gone on by a millisecond.
    if (frozen) this.#stopped = at;
    if (this.#begin.at === undefined) this.#arm();
    else this.#set(at);
  }

  /** Makes it `now`, at once and without running what was due in between. */
  #set(now: number): void {
    if (this.#stopped !== undefined) this.#stopped = now;
    this.#offset = now - Math.floor(this.#source());
    this.#arm();
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
    this.#set(target);
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
    if (!this.#live || this.frozen || next === undefined) return;
    const wait = Math.min(Math.max(1, next.due - this.now()), LONGEST_TIMER);
    this.#timer = setTimeout(() => {
      this.#runUntil(this.now());
      this.#arm();
    }, wait);
    this.#timer.unref();
  }
}

/** Creates a clock that follows the machine's; setting the wall clock back does not affect it. */
export function createClock(begin: ClockStart = {}): MovableClock {
  return new Timeline(() => performance.timeOrigin + performance.now(), true, begin);
}

/** Creates a clock that stands still at `start` (milliseconds since the epoch) until it is advanced. */
export function createManualClock(start: number): MovableClock {
  return new Timeline(() => start, false);
}
