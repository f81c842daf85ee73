/** The interface between a secrets engine and the service around it (test/seeds/2-secrets.md). */
import type { Clock, EffectLog, Json, Principal } from '../contract.ts';

/** A request below a mount, after `PUT` was turned into `POST` and `GET ?list=true` into `LIST`. */
export interface EngineRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'LIST';
  /** Decoded, non-empty path segments below the mount: `roles/web` is `['roles', 'web']`. */
  readonly segments: readonly string[];
  /** The JSON body of a POST or PATCH, else the query. Values are weakly typed: read them with the coercers. */
  readonly input: Readonly<Record<string, Json>>;
  /** Undefined on endpoints without authentication. */
  readonly principal: Principal | undefined;
  /** Whether the caller has sudo on the path (only `owner` does). */
  readonly sudo: boolean;
  /** The sandbox itself asks, to take over an object of another server. */
  readonly inside?: boolean;
  readonly mount: string;
  /** The path for the effect log. */
  readonly path: string;
}

export interface EngineReply {
  /** Defaults to 200 with data, else 204. */
  readonly status?: number;
  readonly data?: Readonly<Record<string, Json>>;
  readonly warnings?: readonly string[];
  readonly lease?: Lease;
  /** The whole body of a bare endpoint. */
  readonly raw?: { readonly bytes: Buffer; readonly type: string };
}

export interface Lease {
  readonly id: string;
  readonly seconds: number;
  readonly renewable: boolean;
}

export interface LeaseRequest {
  /** The lease id is `<path>/<name>`. */
  readonly path: string;
  /** Defaults to a random name. */
  readonly name?: string;
  readonly seconds: number;
  readonly renewable: boolean;
  /** Maximum lifetime including renewals, in seconds; 0 means unlimited. */
  readonly maximum: number;
  /** Called once, when the lease is revoked or expires. */
  readonly end: () => void;
  /** Called before a renewal; an EngineError refuses it. */
  readonly renew?: () => void;
}

/** Leases of the whole server, under `/sys/leases`; `forget` drops one without calling its `end`. */
export interface Leases {
  create(request: LeaseRequest): Lease;
  revoke(id: string): void;
  forget(id: string): void;
}

export interface EngineContext {
  /** The path of the mount. */
  readonly mount: string;
  readonly clock: Clock;
  readonly effects: EffectLog;
  readonly leases: Leases;
  readonly empty: boolean;
  /** The product that the service speaks like, if any. */
  readonly product: string | undefined;
  origin(): string;
}

/** Refuses a request; becomes `{"errors":[…]}` with this status. */
export class EngineError extends Error {
  readonly status: number;
  readonly errors: readonly string[];
  constructor(status: number, ...errors: readonly string[]) {
    super(errors[0] ?? `status ${status}`);
    this.status = status;
    this.errors = errors;
  }
}

/** Refuses a request that no route takes. */
export class RouteError extends EngineError {}

export interface Engine {
  /** Returns whether the endpoint needs no token (test/seeds/2-secrets.md, section 5). */
  unauthenticated?(request: { readonly method: string; readonly segments: readonly string[] }): boolean;
  handle(request: EngineRequest): EngineReply | Promise<EngineReply>;
  /** The methods of each pattern of a path below the mount. */
  readonly routes: Readonly<Record<string, object>>;
  /** What can change, if it is not in the engine's own fields. */
  readonly state?: object;
  /** Stops timers. */
  close?(): void;
}

export type EngineFactory = (context: EngineContext) => Engine | Promise<Engine>;
