/** The requests that reached the sandbox, in memory, for code in the same process. */
import { Buffer } from 'node:buffer';

/** Limits on the number of requests, and on the bytes of each body, that are kept. */
const KEPT_REQUESTS = 10_000;
const KEPT_BODY = 16 * 1024;

export interface LoggedRequest {
  readonly sequence: number;
  readonly method: string;
  readonly path: string;
  /** As sent, without the question mark. */
  readonly query: string;
  /** With each token replaced by `<token>`. */
  readonly headers: Readonly<Record<string, string>>;
  /** At most the first 16 KiB. */
  readonly body: Buffer;
}

export interface RequestLog {
  /** The number of requests since the start, including those that are no longer kept. */
  readonly count: number;
  list(): readonly LoggedRequest[];
  clear(): void;
}

export interface WritableRequestLog extends RequestLog {
  record(request: Omit<LoggedRequest, 'sequence'>): void;
}

export function createRequestLog(): WritableRequestLog {
  let entries: LoggedRequest[] = [];
  let count = 0;
  return {
    get count() {
      return count;
    },
    record(request) {
      count += 1;
      entries.push({ sequence: count, ...request, body: Buffer.from(request.body.subarray(0, KEPT_BODY)) });
      if (entries.length > 2 * KEPT_REQUESTS) entries = entries.slice(-KEPT_REQUESTS);
    },
    list: () => entries.slice(-KEPT_REQUESTS),
    clear() {
      entries = [];
    },
  };
}
