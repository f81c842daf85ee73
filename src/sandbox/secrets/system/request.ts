/** What the endpoints under `/sys` and `/auth` get to work with. */
import type { Clock, EffectLog } from '../../contract.ts';
import type { EngineRequest } from '../engine.ts';
import type { LeaseManager } from '../leases.ts';
import type { Mounts } from '../mounts.ts';
import type { Routes } from '../routes.ts';
import type { WrappedReplies } from '../wrapping.ts';

export interface SystemRequest extends EngineRequest {
  /** Without slashes at its ends; empty for the root namespace. */
  readonly namespace: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface SystemContext {
  readonly clock: Clock;
  readonly effects: EffectLog;
  readonly empty: boolean;
  readonly leases: LeaseManager;
  readonly mounts: Mounts;
  readonly wrappedReplies: WrappedReplies;
}

export type SystemRoutes = Routes<SystemRequest>;
