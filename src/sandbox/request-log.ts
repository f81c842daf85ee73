/** The requests that reached the sandbox, in memory. */
import { createRing, keptBody } from './ring.ts';

const KEPT_REQUESTS = 10_000;

export interface LoggedRequest {
  readonly sequence: number;
  /** Milliseconds since the epoch, on the sandbox's clock. */
  readonly time: number;
  readonly method: string;
  readonly path: string;
  /** As sent, without the question mark. */
  readonly query: string;
  /** With each token replaced by `<token>`. */
  readonly headers: Readonly<Record<string, string>>;
  /** At most the first 16 KiB. */
  readonly body: Buffer;
  /** The status of the reply; undefined while there is none, and after a fault that sends none. */
  readonly status: number | undefined;
  /** Undefined leaves it to the routes that there are when the log is read. */
  readonly matched: boolean | undefined;
}

export interface RequestLog {
  /** The number of requests since the start, including those that are no longer kept. */
  readonly count: number;
  list(): readonly LoggedRequest[];
  clear(): void;
}

/** Adds what is known of the reply to an entry of the log. */
export type Answered = (status: number, matched?: boolean) => void;

export interface WritableRequestLog extends RequestLog {
  record(request: Omit<LoggedRequest, 'sequence' | 'status' | 'matched'>): Answered;
}

/** The headers are redacted when they are read, which is rarer than a request. */
export function createRequestLog(
  redact: (headers: LoggedRequest['headers']) => LoggedRequest['headers'],
): WritableRequestLog {
  const ring = createRing<{ -readonly [K in keyof LoggedRequest]: LoggedRequest[K] }>(KEPT_REQUESTS);
  let count = 0;
  return {
    get count() {
      return count;
    },
    record(request) {
      count += 1;
      const unknown = { status: undefined, matched: undefined };
      const entry = { sequence: count, ...request, body: keptBody(request.body), ...unknown };
      ring.add(entry);
      return (status, matched) => {
        Object.assign(entry, { status, matched });
      };
    },
    list: () => ring.list().map((entry) => ({ ...entry, headers: redact(entry.headers) })),
    clear: () => ring.clear(),
  };
}
