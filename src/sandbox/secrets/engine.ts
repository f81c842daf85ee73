/** What a secrets engine of the sandbox owes the envelope that calls it (document 2). */
import type { Clock, EffectLog, Json, Principal } from '../contract.ts';

/** A request below a mount. `PUT` was made `POST`; `GET ?list=true` was made `LIST`. */
export interface EngineRequest {
  readonly method: 'GET' | 'POST' | 'DELETE' | 'LIST';
  /** Decoded path segments below the mount, no empty ones: `roles/web` is `['roles', 'web']`. */
  readonly segments: readonly string[];
  /** The JSON body of a POST, the query of the others. Values are weakly typed: read them with the coercers. */
  readonly input: Readonly<Record<string, Json>>;
  /** Undefined on an unauthenticated endpoint. */
  readonly principal: Principal | undefined;
  /** True when the caller has sudo on the path (only `owner`). */
  readonly sudo: boolean;
  readonly mount: string;
  /** For the effect log. */
  readonly path: string;
}

export interface EngineReply {
  /** Default 200 with data, 204 without. */
  readonly status?: number;
  readonly data?: Readonly<Record<string, Json>>;
  readonly warnings?: readonly string[];
  readonly lease?: Lease;
  /** A bare endpoint: these bytes and nothing else. */
  readonly raw?: { readonly bytes: Buffer; readonly type: string };
}

export interface Lease {
  readonly id: string;
  readonly seconds: number;
  readonly renewable: boolean;
}

export interface LeaseRequest {
  /** The lease id becomes `<path>/<name>`. */
  readonly path: string;
  /** Default: random. */
  readonly name?: string;
  readonly seconds: number;
  readonly renewable: boolean;
  /** Longest life including renewals, seconds; 0: unlimited. */
  readonly maximum: number;
  /** Runs once, when the lease is revoked or expires. */
  readonly end: () => void;
  /** Runs before a renewal takes effect; an EngineError refuses it. */
  readonly renew?: () => void;
}

/** Leases of the whole server, under `/sys/leases`; `forget` drops one without running its end. */
export interface Leases {
  create(request: LeaseRequest): Lease;
  revoke(id: string): void;
  forget(id: string): void;
}

export interface EngineContext {
  /** Where the engine is mounted. */
  readonly mount: string;
  readonly clock: Clock;
  readonly effects: EffectLog;
  readonly leases: Leases;
  readonly empty: boolean;
  origin(): string;
}

/** Refuses a request: becomes `{"errors":[…]}` with the status. */
export class EngineError extends Error {
  readonly status: number;
  readonly errors: readonly string[];
  constructor(status: number, ...errors: readonly string[]) {
    super(errors[0] ?? `status ${status}`);
    this.status = status;
    this.errors = errors;
  }
}

export interface Engine {
  /** True when the endpoint takes no token (document 2, section 5). */
  unauthenticated?(request: { readonly method: string; readonly segments: readonly string[] }): boolean;
  handle(request: EngineRequest): EngineReply | Promise<EngineReply>;
  /** Stops timers. */
  close?(): void;
}

export type EngineFactory = (context: EngineContext) => Engine | Promise<Engine>;
