/** test/seeds/1-workspaces.md, sections 3 and 4.2. */
import type { SandboxResponse } from '../contract.ts';
import { recordEffect, requirePermission } from './call.ts';
import type { WorkspaceCall } from './call.ts';
import { workspaceResponse } from './document.ts';
import { ApiError, conflict, unprocessable } from './errors.ts';
import { member, readJson } from './json-api.ts';
import type { Lock, LockHolder } from './model.ts';
import { lockHolder } from './permissions.ts';

const HOLDERS: Readonly<Record<LockHolder['type'], string>> = { users: 'User', teams: 'Team', runs: 'Run' };

export function describeLock({ holder, reason }: Lock): string {
  return `${HOLDERS[holder.type]} ${holder.name}${reason === '' ? '' : ` (reason: ${reason})`}`;
}

export function lock(call: WorkspaceCall): SandboxResponse {
  requirePermission(call, 'lock');
  const { workspace } = call;
  const reason = member(readJson(call.request.bytes), 'reason') ?? '';
  if (typeof reason !== 'string') throw unprocessable('reason must be a string.', '/reason');
  if (workspace.lock !== undefined) {
    throw conflict(
      `Unable to lock workspace. The workspace is already locked by ${describeLock(workspace.lock)}.`,
    );
  }
  workspace.lock = { holder: lockHolder(call.principal), reason };
  recordEffect(call, `workspace.locked ${workspace.id}`);
  return workspaceResponse(call);
}

function release(call: WorkspaceCall, what: string): SandboxResponse {
  call.workspace.lock = undefined;
  recordEffect(call, `${what} ${call.workspace.id}`);
  return workspaceResponse(call);
}

export function unlock(call: WorkspaceCall): SandboxResponse {
  requirePermission(call, 'lock');
  const { workspace } = call;
  const held = workspace.lock;
  if (held === undefined) throw conflict('Unable to unlock workspace. The workspace is already unlocked.');
  if (held.holder.id !== lockHolder(call.principal).id) {
    throw conflict(
      `Unable to unlock workspace. The workspace is locked by ${describeLock(held)} and may not be unlocked except by them.`,
    );
  }
  finalize(call);
  return release(call, 'workspace.unlocked');
}

/** Once the intermediate state version is final. */
function finalize({ workspace, context }: WorkspaceCall): void {
  const latest = workspace.intermediateStates.at(-1);
  if (latest === undefined) return;
  const now = context.clock.now();
  if (latest.finalizedAt > now) {
    latest.finalizedAt = Math.min(latest.finalizedAt, now + latest.afterAttempt);
    throw new ApiError(503, {
      detail:
        'Unable to unlock workspace. The latest state version is still pending; nothing was changed, try again shortly.',
    });
  }
  workspace.currentState = { id: latest.id, createdAt: latest.createdAt };
  workspace.intermediateStates = [];
}

/** Pending states never become current (the document says to inspect them first). */
export function forceUnlock(call: WorkspaceCall): SandboxResponse {
  requirePermission(call, 'force-unlock');
  if (call.workspace.lock === undefined) {
    throw conflict('Unable to force-unlock workspace. The workspace is already unlocked.');
  }
  call.workspace.intermediateStates = [];
  return release(call, 'workspace.force-unlocked');
}
