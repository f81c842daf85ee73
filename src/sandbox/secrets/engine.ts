import type { Clock, EffectLog, Json, Principal } from '../contract.ts';

export interface EngineRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'LIST';
  /** Decoded, non-empty, below the mount: `roles/web` is `['roles', 'web']`. */
  readonly segments: readonly string[];
  readonly input: Readonly<Record<string, Json>>;
  readonly principal: Principal | undefined;
  /** Only `owner` has it. */
  readonly sudo: boolean;
  readonly inside?: boolean;
  readonly mount: string;
  readonly path: string;
}

export interface EngineReply {
  readonly status?: number;
  readonly data?: Readonly<Record<string, Json>>;
  readonly warnings?: readonly string[];
  readonly lease?: Lease;
  /** Of a bare endpoint. */
  readonly raw?: { readonly bytes: Buffer; readonly type: string };
}

export interface Lease {
  readonly id: string;
  readonly seconds: number;
  readonly renewable: boolean;
}

export interface LeaseRequest {
  /** The lease ID is `<path>/<name>`. */
  readonly path: string;
  readonly name?: string;
  readonly seconds: number;
  readonly renewable: boolean;
  /** Seconds including renewals; 0 means unlimited. */
  readonly maximum: number;
  /** Once, when revoked or expired. */
  readonly end: () => void;
  readonly renew?: () => void;
}

/** Under `/sys/leases`; `forget` does not call `end`. */
export interface Leases {
  create(request: LeaseRequest): Lease;
  revoke(id: string): void;
  forget(id: string): void;
}

export interface EngineContext {
  readonly mount: string;
  readonly clock: Clock;
  readonly effects: EffectLog;
  readonly leases: Leases;
  readonly empty: boolean;
  readonly product: string | undefined;
  origin(): string;
}

export class EngineError extends Error {
  readonly status: number;
  readonly errors: readonly string[];
  constructor(status: number, ...errors: readonly string[]) {
    super(errors[0] ?? `status ${status}`);
    this.status = status;
    this.errors = errors;
  }
}

export class RouteError extends EngineError {}

export interface Engine {
  unauthenticated?(request: { readonly method: string; readonly segments: readonly string[] }): boolean;
  handle(request: EngineRequest): EngineReply | Promise<EngineReply>;
  /** By pattern of the path below the mount. */
  readonly routes: Readonly<Record<string, object>>;
  readonly state?: object;
  close?(): void;
}

export type EngineFactory = (context: EngineContext) => Engine | Promise<Engine>;
