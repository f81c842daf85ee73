import type { Json, Principal, SandboxContext, SandboxRequest, SandboxResponse } from '../contract.ts';
import { notFound } from './errors.ts';
import type { Workspace } from './model.ts';
import type { Permission } from './permissions.ts';
import { permits } from './permissions.ts';
import type { WorkspaceStore } from './store.ts';

export interface Call {
  readonly request: SandboxRequest;
  readonly principal: Principal;
  readonly store: WorkspaceStore;
  readonly context: SandboxContext;
}

export interface WorkspaceCall extends Call {
  readonly workspace: Workspace;
}

export function may(call: Call, workspace: Workspace, permission: Permission): boolean {
  return permits(call.principal, call.store.projectOf(workspace), permission);
}

/** 404 like an invisible workspace (section 7). */
export function requirePermission(call: WorkspaceCall, permission: Permission): void {
  if (!may(call, call.workspace, permission)) throw notFound('Workspace');
}

export function recordEffect(call: Call, what: string): void {
  const { method, path } = call.request;
  call.context.effects.record({ service: 'workspaces', method, path, what });
}

export function ok(body: Json): SandboxResponse {
  return { status: 200, body };
}

export const noContent: SandboxResponse = { status: 204 };
