/** One try of a request: its deadlines, how far it got, and the reply as it grows. Both transports run on this. */
import { deadlineFault, exchangeFault, placeOf } from './faults.ts';
import type { HttpResponse, Phase, SendOptions } from './http.ts';
import { TransportError } from './http.ts';
import type { Watch } from './watch.ts';
import { watch } from './watch.ts';

/** What a transport reports. After the try is settled every call is ignored. */
export interface Attempt {
  /** A function and no getter: an object literal with a getter costs a hidden class of its own each time. */
  settled(): boolean;
  /** The request is about to be written: from here on the server may have it. */
  sending(askedForCertificate: boolean): void;
  replying(status: number, rawHeaders: readonly (string | Uint8Array)[]): void;
  chunk(bytes: Uint8Array): void;
  complete(): void;
  fail(error: unknown): void;
}

/** Frees what the try holds. Called once: `failed` says that the connection must not be used again. */
export type Release = (failed: boolean) => void;

const text = (part: string | Uint8Array | undefined): string => {
  if (part === undefined || typeof part === 'string') return part ?? '';
  return Buffer.isBuffer(part) ? part.toString('latin1') : Buffer.from(part).toString('latin1');
};

const headersOf = (raw: readonly (string | Uint8Array)[]): Record<string, string[]> => {
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

const listeners = new WeakMap<AbortSignal, Set<() => void>>();

/** One listener for all requests of a signal: thousands may share it, and adding listeners to a signal is slow. */
const onAbort = (signal: AbortSignal): Set<() => void> => {
  const present = listeners.get(signal);
  if (present !== undefined) return present;
  const waiting = new Set<() => void>();
  listeners.set(signal, waiting);
  const all = (): void => {
    for (const stop of waiting) stop();
  };
  signal.addEventListener('abort', all, { once: true });
  return waiting;
};

const megabytes = (bytes: number): string =>
  bytes >= 1 << 20 ? `${Math.floor(bytes / (1 << 20))} MiB` : `${bytes} bytes`;

/**
 * Runs one try. `begin` starts it and returns how to free it; all deadlines but the one for connecting are kept here.
 * @throws TransportError
 */
export const runAttempt = (
  options: SendOptions,
  begin: (attempt: Attempt) => Release,
): Promise<HttpResponse> =>
  new Promise((resolve, reject) => {
    const { target, deadlines, signal, maxBytes } = options;
    const place = (): string => placeOf(target);
    let phase: Phase = 'not-sent';
    let settled = false;
    let release: Release | undefined;
    let failed = false;
    let watching: Watch | undefined;
    let status = 0;
    let headers: Record<string, string[]> = {};
    let asked = false;
    let size = 0;
    const chunks: Uint8Array[] = [];

    const settle = (): void => {
      settled = true;
      watching?.stop();
      onAbort(signal).delete(abort);
      release?.(failed);
    };
    const fail = (error: unknown): void => {
      if (settled) return;
      failed = true;
      const fault = exchangeFault(error, phase, target, asked && target.tls.cert === undefined);
      settle();
      reject(fault);
    };
    const abort = (): void => {
      fail(new TransportError('aborted', phase, `the request to ${place()} was stopped`));
    };
    const attempt: Attempt = {
      settled: () => settled,
      sending: (askedForCertificate) => {
        if (settled) return;
        phase = 'sent';
        asked = askedForCertificate;
        watching?.enter('firstByte');
      },
      replying: (code, raw) => {
        if (settled) return;
        phase = 'reply-started';
        watching?.enter('idle');
        status = code;
        headers = headersOf(raw);
        const encoding = headers['content-encoding']?.[0]?.trim().toLowerCase();
        if (encoding !== undefined && encoding !== '' && encoding !== 'identity') {
          fail(
            new TransportError(
              'protocol',
              phase,
              `${place()} compressed its reply although that was declined`,
            ),
          );
        } else if (Number(headers['content-length']?.[0] ?? 0) > maxBytes) {
          tooLarge();
        }
      },
      chunk: (bytes) => {
        if (settled) return;
        watching?.progress();
        size += bytes.byteLength;
        if (size > maxBytes) tooLarge();
        else chunks.push(bytes);
      },
      complete: () => {
        if (settled) return;
        settle();
        const first = chunks[0];
        const body = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
        resolve({ status, headers, body });
      },
      fail,
    };
    const tooLarge = (): void => {
      const words = `${place()} answered with more than ${megabytes(maxBytes)}`;
      fail(new TransportError('too-large', phase, words, 'Ask for less: a page, a filter.'));
    };

    if (signal.aborted) {
      abort();
      return;
    }
    onAbort(signal).add(abort);
    watching = watch(deadlines, (which, ms) => {
      fail(deadlineFault(which, ms, phase, place()));
    });
    try {
      release = begin(attempt);
    } catch (error) {
      // A defect such as an unencoded path: not a fault of the wire.
      settle();
      reject(error instanceof Error ? error : new Error('the request could not be built'));
      return;
    }
    if (settled) release(failed);
  });
