/** The server answers at a change or within half a minute, since it counts dropped connections until then. */
import { TrivetError } from '../../../../system/error.ts';
import { Backoff } from '../../../../system/until.ts';
import type { CallOptions, Session } from '../../../../run/session/session.ts';
import { blockingSince, indexOf, nextIndex, waitSeconds } from '../../../../run/lists/blocking-query.ts';
import type { Outcome } from '../../../../run/session/outcome.ts';

/** Milliseconds: a server adds up to a sixteenth. */
export const queryTimeout = (waitSeconds + 15) * 1000;
export const pollPause = 2000;
export const shortPause = 100;

const passing = new Set(['unavailable', 'unreachable', 'deadline', 'rate-limited']);

/** Milliseconds: a restarted server may not know its tokens yet. */
const settling = 30_000;

class Outage {
  readonly #monotonic: () => number;
  #failed: number | undefined;

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  /** Right after an outage a denial is temporary, since tokens are read late. */
  passes({ code, details }: Pick<TrivetError, 'code' | 'details'>): boolean {
    const now = this.#monotonic();
    if (passing.has(code)) this.#failed = now;
    else if (code !== 'denied') return false;
    // The outage was shorter than the failed attempts.
    else if ((details.attempts ?? 1) > 1) this.#failed ??= now;
    return this.#failed !== undefined && now - this.#failed <= settling;
  }

  over(): void {
    this.#failed = undefined;
  }
}

const manners = {
  waiting: { words: 'still waiting', first: 250, longest: 5000, most: Number.POSITIVE_INFINITY },
  following: { words: 'still following', first: 250, longest: 5000, most: Number.POSITIVE_INFINITY },
  watching: { words: 'still watching', first: 1000, longest: 30_000, most: 10 },
} as const;

export class Following {
  readonly #session: Session;
  readonly #manner: (typeof manners)[keyof typeof manners];
  readonly #outage: Outage;
  readonly #backoff: Backoff;
  #index: bigint | undefined;
  #blocks = false;

  constructor(session: Session, manner: keyof typeof manners) {
    this.#session = session;
    this.#manner = manners[manner];
    this.#outage = new Outage(() => session.io.monotonic());
    this.#backoff = new Backoff(this.#manner.first, this.#manner.longest);
  }

  blocking(seconds?: number): CallOptions {
    return blockingSince(this.#index, seconds);
  }

  works(): void {
    this.#outage.over();
    this.#backoff.over();
  }

  saw(outcome: Pick<Outcome, 'response'>): void {
    this.works();
    const index = indexOf(outcome);
    this.#blocks = index !== undefined;
    this.#index = nextIndex(this.#index, index);
  }

  rest(): number {
    return this.#blocks ? shortPause : pollPause;
  }

  passes(error: TrivetError): boolean {
    return this.#outage.passes(error);
  }

  failed(error: unknown): { readonly again: number } {
    if (!(error instanceof TrivetError) || !this.passes(error)) throw error;
    const again = this.#backoff.next();
    if (this.#backoff.failures > this.#manner.most) throw error;
    this.#session.reporter.warnOnce(`${error.message}; ${this.#manner.words}`);
    return { again };
  }
}
