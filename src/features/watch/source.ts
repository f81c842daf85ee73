/** Reads one command again and again: after a change where the server can wait for one, else at an interval. */
import { limits } from '../../system/limits.ts';
import { pause } from '../../system/pause.ts';
import { TrivetError } from '../../system/error.ts';
import { Backoff, until } from '../../system/until.ts';
import type { Next } from '../../system/until.ts';
import type { CallOptions } from '../../run/session/session.ts';
import type { RowsRead } from '../../run/invocation/read-rows.ts';

/** Milliseconds. */
const between = 5000;
const afterChange = 500;
const longest = 30_000;
/** While a server waits for a change it looks like one that hangs, so the wait is short. */
const waitSeconds = 5;
/** Servers add up to a sixteenth to a wait, so that not all waits end at once. */
const longestWait = waitSeconds * 1000 * (1 + 1 / 16);
/** Silence after which a server counts as hanging: at first, and where something was read already. */
const silentAtFirst = 5000;
const silentLater = 3000;

interface SourceParts {
  readonly title: string;
  readonly read: (every: CallOptions, first: CallOptions) => Promise<RowsRead>;
  readonly now: () => number;
  /** Waits between two reads. */
  readonly rest?: typeof pause;
  /** Called after every read. */
  readonly changed: () => void;
  /** Called with an error that is a defect, and not one of a read. */
  readonly broken: (error: unknown) => void;
}

const waiting = (index: bigint | undefined): CallOptions =>
  index === undefined || index < 1n
    ? {}
    : {
        query: [
          ['index', String(index)],
          ['wait', `${waitSeconds}s`],
        ],
        blocking: true,
      };

export class LiveSource {
  readonly title: string;
  reading: RowsRead | undefined;
  /** When the latest read succeeded, milliseconds since the epoch. */
  readAt: number | undefined;
  error: TrivetError | undefined;
  /** Since when reads fail. */
  failingSince: number | undefined;
  /** The server reports changes: what was read is as new as can be, however long ago. */
  live = false;
  /** Since when a reply is missing, and from when on that is silence. */
  #asked: { readonly at: number; readonly due: number } | undefined;
  /** How long the latest read took that did not wait for a change. */
  #took = 0;
  readonly #parts: SourceParts;
  #started = false;
  #wake = new AbortController();

  constructor(parts: SourceParts) {
    this.title = parts.title;
    this.#parts = parts;
  }

  /** Since when the server hangs, milliseconds since the epoch; undefined where it does not. */
  get silentSince(): number | undefined {
    const asked = this.#asked;
    return asked !== undefined && this.#parts.now() >= asked.due ? asked.at : undefined;
  }

  /** Whether what was read is as new as can be: the server waits for a change, and may still be waiting. */
  get fresh(): boolean {
    return this.live && this.silentSince === undefined;
  }

  /** Notes that a reply is missing from now on, unless one is missing already. */
  #ask(waits: boolean): void {
    const at = this.#parts.now();
    // A list that always takes long is slow; it does not hang.
    const patience = Math.max(this.reading === undefined ? silentAtFirst : silentLater, 2 * this.#took);
    const due = at + patience + (waits ? longestWait : 0);
    const before = this.#asked;
    this.#asked = before === undefined ? { at, due } : { at: before.at, due: Math.min(before.due, due) };
  }

  /** Begins to read, once. */
  start(signal: AbortSignal): void {
    if (this.#started) return;
    this.#started = true;
    this.#loop(signal).catch((error: unknown) => this.#parts.broken(error));
  }

  /** Reads at once. */
  refresh(): void {
    this.#wake.abort();
  }

  async #loop(signal: AbortSignal): Promise<void> {
    const { read, now, changed, rest = pause } = this.#parts;
    const backoff = new Backoff(1000, longest);
    let index: bigint | undefined;
    let wake = new AbortController();
    const end = (): void => wake.abort();
    // Not AbortSignal.any: a signal that lives for weeks would keep all of them.
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
        const first = waiting(index);
        const askedAt = now();
        this.#ask(first.blocking === true);
        return read({ signal: wake.signal, timeout: limits.request }, first).then((found) => {
          if (first.blocking !== true) this.#took = now() - askedAt;
          return found;
        });
      },
      judge: (found) => {
        this.#asked = undefined;
        // The index of a list that did not change stays.
        if (index === undefined || found.index !== index || this.reading === undefined) this.reading = found;
        index =
          index !== undefined && found.index !== undefined && found.index < index ? undefined : found.index;
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
