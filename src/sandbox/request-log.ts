import { createRing, keptBody } from './ring.ts';

const KEPT_REQUESTS = 10_000;

export interface LoggedRequest {
  readonly sequence: number;
  readonly time: number;
  readonly method: string;
  readonly path: string;
  /** As sent, without the question mark. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Undefined without a reply, also after a fault. */
  readonly status: number | undefined;
  readonly matched: boolean | undefined;
}

export interface RequestLog {
  readonly count: number;
  list(): readonly LoggedRequest[];
  clear(): void;
}

export type Answered = (status: number, matched?: boolean) => void;

export interface WritableRequestLog extends RequestLog {
  record(request: Omit<LoggedRequest, 'sequence' | 'status' | 'matched'>): Answered;
}

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
