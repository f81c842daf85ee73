/** The deadlines of one attempt on one timer: bulk requests are too short to be worth one for each stage. */
import { monotonic } from '../clock.ts';
import type { Deadlines } from '../http.ts';

export type Stage = 'firstByte' | 'idle';

export interface Expiring {
  /** Called once, with the limit that passed and its milliseconds. */
  expire(which: Stage | 'total', ms: number): void;
}

const none = Number.POSITIVE_INFINITY;
/** setTimeout may be early by the fraction of a millisecond. */
const tolerance = 1;

const limitOf = (ms: number): number => (ms > 0 ? ms : none);

/** Watches from its making until `stop`. Limits of 0 do not count; the one for connecting is not watched here. */
export class Watch {
  readonly #deadlines: Deadlines;
  readonly #owner: Expiring;
  readonly #started = monotonic();
  /** No stage can pass its limit unnoticed when the timer looks at least this often. */
  readonly #period: number;
  #since = this.#started;
  #stage: Stage | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(deadlines: Deadlines, owner: Expiring) {
    this.#deadlines = deadlines;
    this.#owner = owner;
    this.#period = Math.min(limitOf(deadlines.firstByte), limitOf(deadlines.idle), limitOf(deadlines.total));
    this.#arm(this.#period);
  }

  /** From now on the limit of `stage` counts beside the total. */
  enter(stage: Stage): void {
    this.#stage = stage;
    this.#since = monotonic();
  }

  /** Something came: the stage begins again. */
  progress(): void {
    this.#since = monotonic();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #arm(ms: number): void {
    if (ms !== none) this.#timer = setTimeout(Watch.#tick, Math.max(1, ms), this);
  }

  /** One function for all, with the watch as its argument. */
  static readonly #tick = (watch: Watch): void => {
    watch.#look();
  };

  #look(): void {
    const now = monotonic();
    const { total } = this.#deadlines;
    const stage = this.#stage;
    const limit = stage === undefined ? none : limitOf(this.#deadlines[stage]);
    const left = this.#started + limitOf(total) - now;
    const leftOfStage = this.#since + limit - now;
    if (left < tolerance) this.#owner.expire('total', total);
    else if (stage !== undefined && leftOfStage < tolerance) this.#owner.expire(stage, limit);
    else this.#arm(Math.min(this.#period, left, leftOfStage));
  }
}
