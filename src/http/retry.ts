/** The retry rule, in one place: what may be sent again, when, and what is known when it ends. */
import type { HttpRequest, HttpResponse, SendOptions, Transport } from '../catalogue/http.ts';
import { TransportError, header } from '../catalogue/http.ts';
import type { Effect } from '../catalogue/operation.ts';
import { mayRepeat } from '../catalogue/operation.ts';
import { pause } from '../system/pause.ts';
import { codeOf } from './faults.ts';
import { httpDate, timeOf } from './server-time.ts';

const seconds = (text: string): number | undefined =>
  /^\d{1,12}(?:\.\d{1,12})?$/.test(text) ? Number(text) * 1000 : undefined;

/**
 * Milliseconds to wait, 0 for a moment that has passed; undefined when the server says nothing that can be read.
 * A date counts from the server's own clock where the reply has one.
 */
const statedDelay = (response: Pick<HttpResponse, 'headers' | 'status'>, now: number): number | undefined => {
  const stated = (response.headers['retry-after'] ?? []).flatMap((text) => {
    const trimmed = text.trim();
    const plain = seconds(trimmed);
    if (plain !== undefined) return [plain];
    const moment = httpDate(trimmed);
    return moment === undefined ? [] : [Math.max(0, moment - timeOf(response, now))];
  });
  if (stated.length > 0) return Math.max(...stated);
  const reset = header(response, 'x-ratelimit-reset');
  return response.status === 429 && reset !== undefined ? seconds(reset.trim()) : undefined;
};

export interface Judge {
  /** True when the service documents that it did not process the request: a rate limit, a 503 with a known text. */
  notProcessed(reply: HttpResponse): boolean;
  /** True when a retry cannot help: a 500 that is known to be the user's mistake, or is about the token. */
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
  /** How many attempts at most, unless the deadline ends them; without it a few. */
  readonly attempts?: number | undefined;
  /** Resolves after `ms`, or early when the signal is aborted. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** In [0, 1). */
  readonly random?: () => number;
  readonly onRetry?: ((retry: Retry) => void) | undefined;
}

export interface Retry {
  readonly attempt: number;
  readonly delay: number;
  readonly because: HttpResponse | TransportError;
}

/** The reply after all attempts. */
export interface Sent {
  readonly response: HttpResponse;
  readonly attempts: number;
  /** An earlier attempt may have been carried out: a 404 or 409 may now mean that it was. */
  readonly reached: boolean;
}

/** No usable reply after all attempts. */
export class SendError extends TransportError {
  readonly attempts: number;
  /** The server may have carried out some attempt: the outcome is unknown, not "nothing changed". */
  readonly reached: boolean;
  /** Bytes of some attempt went out. */
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
/** Longer waits are reported to the user and not waited for. */
const maxStatedMs = 60_000;

const connectCodes = new Set(['ECONNREFUSED', 'ETIMEDOUT', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH']);
const transient = new Set([408, 429, 500, 502, 503, 504]);

const errorMayRepeat = (error: TransportError, effect: Effect): boolean => {
  if (error.phase === 'not-sent') return connectCodes.has(codeOf(error.cause));
  if (!mayRepeat(effect)) return false;
  // Other faults would recur: a certificate, a reply over the limit, the user's own Ctrl-C.
  return error.fault === 'closed' || error.fault === 'timeout' || error.fault === 'protocol';
};

const notProcessed = (response: HttpResponse, options: RetryOptions): boolean =>
  options.judge?.notProcessed(response) === true;

const replyMayRepeat = (response: HttpResponse, options: RetryOptions): boolean => {
  if (options.judge?.final(response) === true) return false;
  if (notProcessed(response, options)) return true;
  return mayRepeat(options.effect) && transient.has(response.status);
};

/** Full jitter, or what the server says; undefined when the server's wait is too long to be waited for. */
const delayOf = (attempt: number, because: Retry['because'], options: RetryOptions): number | undefined => {
  const stated = because instanceof TransportError ? undefined : statedDelay(because, options.clock.now());
  if (stated !== undefined && stated > 0) return stated <= maxStatedMs ? stated : undefined;
  const limit = Math.min(maxBackoffMs, firstBackoffMs * 2 ** (attempt - 1));
  return (options.random ?? Math.random)() * limit;
};

/**
 * Milliseconds that another attempt needs: as many as the one before, for a slow one at least this many. One that
 * cannot end in time would put an unknown outcome in the place of a reply that says what happened.
 */
const longestNeeded = 1000;

/** Whole milliseconds; 0 for no limit. */
const leftUntil = (end: number, options: RetryOptions): number =>
  Number.isFinite(end) ? Math.max(1, Math.ceil(end - options.clock.monotonic())) : 0;

/**
 * Sends a request until a reply comes, a retry is not allowed, or the time is up. `deadlines.total` bounds all
 * attempts and waits together.
 * @throws SendError when no reply came; an error that is not a TransportError is a defect and passes through
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
    /** Whether another attempt after `ms` can end before the deadline. */
    const fits = (ms: number): boolean => options.clock.monotonic() + ms + needed < end;
    if (delay !== undefined && fits(delay)) {
      options.onRetry?.({ attempt, delay, because: outcome });
      await sleep(delay, signal);
      if (signal.aborted) {
        const stopped = new TransportError('aborted', 'not-sent', 'stopped while waiting to retry');
        throw new SendError(stopped, attempt, reached, sent);
      }
      // A busy machine may have slept for longer.
      if (fits(0)) continue;
    }
    if (outcome instanceof TransportError) throw new SendError(outcome, attempt, reached, sent);
    return { response: outcome, attempts: attempt, reached: before };
  }
};

/** The server may have carried it out: something of it was sent, and no reply says that nothing was done. */
const mayHaveReached = (outcome: HttpResponse | TransportError, options: RetryOptions): boolean =>
  outcome instanceof TransportError
    ? outcome.phase !== 'not-sent' && outcome.fault !== 'plain-http'
    : !notProcessed(outcome, options);

/** How long to wait before the next attempt; undefined where none is allowed, or the wait is too long. */
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
