/** The sandbox's time: the machine's clock plus whatever `advance` added, with tasks that fall due in order. */
import type { Clock } from './contract.ts';

interface Task {
  readonly due: number;
  readonly run: () => void;
}

/** setTimeout fires at once for anything longer; a longer wait is armed again. */
const LONGEST_TIMER = 2 ** 31 - 1;

class Timeline implements Clock {
  readonly #source: () => number;
  readonly #live: boolean;
  /** The next one first; equally due ones in the order in which they were given. */
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

  /** While a task runs, `now` is the moment at which it fell due, so what it schedules falls due in order too. */
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

/** Runs with the machine; a wall clock that is set back does not set it back. */
export function createClock(): Clock {
  return new Timeline(() => performance.timeOrigin + performance.now(), true);
}

/** Stands still at `start` (milliseconds since the epoch) until it is advanced. */
export function createManualClock(start: number): Clock {
  return new Timeline(() => start, false);
}
