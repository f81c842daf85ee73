/** Reads a log over one connection at a time; the next one continues where it ended. */
import { limits } from '../../../../system/limits.ts';
import { TransportError } from '../../../../catalogue/http.ts';
import { openStream } from '../../../../http/transport/open-stream.ts';
import type { TrivetError } from '../../../../system/error.ts';
import { wordOf } from '../../../../catalogue/text/server-text.ts';
import type { Session } from '../../../../run/session/session.ts';
import { garbledReply, replyFailure, transportFailure } from '../../../../services/outcome.ts';
import { logs } from '../../operations/logs.ts';
import type { SeenAllocation } from '../wait/observed.ts';
import type { LogFrame } from './frames.ts';
import { Frames } from './frames.ts';

interface LogPlace {
  readonly allocation: SeenAllocation;
  readonly task: string;
  readonly type: 'stdout' | 'stderr';
  readonly namespace?: string | undefined;
  readonly region?: string | undefined;
}

/** Everything, or a number of bytes before the end. */
type From = 'start' | number;

const overlap = 1024 * 1024;

export class LogStream {
  readonly #session: Session;
  readonly #place: LogPlace;
  #file = -1;
  #offset = 0;

  constructor(session: Session, place: LogPlace) {
    this.#session = session;
    this.#place = place;
  }

  /**
   * Yields `quiet` if there is nothing new within a second.
   * @param from where the first read begins; later reads continue
   */
  async *read(follow: boolean, from: From, signal: AbortSignal): AsyncGenerator<Uint8Array | 'quiet'> {
    if (this.#file === -1) {
      yield* this.#from(follow, from, signal, false);
      return;
    }
    const whole = yield* this.#from(follow, overlap, signal, true);
    // Files that were rotated in between are read again.
    if (!whole) yield* this.#from(follow, 'start', signal, false);
  }

  async *again(bytes: number, signal: AbortSignal): AsyncGenerator<Uint8Array | 'quiet'> {
    this.#file = -1;
    yield* this.read(false, bytes, signal);
  }

  #fresh({ bytes, file, begin }: LogFrame): Uint8Array {
    if (file < this.#file) return bytes.subarray(0, 0);
    const known = file === this.#file ? Math.max(0, this.#offset - begin) : 0;
    this.#file = file;
    this.#offset = Math.max(begin + bytes.length, known > 0 ? this.#offset : 0);
    return bytes.subarray(Math.min(known, bytes.length));
  }

  async *#from(
    follow: boolean,
    from: From,
    signal: AbortSignal,
    joining: boolean,
  ): AsyncGenerator<Uint8Array | 'quiet', boolean> {
    const session = this.#session;
    const { allocation, task, type, namespace, region } = this.#place;
    const call = await session.prepare(logs, {
      alloc_id: allocation.id,
      namespace,
      region,
      task,
      type,
      ...(follow ? { follow } : {}),
      origin: from === 'start' ? 'start' : 'end',
      offset: from === 'start' ? 0 : from,
    });
    session.reporter.request(call.request, call.server.endpoint.baseUrl);
    const frames = new Frames();
    let first = joining;
    try {
      const options = { target: session.destination(call), signal, opening: limits.idle, idle: limits.idle };
      const stream = await openStream(call.request, options);
      if ('refused' in stream) throw missingLog(replyFailure(call, stream.refused, true), this.#place);
      for await (const chunk of stream.bytes) {
        for (const frame of framesIn(frames, chunk, () =>
          garbledReply(call, { status: 200, headers: {}, body: chunk }, 'its log is not made of frames'),
        )) {
          if (frame === 'quiet') {
            yield frame;
            continue;
          }
          if (first && (frame.file > this.#file || (frame.file === this.#file && frame.begin > this.#offset)))
            return false;
          first = false;
          const bytes = this.#fresh(frame);
          if (bytes.length > 0) yield bytes;
        }
      }
    } catch (error) {
      throw error instanceof TransportError ? transportFailure(call, error) : error;
    }
    return true;
  }
}

const missingLog = (error: TrivetError, { allocation, task, type }: LogPlace): TrivetError => {
  const of = `allocation ${allocation.id.slice(0, 8)}`;
  const messages: Readonly<Record<string, string>> = {
    'log-deleted': `node ${wordOf(allocation.node)} has deleted the log of ${of}`,
    'not-started': `task ${wordOf(task)} of ${of} has not started`,
    'no-log': `task ${wordOf(task)} of ${of} has no ${type} log`,
  };
  const message = messages[error.details.reason ?? ''];
  return message === undefined ? error : error.with({ message });
};

const framesIn = (
  frames: Frames,
  chunk: Uint8Array,
  garbled: () => TrivetError,
): ReturnType<Frames['add']> => {
  try {
    return frames.add(chunk);
  } catch {
    throw garbled();
  }
};
