/** test/seeds/1-workspaces.md, sections 3, 4.1 and 7. As on real servers, a lock prevents only safe delete. */
import type { SandboxResponse } from '../contract.ts';
import { noContent, recordEffect, requirePermission } from './call.ts';
import type { WorkspaceCall } from './call.ts';
import { ApiError, conflict } from './errors.ts';
import { describeLock } from './locking.ts';
import { mayForceDelete } from './permissions.ts';

export function safeDelete(call: WorkspaceCall): SandboxResponse {
  requirePermission(call, 'admin');
  const { workspace } = call;
  if (workspace.lock !== undefined) {
    throw conflict(
      `Unable to delete workspace safely. The workspace is locked by ${describeLock(workspace.lock)}; unlock it first.`,
    );
  }
  if (workspace.resourceCount > 0) {
    throw conflict(
      `Unable to delete workspace safely. The workspace is still managing ${workspace.resourceCount} resources.`,
    );
  }
  call.store.remove(workspace);
  recordEffect(call, `workspace.deleted ${workspace.id}`);
  return noContent;
}

export function forceDelete(call: WorkspaceCall): SandboxResponse {
  if (!mayForceDelete(call.principal)) {
    throw new ApiError(403, { detail: 'You are not authorized to force delete this workspace.' });
  }
  call.store.remove(call.workspace);
  recordEffect(call, `workspace.force-deleted ${call.workspace.id}`);
  return noContent;
}
