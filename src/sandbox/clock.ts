/** The machine's clock plus the time added by `advance`; tasks run in the order of their due times. */
import type { Clock } from './contract.ts';

export interface ClockStart {
  readonly at?: number;
  readonly frozen?: boolean;
}

interface Task {
  readonly due: number;
  readonly run: () => void;
}

/** Milliseconds; setTimeout fires at once for longer waits. */
const LONGEST_TIMER = 2 ** 31 - 1;

export interface MovableClock extends Clock {
  readonly frozen: boolean;
  freeze(frozen: boolean): void;
  /** The returned function restores time and tasks. */
  remember(): () => void;
  reset(): void;
}

class Timeline implements MovableClock {
  readonly #source: () => number;
  readonly #live: boolean;
  readonly #begin: ClockStart;
  #stopped: number | undefined;
  /** By due time, then in the order of scheduling. */
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
    // First: a running clock would go on by a millisecond.
    if (frozen) this.#stopped = at;
    if (this.#begin.at === undefined) this.#arm();
    else this.#set(at);
  }

  /** Without running what was due in between. */
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

  /** `now` is a task's due time while it runs, so that tasks it schedules are in order. */
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

export function createClock(begin: ClockStart = {}): MovableClock {
  return new Timeline(() => performance.timeOrigin + performance.now(), true, begin);
}

export function createManualClock(start: number): MovableClock {
  return new Timeline(() => start, false);
}
