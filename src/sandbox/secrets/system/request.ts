/** What the endpoints of a namespace under `/sys` and `/auth` get to work with. */
import type { Clock, EffectLog } from '../../contract.ts';
import type { EngineRequest } from '../engine.ts';
import type { LeaseManager } from '../leases.ts';
import type { Mounts } from '../mounts.ts';
import type { Routes } from '../routes.ts';
import type { WrappedReplies } from '../wrapping.ts';

export interface SystemRequest extends EngineRequest {
  readonly headers: Readonly<Record<string, string>>;
}

/** All namespaces by their paths. */
export interface NamespaceTable {
  /** Makes a namespace without a mount; without messages too if it is `empty`. */
  add(path: string, empty: boolean): void;
  /** The names directly below a namespace. */
  below(path: string): readonly string[];
}

export interface SystemContext {
  readonly clock: Clock;
  readonly effects: EffectLog;
  readonly empty: boolean;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly leases: LeaseManager;
  readonly mounts: Mounts;
  readonly wrappedReplies: WrappedReplies;
  /** The path of the namespace that these endpoints are in; '' is the root. */
  readonly namespace: string;
  readonly namespaces: NamespaceTable;
}

export type SystemRoutes = Routes<SystemRequest>;
