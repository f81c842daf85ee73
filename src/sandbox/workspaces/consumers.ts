/** test/seeds/1-workspaces.md, section 4.4. */
import type { SandboxResponse } from '../contract.ts';
import type { WorkspaceCall } from './call.ts';
import { may, noContent, ok, recordEffect, requirePermission } from './call.ts';
import { toJson, workspaceResource } from './document.ts';
import { notFound, unprocessable, Violations } from './errors.ts';
import { included, readInclude } from './include.ts';
import { member, readIdentifiers } from './json-api.ts';
import type { Workspace } from './model.ts';
import { paginate } from './paging.ts';
import { managesAllWorkspaces } from './permissions.ts';

function sharesWithAll({ settings }: Workspace): boolean {
  return settings['global-remote-state'] === true;
}

export function listConsumers(call: WorkspaceCall): SandboxResponse {
  const { workspace, store, request, context } = call;
  const names = readInclude(call);
  const isConsumer = ({ id }: Workspace): boolean =>
    id !== workspace.id && (sharesWithAll(workspace) || workspace.consumers.has(id));
  const hasAny = sharesWithAll(workspace) || workspace.consumers.size > 0;
  const others = hasAny ? store.inOrganization(workspace.organization).filter(isConsumer) : [];
  const readable = others.filter((other) => may(call, other, 'read'));
  const page = paginate(readable, request, context.origin());
  return ok({
    data: page.items.map((other) => toJson(workspaceResource(call, other))),
    ...included(call, names, page.items),
    ...page.envelope,
  });
}

/** Readable workspaces of the organization. */
function readConsumers(call: WorkspaceCall): readonly string[] {
  const { workspace, store } = call;
  if (sharesWithAll(workspace)) {
    throw unprocessable('Consumers apply only where global-remote-state is false.');
  }
  const violations = new Violations();
  const ids: string[] = [];
  for (const [index, item] of readIdentifiers(call.request.bytes, 'workspaces').entries()) {
    const id = member(item, 'id');
    const other = typeof id === 'string' ? store.byId(id) : undefined;
    if (other === undefined || other.organization !== workspace.organization || !may(call, other, 'read')) {
      violations.add(`/data/${index}/id`, 'Workspace not found, or you are not authorized to read it.');
    } else {
      ids.push(other.id);
    }
  }
  violations.throwIfAny();
  return ids;
}

function refuseSelf({ workspace }: WorkspaceCall, ids: readonly string[]): void {
  const index = ids.indexOf(workspace.id);
  if (index !== -1) {
    throw unprocessable('A workspace cannot be a consumer of itself.', `/data/${index}/id`);
  }
}

export function addConsumers(call: WorkspaceCall): SandboxResponse {
  requirePermission(call, 'admin');
  const ids = readConsumers(call);
  refuseSelf(call, ids);
  const { consumers, id } = call.workspace;
  const before = consumers.size;
  for (const consumer of ids) consumers.add(consumer);
  if (consumers.size > before) recordEffect(call, `consumers.added ${id}`);
  return noContent;
}

export function replaceConsumers(call: WorkspaceCall): SandboxResponse {
  requirePermission(call, 'admin');
  if (!managesAllWorkspaces(call.principal)) throw notFound('Workspace');
  const ids = readConsumers(call);
  refuseSelf(call, ids);
  const { consumers, id } = call.workspace;
  consumers.clear();
  for (const consumer of ids) consumers.add(consumer);
  recordEffect(call, `consumers.replaced ${id}`);
  return noContent;
}

export function removeConsumers(call: WorkspaceCall): SandboxResponse {
  requirePermission(call, 'admin');
  const { consumers, id } = call.workspace;
  const removed = readConsumers(call).filter((consumer) => consumers.delete(consumer));
  if (removed.length > 0) recordEffect(call, `consumers.removed ${id}`);
  return noContent;
}
