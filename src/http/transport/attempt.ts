/** One attempt at a request, for both transports: deadlines, progress, and the growing reply. */
import { createSlotList } from '../../system/values/slot-list.ts';
import type { SlotList, Slot } from '../../system/values/slot-list.ts';
import { memoize } from '../../system/values/memoize.ts';
import { deadlineFault, exchangeFault, faultOfReply, targetName } from '../faults.ts';
import type { HttpResponse, Phase, SendOptions, TransportFault } from '../../catalogue/http.ts';
import { TransportError } from '../../catalogue/http.ts';
import { Joined } from './joined.ts';
import type { Expiring, Stage } from './deadline-timer.ts';
import { Watch } from './deadline-timer.ts';

export type Release = (failed: boolean) => void;

type RawHeaders = readonly (string | Uint8Array)[];

const text = (part: string | Uint8Array | undefined): string => {
  if (part === undefined || typeof part === 'string') return part ?? '';
  return Buffer.isBuffer(part) ? part.toString('latin1') : Buffer.from(part).toString('latin1');
};

const headersOf = (raw: RawHeaders): Record<string, string[]> => {
  const headers: Record<string, string[]> = Object.create(null);
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = text(raw[index]).toLowerCase();
    const value = text(raw[index + 1]);
    const present = headers[name];
    if (present === undefined) headers[name] = [value];
    else present.push(value);
  }
  return headers;
};

/** Thousands of requests may share a signal, where adding listeners is slow. */
const runningOn = memoize((signal: AbortSignal): SlotList<Attempt> => {
  const attempts = createSlotList<Attempt>();
  signal.addEventListener('abort', () => {
    for (const attempt of attempts.items()) attempt.abort();
  });
  return attempts;
});

const amount = (bytes: number): string =>
  bytes >= 1 << 20 ? `${Math.floor(bytes / (1 << 20))} MiB` : `${bytes} bytes`;

/** Collects a transport's reports. A class, since a batch makes many and closures cost several times as much. */
export class Attempt implements Expiring {
  readonly #options: SendOptions;
  readonly #resolve: (response: HttpResponse) => void;
  readonly #reject: (error: Error) => void;
  readonly #watch: Watch;
  readonly #running: SlotList<Attempt>;
  readonly #place: Slot<Attempt>;
  readonly #body: Joined;
  #phase: Phase = 'not-sent';
  #settled = false;
  #failed = false;
  #askedForCertificate = false;
  #release: Release | undefined;
  #status = 0;
  #headers: Record<string, string[]> = {};

  constructor(
    options: SendOptions,
    resolve: (response: HttpResponse) => void,
    reject: (error: Error) => void,
  ) {
    this.#options = options;
    this.#body = new Joined(options.maxBytes);
    this.#resolve = resolve;
    this.#reject = reject;
    this.#watch = new Watch(options.deadlines, this);
    this.#running = runningOn(options.signal);
    this.#place = this.#running.add(this);
  }

  get settled(): boolean {
    return this.#settled;
  }

  run(begin: (attempt: Attempt) => Release): void {
    try {
      this.#release = begin(this);
    } catch (error) {
      this.#settle();
      this.#reject(error instanceof Error ? error : new Error('the request could not be built'));
      return;
    }
    if (this.#settled) this.#release(this.#failed);
  }

  sending(askedForCertificate: boolean): void {
    if (this.#settled) return;
    this.#phase = 'sent';
    this.#askedForCertificate = askedForCertificate;
    this.#watch.enter('firstByte');
  }

  /** `raw` has names and values in turn. */
  replying(status: number, raw: RawHeaders): void {
    if (this.#settled) return;
    this.#phase = 'reply-started';
    this.#watch.enter('idle');
    this.#status = status;
    this.#headers = headersOf(raw);
    const encoding = this.#headers['content-encoding']?.[0]?.trim().toLowerCase() ?? '';
    const length = Number(this.#headers['content-length']?.[0] ?? 0);
    if (encoding !== '' && encoding !== 'identity') {
      this.#refuse('protocol', 'compressed its reply although that was declined');
    } else if (length > this.#options.maxBytes) {
      this.#tooLarge();
    }
  }

  chunk(bytes: Uint8Array): void {
    if (this.#settled) return;
    this.#watch.progress();
    if (this.#body.size + bytes.byteLength > this.#options.maxBytes) this.#tooLarge();
    else this.#body.add(bytes);
  }

  complete(): void {
    if (this.#settled) return;
    const response = { status: this.#status, headers: this.#headers, body: this.#body.whole() };
    const fault = faultOfReply(response, this.#options.target);
    this.#settle();
    if (fault === undefined) this.#resolve(response);
    else this.#reject(fault);
  }

  fail(error: unknown): void {
    if (this.#settled) return;
    this.#failed = true;
    const { target } = this.#options;
    const asked = this.#askedForCertificate && target.tls.cert === undefined;
    const fault = exchangeFault(error, this.#phase, target, asked);
    this.#settle();
    this.#reject(fault);
  }

  abort(): void {
    const words = `the request to ${targetName(this.#options.target)} was stopped`;
    this.fail(new TransportError('aborted', this.#phase, words));
  }

  expire(which: Stage | 'total', ms: number): void {
    this.fail(deadlineFault(which, ms, this.#phase, targetName(this.#options.target)));
  }

  #refuse(fault: TransportFault, words: string, hint?: string): void {
    this.fail(new TransportError(fault, this.#phase, `${targetName(this.#options.target)} ${words}`, hint));
  }

  #tooLarge(): void {
    const words = `sent more than ${amount(this.#options.maxBytes)}`;
    this.#refuse('too-large', words, 'Request less, for example one page, or with a filter.');
  }

  #settle(): void {
    this.#settled = true;
    this.#watch.stop();
    this.#running.remove(this.#place);
    this.#release?.(this.#failed);
  }
}

export const runAttempt = (
  options: SendOptions,
  begin: (attempt: Attempt) => Release,
): Promise<HttpResponse> =>
  new Promise((resolve, reject) => {
    const attempt = new Attempt(options, resolve, reject);
    if (options.signal.aborted) attempt.abort();
    else attempt.run(begin);
  });
