/** Requests and replies as data, independent of the transport. */
import type { Json } from '../documents/json/json.ts';
import type { Method } from './operation.ts';

type Body =
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly type: string };

/** A value that must not be shown: `name` replaces it (`$TRIVET_SECRET_PEM_BUNDLE`). */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

export interface HttpRequest {
  readonly method: Method;
  /** Percent-encoded, below the base URL, starts with `/`, without query. */
  readonly path: string;
  /** Names and values not yet encoded, in order. */
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Body | undefined;
  /** Every secret value in the request, the token included. */
  readonly secrets: readonly Secret[];
}

/** Reply headers: names in lower case, every value kept. */
export type ReplyHeaders = Readonly<Record<string, readonly string[]>>;

export interface HttpResponse {
  readonly status: number;
  readonly headers: ReplyHeaders;
  readonly body: Uint8Array;
}

export const header = (response: Pick<HttpResponse, 'headers'>, name: string): string | undefined =>
  Object.hasOwn(response.headers, name) ? response.headers[name]?.[0] : undefined;

export interface Tls {
  readonly ca?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  readonly serverName?: string | undefined;
}

/** Where a request goes. A token never leaves the origin of its target. */
export interface Destination {
  /** `https://host:port`, no path. */
  readonly origin: string;
  /** The path of the documents' {base_url}: `/api/v2`, `/v1`, or empty. */
  readonly basePath: string;
  readonly socketPath?: string | undefined;
  readonly tls: Tls;
  /** The proxy that the environment names for this origin. */
  readonly proxy?: string | undefined;
}

/** Milliseconds; 0 means none. `total` bounds one request with its retries. */
export interface Deadlines {
  readonly connect: number;
  readonly firstByte: number;
  readonly idle: number;
  readonly total: number;
}

export interface SendOptions {
  readonly target: Destination;
  /** For this attempt: what is left of the total. */
  readonly deadlines: Deadlines;
  /** A connection that nothing used before: for `unsafe` requests. */
  readonly fresh: boolean;
  readonly signal: AbortSignal;
  /** Larger replies are refused. */
  readonly maxBytes: number;
}

/** How far a failed request got: decides whether it may be sent again and what a failure means. */
export type Phase = 'not-sent' | 'sent' | 'reply-started';

export type TransportFault =
  | 'refused'
  | 'dns'
  | 'unreachable'
  | 'connect-timeout'
  | 'timeout'
  | 'tls'
  /** Nothing was done: the port is for TLS, and what it got was plain HTTP. */
  | 'plain-http'
  | 'proxy'
  | 'protocol'
  | 'closed'
  | 'too-large'
  | 'aborted';

/** No usable reply. The message is for the user: names host and port, contains no secret. */
export class TransportError extends Error {
  readonly phase: Phase;
  readonly fault: TransportFault;
  readonly hint: string | undefined;

  constructor(fault: TransportFault, phase: Phase, message: string, hint?: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'TransportError';
    this.fault = fault;
    this.phase = phase;
    this.hint = hint;
  }
}

/** One attempt at one request over one kind of connection. Follows no redirect and retries nothing. */
export interface Transport {
  send(request: HttpRequest, options: SendOptions): Promise<HttpResponse>;
  /** Frees kept connections; afterwards nothing keeps the process alive. */
  close(): Promise<void>;
}
