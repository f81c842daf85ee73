/** Reads a list after a change if the server can wait for one, else at an interval. */
import { limits } from '../../system/limits.ts';
import { pause } from '../../system/pause.ts';
import { TrivetError } from '../../system/error.ts';
import { Backoff, until } from '../../system/until.ts';
import type { Next } from '../../system/until.ts';
import { blockingSince, nextIndex } from '../../run/lists/blocking-query.ts';
import type { CallOptions } from '../../run/session/session.ts';
import type { RowsRead } from '../../run/invocation/read-rows.ts';

/** Milliseconds. */
const between = 5000;
const afterChange = 500;
const longest = 30_000;
/** Seconds: a server that waits looks like one that hangs, so the wait is short. */
const waitSeconds = 5;
/** Servers add up to a sixteenth, to spread waits. */
const longestWait = waitSeconds * 1000 * (1 + 1 / 16);
/** Milliseconds until a silent server counts as hanging. */
const silentAtFirst = 5000;
const silentLater = 3000;

interface SourceParts {
  readonly title: string;
  readonly read: (every: CallOptions, first: CallOptions) => Promise<RowsRead>;
  readonly now: () => number;
  readonly rest?: typeof pause;
  readonly changed: () => void;
  /** Called for defects only. */
  readonly broken: (error: unknown) => void;
}

export class LiveSource {
  readonly title: string;
  reading: RowsRead | undefined;
  /** Milliseconds since the epoch. */
  readAt: number | undefined;
  error: TrivetError | undefined;
  failingSince: number | undefined;
  live = false;
  /** Since when a reply is missing, and when that counts as silence. */
  #asked: { readonly at: number; readonly due: number } | undefined;
  /** Milliseconds that a read took without waiting for a change. */
  #took = 0;
  readonly #parts: SourceParts;
  #started = false;
  #wake = new AbortController();

  constructor(parts: SourceParts) {
    this.title = parts.title;
    this.#parts = parts;
  }

  /** Milliseconds since the epoch; undefined if the server replies. */
  get silentSince(): number | undefined {
    const asked = this.#asked;
    return asked !== undefined && this.#parts.now() >= asked.due ? asked.at : undefined;
  }

  /** A missing reply may mean that the server waits for a change. */
  get fresh(): boolean {
    return this.live && this.silentSince === undefined;
  }

  #ask(waits: boolean): void {
    const at = this.#parts.now();
    // A slow list does not hang.
    const patience = Math.max(this.reading === undefined ? silentAtFirst : silentLater, 2 * this.#took);
    const due = at + patience + (waits ? longestWait : 0);
    const before = this.#asked;
    this.#asked = before === undefined ? { at, due } : { at: before.at, due: Math.min(before.due, due) };
  }

  start(signal: AbortSignal): void {
    if (this.#started) return;
    this.#started = true;
    this.#loop(signal).catch((error: unknown) => this.#parts.broken(error));
  }

  refresh(): void {
    this.#wake.abort();
  }

  async #loop(signal: AbortSignal): Promise<void> {
    const { read, now, changed, rest = pause } = this.#parts;
    const backoff = new Backoff(1000, longest);
    let index: bigint | undefined;
    let wake = new AbortController();
    const end = (): void => wake.abort();
    // AbortSignal.any would keep all signals as long as this one lives, which may be weeks.
    signal.addEventListener('abort', end, { once: true });
    const next = (): Next<never> => {
      changed();
      const usual = this.live ? afterChange : between;
      const milliseconds = backoff.failures > 0 ? backoff.pause() : usual;
      return { again: () => rest(milliseconds, wake.signal) };
    };
    await until({
      read: () => {
        wake = new AbortController();
        this.#wake = wake;
        const first = blockingSince(index, waitSeconds);
        const askedAt = now();
        this.#ask(first.blocking === true);
        return read({ signal: wake.signal, timeout: limits.request }, first).then((found) => {
          if (first.blocking !== true) this.#took = now() - askedAt;
          return found;
        });
      },
      judge: (found) => {
        this.#asked = undefined;
        // An unchanged list keeps its index.
        if (index === undefined || found.index !== index || this.reading === undefined) this.reading = found;
        index = nextIndex(index, found.index);
        this.readAt = now();
        this.live = index !== undefined;
        [this.error, this.failingSince] = [undefined, undefined];
        backoff.over();
        return signal.aborted ? { again: 0 } : next();
      },
      failed: (error) => {
        if (signal.aborted) return { again: 0 };
        if (!wake.signal.aborted) {
          if (!(error instanceof TrivetError)) throw error;
          backoff.next();
          this.error = error;
          this.failingSince ??= this.#asked?.at ?? now();
          this.#asked = undefined;
        }
        index = undefined;
        this.live = false;
        return next();
      },
      signal,
    });
  }
}
