/**
 * What the parts of the sandbox owe one another. The sandbox is the other side of the wire: nothing here, and
 * nothing in this folder, imports from the rest of trivet.
 */
import type { WebSocket } from 'ws';

/** A JSON value as it stands on the wire. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export type ServiceName = 'workspaces' | 'secrets' | 'jobs';

/** Who a token belongs to. `owner` may do everything; the others exist so that 403 and 404 can be seen. */
export type PrincipalName = 'owner' | 'operator' | 'reader' | 'organization';

export interface Principal {
  readonly name: PrincipalName;
  readonly token: string;
}

/** A request after the listener checked host, origin and size; the token is not yet resolved. */
export interface SandboxRequest {
  /** Upper case; LIST arrives as LIST. */
  readonly method: string;
  /** Percent-encoded path below the origin, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case, repeated headers joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  /** Undefined when no token was presented or it is unknown; `presented` tells the two apart. */
  readonly principal: Principal | undefined;
  readonly presented: boolean;
  /** Aborted when the client went away (a blocking query stops waiting). */
  readonly signal: AbortSignal;
}

export interface SandboxResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes are sent as they are; text too; anything else as JSON. Undefined: no body. */
  readonly body?: Json | Buffer;
  /** Media type, when it is not the service's own. */
  readonly type?: string;
}

/** One of the three documented APIs. */
export interface SandboxService {
  readonly name: ServiceName;
  handle(request: SandboxRequest): Promise<SandboxResponse>;
  /** Takes over an accepted WebSocket; absent when the service has none. A refused path answers 404 before. */
  upgrade?(request: SandboxRequest, socket: WebSocket): void;
  /** What to answer instead of accepting a WebSocket on this path; undefined accepts it. Absent: accept all. */
  refuseUpgrade?(request: SandboxRequest): SandboxResponse | undefined;
  /** Stops timers and frees what waits. */
  close(): void;
}

/** Time as the sandbox sees it. `advance` moves it for tests and runs what falls due, in order. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs `task` once `milliseconds` from now; the result cancels it. Never keeps the process alive. */
  after(milliseconds: number, task: () => void): () => void;
  advance(milliseconds: number): void;
}

/** One thing that changed on the server: the oracle of the fault tests. */
export interface Effect {
  readonly sequence: number;
  readonly service: ServiceName;
  readonly method: string;
  readonly path: string;
  /** What happened, as verb and object: `workspace.created ws-…`, `certificate.issued 1a:2b…`. */
  readonly what: string;
}

export interface EffectLog {
  record(effect: Omit<Effect, 'sequence'>): void;
  list(): readonly Effect[];
}

/** What every service is built with. */
export interface SandboxContext {
  readonly clock: Clock;
  readonly effects: EffectLog;
  /** True for `--empty`: only what the service cannot be without (organization, mounts, default namespace). */
  readonly empty: boolean;
  /** The origin that is being served, for absolute links; known once the listener is bound. */
  origin(): string;
  /** When the sandbox started, by its clock; what came before is dated back from it. */
  readonly startedAt?: number;
  /** Who a token belongs to, for tokens that do not come in a header (the first frame of a job action). */
  principalOf?(token: string): Principal | undefined;
}

export type SandboxServiceFactory = (context: SandboxContext) => SandboxService | Promise<SandboxService>;
