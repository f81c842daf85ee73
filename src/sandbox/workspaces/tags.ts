import type { SandboxResponse } from '../contract.ts';
import type { WorkspaceCall } from './call.ts';
import { noContent, ok, recordEffect, requirePermission } from './call.ts';
import { notFound, unprocessable } from './errors.ts';
import { member, path, readIdentifiers } from './json-api.ts';
import { paginate } from './paging.ts';

type TagItem = { readonly id: string } | { readonly name: string };

export function listTags({ workspace, store, request, context }: WorkspaceCall): SandboxResponse {
  const { tags } = store.organizationOf(workspace);
  const items = [...workspace.tags].map((id) => ({
    type: 'tags',
    id,
    attributes: { name: tags.get(id) ?? '' },
  }));
  const page = paginate(items, request, context.origin());
  return ok({ data: page.items, ...page.envelope });
}

function readItems(call: WorkspaceCall): readonly TagItem[] {
  const { tags } = call.store.organizationOf(call.workspace);
  return readIdentifiers(call.request.bytes, 'tags').map((item, index) => {
    const id = member(item, 'id');
    const name = path(item, 'attributes', 'name');
    if (typeof id === 'string' && id !== '') {
      if (!tags.has(id)) throw notFound(`Tag ${id}`);
      return { id };
    }
    if (typeof name === 'string' && name !== '') return { name };
    throw unprocessable('A tag needs an id or attributes.name.', `/data/${index}`);
  });
}

export function addTags(call: WorkspaceCall): SandboxResponse {
  requirePermission(call, 'admin');
  const { workspace, store } = call;
  const organization = store.organizationOf(workspace);
  const before = workspace.tags.size;
  for (const item of readItems(call)) {
    workspace.tags.add('id' in item ? item.id : store.tagNamed(organization, item.name));
  }
  if (workspace.tags.size > before) recordEffect(call, `tags.added ${workspace.id}`);
  return noContent;
}

export function removeTags(call: WorkspaceCall): SandboxResponse {
  requirePermission(call, 'admin');
  const { workspace, store } = call;
  const organization = store.organizationOf(workspace);
  const idOf = (item: TagItem): string | undefined => {
    if ('id' in item) return item.id;
    for (const [id, name] of organization.tags) if (name === item.name) return id;
    return undefined;
  };
  const removed = readItems(call).filter((item) => workspace.tags.delete(idOf(item) ?? ''));
  store.pruneTags(organization);
  if (removed.length > 0) recordEffect(call, `tags.removed ${workspace.id}`);
  return noContent;
}
