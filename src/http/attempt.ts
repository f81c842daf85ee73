/** One try of a request: its deadlines, how far it got, and the reply as it grows. Both transports run on this. */
import { setMaxListeners } from 'node:events';
import { deadlineFault, exchangeFault, placeOf } from './faults.ts';
import type { HttpResponse, Phase, SendOptions } from './http.ts';
import { TransportError } from './http.ts';

/** What a transport reports. After the try is settled every call is ignored. */
export interface Attempt {
  readonly settled: boolean;
  /** The request is about to be written: from here on the server may have it. */
  sending(askedForCertificate: boolean): void;
  replying(status: number, rawHeaders: readonly (string | Uint8Array)[]): void;
  chunk(bytes: Uint8Array): void;
  complete(): void;
  fail(error: unknown): void;
}

/** Frees what the try holds. Called once: `failed` says that the connection must not be used again. */
export type Release = (failed: boolean) => void;

const text = (part: string | Uint8Array): string =>
  typeof part === 'string' ? part : Buffer.from(part).toString('latin1');

const headersOf = (raw: readonly (string | Uint8Array)[]): Record<string, string[]> => {
  const headers: Record<string, string[]> = Object.create(null);
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = text(raw[index] ?? '').toLowerCase();
    const value = text(raw[index + 1] ?? '');
    const present = headers[name];
    if (present === undefined) headers[name] = [value];
    else present.push(value);
  }
  return headers;
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
    const place = placeOf(target);
    let phase: Phase = 'not-sent';
    let settled = false;
    let release: Release | undefined;
    let failed = false;
    let total: NodeJS.Timeout | undefined;
    let stage: NodeJS.Timeout | undefined;
    let status = 0;
    let headers: Record<string, string[]> = {};
    let asked = false;
    let size = 0;
    const chunks: Uint8Array[] = [];

    const settle = (): void => {
      settled = true;
      clearTimeout(total);
      clearTimeout(stage);
      signal.removeEventListener('abort', abort);
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
      fail(new TransportError('aborted', phase, `the request to ${place} was stopped`));
    };
    const expire = (which: 'firstByte' | 'idle' | 'total', ms: number): NodeJS.Timeout | undefined =>
      ms > 0 && Number.isFinite(ms)
        ? setTimeout(() => {
            fail(deadlineFault(which, ms, phase, place));
          }, ms)
        : undefined;

    const attempt: Attempt = {
      get settled() {
        return settled;
      },
      sending: (askedForCertificate) => {
        if (settled) return;
        phase = 'sent';
        asked = askedForCertificate;
        stage = expire('firstByte', deadlines.firstByte);
      },
      replying: (code, raw) => {
        if (settled) return;
        phase = 'reply-started';
        clearTimeout(stage);
        stage = expire('idle', deadlines.idle);
        status = code;
        headers = headersOf(raw);
        const encoding = headers['content-encoding']?.[0]?.trim().toLowerCase();
        if (encoding !== undefined && encoding !== '' && encoding !== 'identity') {
          fail(
            new TransportError('protocol', phase, `${place} compressed its reply although that was declined`),
          );
        } else if (Number(headers['content-length']?.[0] ?? 0) > maxBytes) {
          tooLarge();
        }
      },
      chunk: (bytes) => {
        if (settled) return;
        stage?.refresh();
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
      const words = `${place} answered with more than ${megabytes(maxBytes)}`;
      fail(new TransportError('too-large', phase, words, 'Ask for less: a page, a filter.'));
    };

    if (signal.aborted) {
      abort();
      return;
    }
    // Many requests may share one signal; more than ten listeners are no leak.
    setMaxListeners(0, signal);
    signal.addEventListener('abort', abort, { once: true });
    total = expire('total', deadlines.total);
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
