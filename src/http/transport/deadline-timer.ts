/** One timer for the deadlines of all attempts, since bulk requests are too short for one each. */
import { createSlotList } from '../../system/values/slot-list.ts';
import type { Slot } from '../../system/values/slot-list.ts';
import { monotonic } from '../../system/clock.ts';
import type { Deadlines } from '../../catalogue/http.ts';

export type Stage = 'firstByte' | 'idle';

export interface Expiring {
  /** Called once, with the limit that passed, in milliseconds. */
  expire(which: Stage | 'total', ms: number): void;
}

const none = Number.POSITIVE_INFINITY;
/** setTimeout may be early by a fraction of a millisecond. */
const tolerance = 1;

const limitOf = (ms: number): number => (ms > 0 ? ms : none);

const watching = createSlotList<Watch>();
let count = 0;
let timer: NodeJS.Timeout | undefined;
let due = none;

/** Brings the timer forward to `moment`. */
const arm = (moment: number, now: number): void => {
  if (moment >= due) return;
  clearTimeout(timer);
  due = moment;
  timer = setTimeout(lookAtAll, Math.max(1, moment - now));
};

const lookAtAll = (): void => {
  due = none;
  const now = monotonic();
  for (const watch of watching.items()) {
    const next = watch.look(now);
    if (next !== none) arm(next, now);
  }
};

/** Watches from construction until `stop`. A limit of 0 means none; connecting is not watched here. */
export class Watch {
  readonly #deadlines: Deadlines;
  readonly #owner: Expiring;
  readonly #started = monotonic();
  /** The timer must fire at least this often. */
  readonly #period: number;
  #since = this.#started;
  #stage: Stage | undefined;
  #place: Slot<Watch> | undefined = watching.add(this);

  constructor(deadlines: Deadlines, owner: Expiring) {
    this.#deadlines = deadlines;
    this.#owner = owner;
    this.#period = Math.min(limitOf(deadlines.firstByte), limitOf(deadlines.idle), limitOf(deadlines.total));
    count += 1;
    arm(this.#started + this.#period, this.#started);
  }

  enter(stage: Stage): void {
    this.#stage = stage;
    this.#since = monotonic();
  }

  progress(): void {
    this.#since = monotonic();
  }

  stop(): void {
    if (this.#place === undefined) return;
    watching.remove(this.#place);
    this.#place = undefined;
    count -= 1;
    if (count > 0) return;
    clearTimeout(timer);
    due = none;
  }

  /** Expires what is due. @returns when to look again; infinite if it expired */
  look(now: number): number {
    // Another attempt that expired may have stopped this one.
    if (this.#place === undefined) return none;
    const { total } = this.#deadlines;
    const stage = this.#stage;
    const limit = stage === undefined ? none : limitOf(this.#deadlines[stage]);
    const end = this.#started + limitOf(total);
    const endOfStage = this.#since + limit;
    if (end - now < tolerance) this.#owner.expire('total', total);
    else if (stage !== undefined && endOfStage - now < tolerance) this.#owner.expire(stage, limit);
    else return Math.min(now + this.#period, end, endOfStage);
    return none;
  }
}
