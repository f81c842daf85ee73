/**
 * The interfaces between the parts of the sandbox. It stands for a server, so this folder imports nothing of trivet.
 */
import type { WebSocket } from 'ws';
import type { JobRight, PathRule } from './rights.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export type ServiceName = 'workspaces' | 'secrets' | 'jobs';

export type PrincipalName = 'owner' | 'operator' | 'reviewer' | 'reader' | 'organization';

export interface Principal {
  readonly name: PrincipalName;
  readonly label?: string;
  readonly token: string;
  /** From its log-in, or from the token above it. */
  readonly entity?: string;
  readonly rights?: ReadonlySet<JobRight>;
  /** Beside those of every token, in place of those of the role. */
  readonly paths?: readonly PathRule[];
}

export interface ClientCertificate {
  readonly commonName: string;
  readonly trusted: boolean;
}

export interface SandboxRequest {
  /** LIST arrives as LIST. */
  readonly method: string;
  /** Percent-encoded, below the origin, without query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Lower-case names; repeated headers are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  /** Undefined if the token is missing or unknown; `presented` tells which. */
  readonly principal: Principal | undefined;
  readonly presented: boolean;
  readonly client?: ClientCertificate | undefined;
  /** The sandbox itself asks: no seal stops it, and objects keep what no client can give them. */
  readonly inside?: boolean;
  /** Aborted when the client disconnects: ends a blocking query. */
  readonly signal: AbortSignal;
}

export interface ReplyStream {
  write(piece: string | Buffer): void;
  end(): void;
}

export interface SandboxResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json | Buffer;
  readonly type?: string;
  /** If that can change later: with a mount, or with a product. */
  readonly matched?: boolean;
  readonly stream?: (stream: ReplyStream) => () => void;
}

/** No documented operation creates these; '' is nothing. */
export interface Needs {
  readonly organization?: string;
  readonly project?: string;
  readonly agentPool?: string;
  readonly sshKey?: string;
  readonly namespace?: string;
}

export interface SandboxService {
  readonly name: ServiceName;
  handle(request: SandboxRequest): Promise<SandboxResponse>;
  /** Without this method, WebSockets get status 404. */
  upgrade?(request: SandboxRequest, socket: WebSocket): void;
  refuseUpgrade?(request: SandboxRequest): SandboxResponse | undefined;
  /** Objects that lead to everything that can change (memory.ts). */
  state(): readonly object[];
  routes(): Promise<readonly string[]>;
  adopt?(needs: Needs): void;
  close(): Promise<void>;
}

export interface Clock {
  now(): number;
  /** Does not keep the process alive; the returned function cancels it. */
  after(milliseconds: number, task: () => void): () => void;
  advance(milliseconds: number): void;
}

export interface Effect {
  readonly sequence: number;
  readonly service: ServiceName;
  readonly method: string;
  readonly path: string;
  readonly what: string;
  /** As sent. */
  readonly body?: Buffer;
}

export interface EffectLog {
  record(effect: Omit<Effect, 'sequence' | 'body'>): void;
  list(): readonly Effect[];
}

export type Flaw = 'form' | 'signature' | 'issuer' | 'audience' | 'expired' | 'early';

export interface CodeHolder {
  readonly name: string;
  readonly role: PrincipalName;
}

export interface Identities {
  pageFor(redirectUri: string, state: string, nonce: string): string;
  /** Once. */
  redeem(code: string): CodeHolder | undefined;
  beginDevice(): { readonly page: string; readonly code: string };
  /** A person is given once. */
  deviceOf(code: string): CodeHolder | 'pending' | 'refused' | 'expired';
  check(identity: string): { readonly subject: string } | { readonly flaw: Flaw };
}

/** The arguments of every service factory. */
export interface SandboxContext {
  readonly clock: Clock;
  readonly effects: EffectLog;
  readonly empty: boolean;
  /** Known once the listener is bound. */
  origin(): string;
  /** Earlier events are dated relative to it. */
  readonly startedAt?: number;
  readonly identities: Identities;
  readonly products?: Readonly<Partial<Record<ServiceName, string>>>;
  /** For tokens outside headers: in the first frame of a job action. */
  principalOf?(token: string): Principal | undefined;
}

export type SandboxServiceFactory = (context: SandboxContext) => SandboxService | Promise<SandboxService>;
