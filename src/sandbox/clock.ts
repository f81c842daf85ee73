/** The sandbox's time: the machine's clock plus whatever `advance` added, with tasks that fall due in order. */
import type { Clock } from './contract.ts';

interface Task {
  due: number;
  readonly run: () => void;
}

/** setTimeout fires at once for anything longer; a longer wait is armed again. */
const LONGEST_TIMER = 2 ** 31 - 1;

class Timeline implements Clock {
  readonly #source: () => number;
  readonly #live: boolean;
  readonly #tasks = new Set<Task>();
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
    this.#tasks.add(task);
    this.#arm();
    return () => {
      this.#tasks.delete(task);
      this.#arm();
    };
  }

  advance(milliseconds: number): void {
    if (!Number.isFinite(milliseconds) || milliseconds < 0) throw new RangeError('time only moves forward');
    const target = this.now() + milliseconds;
    this.#runUntil(target);
    this.#offset += target - this.now();
    this.#arm();
  }

  /** While a task runs, `now` is the moment at which it fell due, so what it schedules falls due in order too. */
  #runUntil(target: number): void {
    const outer = this.#moment;
    try {
      for (let task = this.#next(); task !== undefined && task.due <= target; task = this.#next()) {
        this.#tasks.delete(task);
        this.#moment = task.due;
        task.run();
      }
    } finally {
      this.#moment = outer;
    }
  }

  #next(): Task | undefined {
    let first: Task | undefined;
    for (const task of this.#tasks) if (first === undefined || task.due < first.due) first = task;
    return first;
  }

  #arm(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const next = this.#next();
    if (!this.#live || next === undefined) return;
    const wait = Math.min(Math.max(1, next.due - this.now()), LONGEST_TIMER);
    this.#timer = setTimeout(() => {
      this.#runUntil(this.now());
      this.#arm();
    }, wait);
    this.#timer.unref();
  }
}

/** Runs with the machine; a wall clock that is set back does not set it back. */
export function createClock(): Clock {
  return new Timeline(() => performance.timeOrigin + performance.now(), true);
}

/** Stands still at `start` (milliseconds since the epoch) until it is advanced. */
export function createManualClock(start: number): Clock {
  return new Timeline(() => start, false);
}
