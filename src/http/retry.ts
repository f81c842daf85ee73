/** The retry rule: what may be sent again, when, and what is known at the end. */
import type { HttpRequest, HttpResponse, SendOptions, Transport } from '../catalogue/http.ts';
import { TransportError, header } from '../catalogue/http.ts';
import type { Effect } from '../catalogue/operation.ts';
import { mayRepeat } from '../catalogue/operation.ts';
import { pause } from '../system/pause.ts';
import { codeOf } from './faults.ts';
import { httpDate, timeOf } from './server-time.ts';

const seconds = (text: string): number | undefined =>
  /^\d{1,12}(?:\.\d{1,12})?$/.test(text) ? Number(text) * 1000 : undefined;

/** The longest wait that a reply states. `text` is the server's; `ms` is undefined if it is not a time. */
interface StatedWait {
  readonly text: string;
  readonly ms: number | undefined;
}

export const statedWait = (
  response: Pick<HttpResponse, 'headers' | 'status'>,
  now: number,
): StatedWait | undefined => {
  const waits = (response.headers['retry-after'] ?? []).map((value): StatedWait => {
    const text = value.trim();
    const moment = httpDate(text);
    return {
      text,
      ms: seconds(text) ?? (moment === undefined ? undefined : Math.max(0, moment - timeOf(response, now))),
    };
  });
  const reset = response.status === 429 ? header(response, 'x-ratelimit-reset')?.trim() : undefined;
  if (waits.every(({ ms }) => ms === undefined) && reset !== undefined)
    waits.push({ text: reset, ms: seconds(reset) });
  return waits.reduce<StatedWait | undefined>(
    (longest, wait) => (longest === undefined || (wait.ms ?? -1) > (longest.ms ?? -1) ? wait : longest),
    undefined,
  );
};

export interface Judge {
  notProcessed(reply: HttpResponse): boolean;
  /** Whether a retry cannot help, as after a 500 that is the user's mistake or about the token. */
  final(reply: HttpResponse): boolean;
}

interface Clock {
  monotonic(): number;
  now(): number;
}

export interface RetryOptions extends SendOptions {
  readonly effect: Effect;
  readonly clock: Clock;
  readonly judge?: Judge | undefined;
  /** By default a few; the deadline may end them. */
  readonly attempts?: number | undefined;
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Returns a number in [0, 1). */
  readonly random?: () => number;
  readonly onRetry?: ((retry: Retry) => void) | undefined;
}

export interface Retry {
  readonly attempt: number;
  readonly delay: number;
  readonly because: HttpResponse | TransportError;
}

export interface Sent {
  readonly response: HttpResponse;
  readonly attempts: number;
  /** Whether an earlier attempt may have been carried out, so that a 404 or 409 may be its result. */
  readonly reached: boolean;
}

export class SendError extends TransportError {
  readonly attempts: number;
  /** Whether some attempt may have been carried out, so that the outcome is unknown. */
  readonly reached: boolean;
  readonly sent: boolean;

  constructor(last: TransportError, attempts: number, reached: boolean, sent: boolean) {
    super(last.fault, last.phase, last.message, last.hint, last.cause);
    this.attempts = attempts;
    this.reached = reached;
    this.sent = sent;
  }
}

const maxAttempts = 4;
const maxBackoffMs = 8_000;
const firstBackoffMs = 400;
/** A longer wait is reported and not waited for. */
const maxStatedMs = 60_000;

const connectCodes = new Set(['ECONNREFUSED', 'ETIMEDOUT', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH']);
const transient = new Set([408, 429, 500, 502, 503, 504]);

const errorMayRepeat = (error: TransportError, effect: Effect): boolean => {
  if (error.phase === 'not-sent') return connectCodes.has(codeOf(error.cause));
  if (!mayRepeat(effect)) return false;
  // Other faults would recur: a certificate, a large reply, Ctrl-C.
  return error.fault === 'closed' || error.fault === 'timeout' || error.fault === 'protocol';
};

const notProcessed = (response: HttpResponse, options: RetryOptions): boolean =>
  options.judge?.notProcessed(response) === true;

const replyMayRepeat = (response: HttpResponse, options: RetryOptions): boolean => {
  if (options.judge?.final(response) === true) return false;
  if (notProcessed(response, options)) return true;
  return mayRepeat(options.effect) && transient.has(response.status);
};

/** The server's wait, else a random one (full jitter); undefined if the server's is too long. */
const delayOf = (attempt: number, because: Retry['because'], options: RetryOptions): number | undefined => {
  const stated = because instanceof TransportError ? undefined : statedWait(because, options.clock.now())?.ms;
  if (stated !== undefined && stated > 0) return stated <= maxStatedMs ? stated : undefined;
  const limit = Math.min(maxBackoffMs, firstBackoffMs * 2 ** (attempt - 1));
  return (options.random ?? Math.random)() * limit;
};

/** Milliseconds. An attempt that the deadline cuts off would replace a clear reply by an unknown outcome. */
const longestNeeded = 1000;

const leftUntil = (end: number, options: RetryOptions): number =>
  Number.isFinite(end) ? Math.max(1, Math.ceil(end - options.clock.monotonic())) : 0;

/**
 * Sends until a reply comes, a retry is not allowed, or the time is up. `deadlines.total` bounds all attempts and
 * waits.
 * @throws SendError without a reply; other errors are defects
 */
export const sendWithRetries = async (
  transport: Transport,
  request: HttpRequest,
  options: RetryOptions,
): Promise<Sent> => {
  const { deadlines, signal, sleep = pause, attempts = maxAttempts } = options;
  const end = deadlines.total > 0 ? options.clock.monotonic() + deadlines.total : Number.POSITIVE_INFINITY;
  let reached = false;
  let sent = false;
  for (let attempt = 1; ; attempt += 1) {
    const tried =
      attempt === 1 ? options : { ...options, deadlines: { ...deadlines, total: leftUntil(end, options) } };
    const began = options.clock.monotonic();
    let outcome: HttpResponse | TransportError;
    try {
      outcome = await transport.send(request, tried);
      if (outcome.status >= 200 && outcome.status < 300)
        return { response: outcome, attempts: attempt, reached };
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      outcome = error;
    }
    const before = reached;
    reached ||= mayHaveReached(outcome, options);
    sent ||= !(outcome instanceof TransportError) || outcome.phase !== 'not-sent';
    const delay = attempt < attempts && !signal.aborted ? waitBefore(attempt, outcome, options) : undefined;
    const needed = Math.min(options.clock.monotonic() - began, longestNeeded);
    const fits = (ms: number): boolean => options.clock.monotonic() + ms + needed < end;
    if (delay !== undefined && fits(delay)) {
      options.onRetry?.({ attempt, delay, because: outcome });
      await sleep(delay, signal);
      if (signal.aborted) {
        const stopped = new TransportError('aborted', 'not-sent', 'stopped while waiting to retry');
        throw new SendError(stopped, attempt, reached, sent);
      }
      if (fits(0)) continue;
    }
    if (outcome instanceof TransportError) throw new SendError(outcome, attempt, reached, sent);
    return { response: outcome, attempts: attempt, reached: before };
  }
};

const mayHaveReached = (outcome: HttpResponse | TransportError, options: RetryOptions): boolean =>
  outcome instanceof TransportError
    ? outcome.phase !== 'not-sent' && outcome.fault !== 'plain-http'
    : !notProcessed(outcome, options);

const waitBefore = (
  attempt: number,
  outcome: HttpResponse | TransportError,
  options: RetryOptions,
): number | undefined => {
  const again =
    outcome instanceof TransportError
      ? errorMayRepeat(outcome, options.effect)
      : replyMayRepeat(outcome, options);
  return again ? delayOf(attempt, outcome, options) : undefined;
};
