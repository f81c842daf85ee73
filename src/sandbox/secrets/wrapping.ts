/** Replaces a reply by a token that returns it once. */
import type { Clock, Json } from '../contract.ts';
import { parseDuration } from './coerce.ts';
import type { ServiceReply } from './envelope.ts';
import { EngineError } from './engine.ts';
import { randomName } from './leases.ts';
import { formatTime } from './rfc3339.ts';

interface Kept {
  readonly reply: ServiceReply;
  readonly seconds: number;
  readonly created: number;
  readonly path: string;
  readonly stopTimer: () => void;
}

function invalid(): EngineError {
  return new EngineError(400, 'wrapping token is not valid or does not exist');
}

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
  private readonly clock: Clock;
  private readonly kept = new Map<string, Kept>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** `wrap_info`, sent in its place. */
  keep(reply: ServiceReply, seconds: number, path: string): Json {
    const token = `s.${randomName()}`;
    const stopTimer = this.clock.after(seconds * 1000, () => this.kept.delete(token));
    const created = this.clock.now();
    this.kept.set(token, { reply, seconds, created, path, stopTimer });
    return {
      token,
      accessor: randomName(),
      ttl: seconds,
      creation_time: formatTime(created),
      creation_path: path,
    };
  }

  unwrap(token: string): ServiceReply {
    return this.#take(token).reply;
  }

  describe(token: string): Readonly<Record<string, Json>> {
    const kept = this.kept.get(token);
    if (kept === undefined) throw invalid();
    return {
      creation_path: kept.path,
      creation_time: formatTime(kept.created),
      creation_ttl: kept.seconds,
    };
  }

  /** With the time of the first token. */
  rewrap(token: string): ServiceReply {
    const { reply, seconds, path } = this.#take(token);
    return { wrapInfo: this.keep(reply, seconds, path) };
  }

  #take(token: string): Kept {
    const kept = this.kept.get(token);
    if (kept === undefined) throw invalid();
    kept.stopTimer();
    this.kept.delete(token);
    return kept;
  }

  close(): void {
    for (const { stopTimer } of this.kept.values()) stopTimer();
    this.kept.clear();
  }
}
