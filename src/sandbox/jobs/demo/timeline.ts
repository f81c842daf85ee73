import type { Clock } from '../../contract.ts';

interface Task {
  readonly due: number;
  readonly run: () => void;
  cancel: (() => void) | undefined;
}

export class PastTimeline implements Clock {
  readonly #tasks = new Set<Task>();
  #now: number;

  constructor(start: number) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, run: () => void): () => void {
    const task: Task = { due: this.#now + Math.max(0, milliseconds), run, cancel: undefined };
    this.#tasks.add(task);
    return () => {
      this.#tasks.delete(task);
      task.cancel?.();
    };
  }

  #next(until: number): Task | undefined {
    let first: Task | undefined;
    for (const task of this.#tasks) {
      if (task.due <= until && (first === undefined || task.due < first.due)) first = task;
    }
    return first;
  }

  advance(milliseconds: number): void {
    const until = this.#now + milliseconds;
    for (let task = this.#next(until); task !== undefined; task = this.#next(until)) {
      this.#tasks.delete(task);
      this.#now = task.due;
      task.run();
    }
    this.#now = until;
  }

  handOver(clock: Clock): void {
    for (const task of this.#tasks) {
      task.cancel = clock.after(Math.max(0, task.due - clock.now()), task.run);
    }
    this.#tasks.clear();
  }
}
