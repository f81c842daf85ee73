/**
 * Blocking queries: the server replies when something changed, or after half a minute. The server counts a dropped
 * connection until its wait is over, so waits are short.
 */
import { TrivetError } from '../../../../system/error.ts';
import { Backoff } from '../../../../system/until.ts';
import type { CallOptions, Session } from '../../../../run/session/session.ts';
import type { Outcome } from '../../../../run/session/outcome.ts';

/** The longest wait of one query. */
export const waitSeconds = 30;

/** Milliseconds for one query: a server adds up to a sixteenth to the wait. */
export const queryTimeout = (waitSeconds + 15) * 1000;
/** Milliseconds between two queries where the server does not block, and where it does. */
export const pollPause = 2000;
export const shortPause = 100;

/** Codes of temporary failures. */
const passing = new Set(['unavailable', 'unreachable', 'deadline', 'rate-limited']);

/** Milliseconds after a failure in which a restarted server might not know its tokens yet. */
const settling = 30_000;

/** Which failures of reads that follow each other pass by themselves. */
class Outage {
  readonly #monotonic: () => number;
  #failed: number | undefined;

  /** @param monotonic milliseconds of a monotonic clock */
  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  /**
   * A restarting server replies before it has read its tokens: right after an outage a denial is also temporary.
   */
  passes({ code, details }: Pick<TrivetError, 'code' | 'details'>): boolean {
    const now = this.#monotonic();
    if (passing.has(code)) this.#failed = now;
    else if (code !== 'denied') return false;
    // The attempts before this one failed: the outage was shorter than they took.
    else if ((details.attempts ?? 1) > 1) this.#failed ??= now;
    return this.#failed !== undefined && now - this.#failed <= settling;
  }

  /** A read succeeded. */
  over(): void {
    this.#failed = undefined;
  }
}

/** The index of a reply; undefined where the server has none, and cannot block. */
export const indexOf = ({ response }: Pick<Outcome, 'response'>): bigint | undefined => {
  const name = Object.keys(response.headers).find((one) => /^x-[a-z]+-index$/.test(one));
  const value = name === undefined ? undefined : response.headers[name]?.[0];
  return value !== undefined && /^\d{1,20}$/.test(value) ? BigInt(value) : undefined;
};

/** An index that went back belongs to another or a restored cluster: begin again. */
export const nextIndex = (before: bigint | undefined, now: bigint | undefined): bigint | undefined =>
  now === undefined || (before !== undefined && now < before) ? undefined : now;

/**
 * Returns the query that makes a read wait for a change after `index`; without an index the server replies at once.
 */
export const blockingSince = (index: bigint | undefined, seconds = waitSeconds): CallOptions =>
  index === undefined || index < 1n
    ? {}
    : {
        query: [
          ['index', String(index)],
          ['wait', `${seconds}s`],
        ],
        blocking: true,
      };

/** How reads that follow each other go on after a failure: pauses in milliseconds, and the words for a warning. */
const manners = {
  /** For a command that ends with a result. */
  waiting: { words: 'still waiting', first: 250, longest: 5000, most: Number.POSITIVE_INFINITY },
  following: { words: 'still following', first: 250, longest: 5000, most: Number.POSITIVE_INFINITY },
  /** For one that shows what changes, until somebody ends it. */
  watching: { words: 'still watching', first: 1000, longest: 30_000, most: 10 },
} as const;

/** Reads of one thing that follow each other: the index to wait from, and the failures that pass by themselves. */
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
    this.#outage = new Outage(() => session.world.monotonic());
    this.#backoff = new Backoff(this.#manner.first, this.#manner.longest);
  }

  /** Makes the next read wait for a change since the last one; undefined options where the server cannot. */
  blocking(seconds?: number): CallOptions {
    return blockingSince(this.#index, seconds);
  }

  /** A reply came. */
  works(): void {
    this.#outage.over();
    this.#backoff.over();
  }

  /** A reply came that the next read can wait from. */
  saw(outcome: Pick<Outcome, 'response'>): void {
    this.works();
    const index = indexOf(outcome);
    this.#blocks = index !== undefined;
    this.#index = nextIndex(this.#index, index);
  }

  /** Milliseconds before the next read of a server that has replied. */
  rest(): number {
    return this.#blocks ? shortPause : pollPause;
  }

  /** Whether a failure passes by itself. */
  passes(error: TrivetError): boolean {
    return this.#outage.passes(error);
  }

  /** When to read again after a failure. @throws what does not pass by itself */
  failed(error: unknown): { readonly again: number } {
    if (!(error instanceof TrivetError) || !this.passes(error)) throw error;
    const again = this.#backoff.next();
    if (this.#backoff.failures > this.#manner.most) throw error;
    this.#session.reporter.warnOnce(`${error.message}; ${this.#manner.words}`);
    return { again };
  }
}
