import type { ClientCertificate, Clock, EffectLog, Identities } from '../../contract.ts';
import type { EngineRequest } from '../engine.ts';
import type { LoginState } from '../logins/state.ts';
import type { LeaseManager } from '../leases.ts';
import type { MessageStore } from '../messages/store.ts';
import type { Mounts } from '../mounts.ts';
import type { Routes } from '../routes.ts';
import type { TokenStore } from '../tokens/store.ts';
import type { WrappedReplies } from '../wrapping.ts';

export interface SystemRequest extends EngineRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly client?: ClientCertificate | undefined;
}

export interface NamespaceOfLease {
  readonly path: string;
  readonly leases: LeaseManager;
}

export interface NamespaceTable {
  add(path: string, empty: boolean): void;
  remove(path: string): Promise<void>;
  below(path: string): readonly string[];
  resolve(namespace: string, segments: readonly string[]): readonly [string, readonly string[]];
  ofLease(leaseId: string): NamespaceOfLease | undefined;
  find(path: string): { readonly mounts: Mounts } | undefined;
}

export interface SystemContext {
  readonly clock: Clock;
  readonly effects: EffectLog;
  readonly empty: boolean;
  readonly product: string | undefined;
  readonly startedAt: number;
  readonly leases: LeaseManager;
  readonly mounts: Mounts;
  readonly wrappedReplies: WrappedReplies;
  readonly messages: MessageStore;
  readonly tokens: TokenStore;
  readonly logins: LoginState;
  readonly identities: Identities;
  readonly namespace: string;
  readonly namespaces: NamespaceTable;
}

export type SystemRoutes = Routes<SystemRequest>;
