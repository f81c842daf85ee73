/**
 * Assigns and unassigns the workspace's SSH key (document 1, section 4.3), and what vendors' clients do with keys
 * before. A key itself is not kept: nothing reads it.
 */
import type { Json, SandboxResponse } from '../contract.ts';
import type { Call, WorkspaceCall } from './call.ts';
import { noContent, ok, recordEffect, requirePermission } from './call.ts';
import { workspaceResponse } from './document.ts';
import { notFound, unprocessable } from './errors.ts';
import { member, path, readJson, readWorkspaceBody } from './json-api.ts';
import type { Organization } from './model.ts';
import { managesAllWorkspaces } from './permissions.ts';

const resource = (id: string, name: string): Json => ({
  id,
  type: 'ssh-keys',
  attributes: { name },
  links: { self: `/api/v2/ssh-keys/${id}` },
});

function nameOf(call: Call): string {
  const name = path(readJson(call.request.bytes), 'data', 'attributes', 'name');
  if (typeof name === 'string' && name !== '') return name;
  throw unprocessable('name is required.', '/data/attributes/name');
}

/** POST /organizations/:organization_name/ssh-keys */
export function createSshKey(call: Call, organization: Organization): SandboxResponse {
  if (!managesAllWorkspaces(call.principal)) throw notFound('Organization');
  const name = nameOf(call);
  const id = call.store.newIdentifier('sshkey');
  organization.sshKeys.set(id, name);
  recordEffect(call, `ssh-key.created ${id}`);
  return { status: 201, body: { data: resource(id, name) } };
}

/** GET, PATCH and DELETE /ssh-keys/:id; workspaces lose a key that is deleted. */
export function onSshKey(call: Call, id: string): SandboxResponse {
  const organization = call.store.organizations().find(({ sshKeys }) => sshKeys.has(id));
  const name = organization?.sshKeys.get(id);
  if (organization === undefined || name === undefined) throw notFound('SSH key');
  if (call.request.method === 'GET') return ok({ data: resource(id, name) });
  if (!managesAllWorkspaces(call.principal)) throw notFound('SSH key');
  if (call.request.method === 'PATCH') {
    const renamed = nameOf(call);
    organization.sshKeys.set(id, renamed);
    recordEffect(call, `ssh-key.updated ${id}`);
    return ok({ data: resource(id, renamed) });
  }
  organization.sshKeys.delete(id);
  for (const workspace of call.store.inOrganization(organization.name)) {
    if (workspace.sshKeyId === id) workspace.sshKeyId = null;
  }
  recordEffect(call, `ssh-key.deleted ${id}`);
  return noContent;
}

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
