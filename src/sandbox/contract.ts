/**
 * The interfaces between the parts of the sandbox. The sandbox stands for a server, so nothing in this folder
 * imports from the rest of trivet.
 */
import type { WebSocket } from 'ws';
import type { JobRight, PathRule } from './rights.ts';

/** A JSON value as sent and received. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export type ServiceName = 'workspaces' | 'secrets' | 'jobs';

/** The holder of a token. `owner` can do everything; the others exist so that 403 and 404 can be tested. */
export type PrincipalName = 'owner' | 'operator' | 'reviewer' | 'reader' | 'organization';

export interface Principal {
  readonly name: PrincipalName;
  /** The user's own name, if it is not that of the role. */
  readonly label?: string;
  readonly token: string;
  /** The entity of the secrets service that its log-in, or the token above it, gave it. */
  readonly entity?: string;
  /** Its only rights in the jobs service, in every namespace, in place of those of the role. */
  readonly rights?: ReadonlySet<JobRight>;
  /** Its only rights in the secrets service, beside those of every token, in place of those of the role. */
  readonly paths?: readonly PathRule[];
}

/** The certificate that a client showed. */
export interface ClientCertificate {
  readonly commonName: string;
  /** Whether the authority of the sandbox signed it. */
  readonly trusted: boolean;
}

/** A request, after the listener has checked its host, origin and size. */
export interface SandboxRequest {
  /** In upper case; LIST arrives as LIST. */
  readonly method: string;
  /** The percent-encoded path below the origin, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names are in lower case; repeated headers are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  /** Undefined if there is no token or it is unknown; `presented` distinguishes the two. */
  readonly principal: Principal | undefined;
  readonly presented: boolean;
  /** The client certificate of the connection. */
  readonly client?: ClientCertificate | undefined;
  /** The sandbox itself asks: a seal does not stop it, and objects keep what no client can give them. */
  readonly inside?: boolean;
  /** Aborted when the client disconnects, which ends a blocking query. */
  readonly signal: AbortSignal;
}

/** A reply that is sent piece by piece, until the server ends it or the client leaves. */
export interface ReplyStream {
  write(piece: string | Buffer): void;
  end(): void;
}

export interface SandboxResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes and text are sent unchanged, other values as JSON; undefined sends no body. */
  readonly body?: Json | Buffer;
  /** The media type, if it is not the service's own. */
  readonly type?: string;
  /** Whether a route took the request, where that can change later: with a mount, or with a product. */
  readonly matched?: boolean;
  /** Sends the body in place of `body`; the returned function is called when the connection closes. */
  readonly stream?: (stream: ReplyStream) => () => void;
}

/** What an object of `/-/state` refers to and no documented operation creates; '' is nothing. */
export interface Needs {
  readonly organization?: string;
  readonly project?: string;
  readonly agentPool?: string;
  readonly sshKey?: string;
  readonly namespace?: string;
}

/** One of the three documented APIs. */
export interface SandboxService {
  readonly name: ServiceName;
  handle(request: SandboxRequest): Promise<SandboxResponse>;
  /** Takes over an accepted WebSocket; without this method every WebSocket request gets status 404. */
  upgrade?(request: SandboxRequest, socket: WebSocket): void;
  /** Returns the reply that refuses a WebSocket on this path; undefined, or no such method, accepts it. */
  refuseUpgrade?(request: SandboxRequest): SandboxResponse | undefined;
  /** Returns objects that lead to everything that can change, for snapshots (memory.ts). */
  state(): readonly object[];
  /** Returns the method and path of every route, with `{name}` for a segment and `{name...}` for several. */
  routes(): Promise<readonly string[]>;
  /** Makes what an object of another server refers to exist here, under its own name or ID. */
  adopt?(needs: Needs): void;
  /** Stops all timers and releases everything that waits. */
  close(): Promise<void>;
}

/** The sandbox's time. `advance` moves it for tests and runs the tasks that become due, in order. */
export interface Clock {
  /** Returns milliseconds since the epoch. */
  now(): number;
  /**
   * Runs `task` after `milliseconds`, without keeping the process alive; the returned function cancels it.
   */
  after(milliseconds: number, task: () => void): () => void;
  advance(milliseconds: number): void;
}

/** One change on the server; the fault tests check these to see whether a request was carried out. */
export interface Effect {
  readonly sequence: number;
  readonly service: ServiceName;
  readonly method: string;
  readonly path: string;
  /** The change as verb and object: `workspace.created ws-…`, `certificate.issued 1a:2b…`. */
  readonly what: string;
  /** The body of the request that made the change, as sent. */
  readonly body?: Buffer;
}

export interface EffectLog {
  record(effect: Omit<Effect, 'sequence' | 'body'>): void;
  list(): readonly Effect[];
}

/** Why a signed identity is not accepted; the services have words of their own for each. */
export type Flaw = 'form' | 'signature' | 'issuer' | 'audience' | 'expired' | 'early';

/** The person whom a code stands for. */
export interface CodeHolder {
  readonly name: string;
  readonly role: PrincipalName;
}

/** The identity provider, as the services see it. */
export interface Identities {
  /** The address of the page at which a browser logs in, for a redirect address and a state. */
  pageFor(redirectUri: string, state: string, nonce: string): string;
  /** The person of a code from that page, once. */
  redeem(code: string): CodeHolder | undefined;
  /** Begins a log-in that is confirmed at `page` with a code that the person types there. */
  beginDevice(): { readonly page: string; readonly code: string };
  /** What became of a code of `beginDevice`; a person is given once. */
  deviceOf(code: string): CodeHolder | 'pending' | 'refused' | 'expired';
  check(identity: string): { readonly subject: string } | { readonly flaw: Flaw };
}

/** The arguments of every service factory. */
export interface SandboxContext {
  readonly clock: Clock;
  readonly effects: EffectLog;
  /** Set by `--empty`: only what the service requires (organization, mounts, default namespace). */
  readonly empty: boolean;
  /** Returns the origin of the sandbox, for absolute links; it is known once the listener is bound. */
  origin(): string;
  /** The start of the sandbox on its clock; earlier events are dated relative to it. */
  readonly startedAt?: number;
  /** The identity provider that the log-ins of the services trust. */
  readonly identities: Identities;
  /** The product that each service speaks like, where a product does otherwise than the documents. */
  readonly products?: Readonly<Partial<Record<ServiceName, string>>>;
  /** Returns the holder of a token that was not sent in a header, but in the first frame of a job action. */
  principalOf?(token: string): Principal | undefined;
}

export type SandboxServiceFactory = (context: SandboxContext) => SandboxService | Promise<SandboxService>;
