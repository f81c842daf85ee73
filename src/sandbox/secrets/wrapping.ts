/** Response wrapping: replaces a reply by a token that returns it once. */
import type { Clock, Json } from '../contract.ts';
import { parseDuration } from './coerce.ts';
import type { ServiceReply } from './envelope.ts';
import { EngineError } from './engine.ts';
import { randomName } from './leases.ts';
import { formatTime } from './rfc3339.ts';

interface Kept {
  readonly reply: ServiceReply;
  readonly stopTimer: () => void;
}

/** Reads X-Vault-Wrap-TTL in seconds; undefined without the header. */
export function wrapSeconds(header: string | undefined): number | undefined {
  if (header === undefined || header === '') return undefined;
  try {
    const seconds = parseDuration(header.trim());
    if (seconds < 0) throw new RangeError('requested ttl must not be negative');
    return seconds === 0 ? undefined : seconds;
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'time: invalid duration';
    throw new EngineError(400, `error parsing X-Vault-Wrap-TTL header: ${reason}`);
  }
}

export class WrappedReplies {
  readonly #clock: Clock;
  readonly #kept = new Map<string, Kept>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Stores the reply and returns the `wrap_info` sent in its place. */
  keep(reply: ServiceReply, seconds: number, path: string): Json {
    const token = `s.${randomName()}`;
    const stopTimer = this.#clock.after(seconds * 1000, () => this.#kept.delete(token));
    this.#kept.set(token, { reply, stopTimer });
    return {
      token,
      accessor: randomName(),
      ttl: seconds,
      creation_time: formatTime(this.#clock.now()),
      creation_path: path,
    };
  }

  /** Returns the reply; refuses a token that was already used. */
  unwrap(token: string): ServiceReply {
    const kept = this.#kept.get(token);
    if (kept === undefined) throw new EngineError(400, 'wrapping token is not valid or does not exist');
    kept.stopTimer();
    this.#kept.delete(token);
    return kept.reply;
  }

  close(): void {
    for (const { stopTimer } of this.#kept.values()) stopTimer();
    this.#kept.clear();
  }
}
