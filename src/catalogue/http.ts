import type { Json } from '../documents/json/json.ts';
import type { Method } from './operation.ts';

type Body =
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly type: string };

/** `name` is shown in place of the value (`$TRIVET_SECRET_PEM_BUNDLE`). */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

export interface HttpRequest {
  readonly method: Method;
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Body | undefined;
  readonly secrets: readonly Secret[];
}

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

/** A token never leaves the origin of its target. */
export interface Destination {
  readonly origin: string;
  readonly basePath: string;
  readonly socketPath?: string | undefined;
  readonly tls: Tls;
  readonly proxy?: string | undefined;
}

/** Milliseconds; 0 means no limit. `total` bounds one request with its retries. */
export interface Deadlines {
  readonly connect: number;
  readonly firstByte: number;
  readonly idle: number;
  readonly total: number;
}

/**
 * `kept` is for requests that may be sent again. A server may close a kept connection just when a request is sent,
 * so others need one that has just replied (`warm`) or their own (`fresh`).
 */
export type ConnectionNeed = 'kept' | 'warm' | 'fresh';

export interface SendOptions {
  readonly target: Destination;
  readonly deadlines: Deadlines;
  readonly connection: ConnectionNeed;
  readonly signal: AbortSignal;
  readonly maxBytes: number;
}

/** How far a request got, which decides whether it may be sent again and what a failure means. */
export type Phase = 'not-sent' | 'sent' | 'reply-started';

export type TransportFault =
  | 'refused'
  | 'dns'
  | 'unreachable'
  | 'connect-timeout'
  | 'timeout'
  | 'tls'
  | 'plain-http'
  | 'proxy'
  | 'protocol'
  | 'closed'
  | 'too-large'
  | 'aborted';

/** The message is for the user: names host and port, contains no secret. */
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

/** Sends one attempt over one kind of connection; follows no redirect and retries nothing. */
export interface Transport {
  send(request: HttpRequest, options: SendOptions): Promise<HttpResponse>;
  close(): Promise<void>;
}
