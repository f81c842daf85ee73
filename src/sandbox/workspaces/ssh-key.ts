import type { SandboxResponse } from '../contract.ts';
import type { WorkspaceCall } from './call.ts';
import { recordEffect, requirePermission } from './call.ts';
import { workspaceResponse } from './document.ts';
import { notFound, unprocessable } from './errors.ts';
import { member, readWorkspaceBody } from './json-api.ts';

export function setSshKey(call: WorkspaceCall): SandboxResponse {
  requirePermission(call, 'admin');
  const { workspace, store } = call;
  const id = member(readWorkspaceBody(call.request.bytes).attributes, 'id');
  if (id !== null && typeof id !== 'string') {
    throw unprocessable('id must be the ID of an SSH key, or null.', '/data/attributes/id');
  }
  if (id !== null && !store.organizationOf(workspace).sshKeys.has(id)) throw notFound(`SSH key ${id}`);
  workspace.sshKeyId = id;
  recordEffect(call, `workspace.ssh-key-${id === null ? 'unassigned' : 'assigned'} ${workspace.id}`);
  return workspaceResponse(call);
}
