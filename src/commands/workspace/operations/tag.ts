import type { JsonObject } from '../../../documents/json/json.ts';
import { listedBy, onlyIn } from '../../../catalogue/undo.ts';
import { defineOperation } from '../../../catalogue/operation.ts';
import { tableView } from '../../../catalogue/view.ts';
import { tagFields } from '../fields.ts';
import type { Parameters } from '../../../catalogue/parameter.ts';
import type { Rule } from '../../../catalogue/rule.ts';
import { paging, resources, workspaceId } from '../parts.ts';

const path = '/workspaces/{workspace_id}/relationships/tags';

const shared = { source: '1 §4.5', service: 'workspaces', path } as const;

const tags = {
  tags: {
    in: 'body',
    type: 'strings',
    name: 'attributes.name',
    flag: 'tag',
    pointer: '/data',
    sentAs: resources((name) => ({ type: 'tags', attributes: { name } })),
    summary: 'Tag names',
    metavar: 'tag',
  },
  ids: {
    in: 'body',
    type: 'strings',
    name: 'id',
    flag: 'id',
    pointer: '/data',
    sentAs: resources((id) => ({ type: 'tags', id })),
    summary: 'IDs of existing tags',
    metavar: 'tag-id',
  },
} as const satisfies Parameters;

const rules: readonly Rule[] = [{ rule: 'atLeastOne', keys: ['tags', 'ids'] }];

const changed = {
  ...shared,
  rules,
  lookUp: 'workspace tag list {workspace_id}',
  errors: { 404: 'the workspace is not found, or the caller is not authorized' },
  permission: 'Admin on the workspace',
} as const;

export const list = defineOperation({
  ...shared,
  id: 'workspace.tag.list',
  summary: 'List the tags of a workspace',
  method: 'GET',
  parameters: { workspace_id: workspaceId, ...paging },
  effect: 'read',
  view: tableView({ fields: tagFields, name: 'name', columns: ['name', 'id'], empty: 'no tags' }),
  permission: 'Read',
  examples: [{ summary: 'All tags', argv: 'workspace tag list acme/network-prod' }],
});

const tagged = {
  pick: (items: readonly JsonObject[]) => ({ tags: listedBy(items, 'name') }),
} as const;

export const add = defineOperation({
  ...changed,
  id: 'workspace.tag.add',
  objectRead: list,
  undo: {
    ...tagged,
    reverse: ({ before, now }) => ({
      command: 'workspace tag remove',
      input: { tags: onlyIn(now, before, 'tags') },
    }),
  },
  summary: 'Add tags to a workspace',
  description:
    'Adds flat string tags; a tag that the organization does not have is created. For key-value tags use ' +
    'workspace update --tag.',
  method: 'POST',
  parameters: { workspace_id: workspaceId, ...tags },
  effect: 'idempotent',
  view: { kind: 'message', text: 'added tags to {workspace_id}' },
  examples: [
    { summary: 'Two names', argv: 'workspace tag add acme/network-prod eu critical' },
    { summary: 'By ID', argv: 'workspace tag add acme/network-prod --id tag-tjUU4hd5' },
  ],
});

export const remove = defineOperation({
  ...changed,
  id: 'workspace.tag.remove',
  objectRead: list,
  undo: {
    ...tagged,
    reverse: ({ before, now }) => ({
      command: 'workspace tag add',
      input: { tags: onlyIn(before, now, 'tags') },
    }),
  },
  summary: 'Remove tags from a workspace',
  description:
    'An unknown name is ignored; an ID must be that of a tag. A tag that no workspace has any more is removed ' +
    'from the organization.',
  method: 'DELETE',
  parameters: { workspace_id: workspaceId, ...tags },
  effect: 'idempotent',
  view: { kind: 'message', text: 'removed tags from {workspace_id}' },
  examples: [{ summary: 'One name', argv: 'workspace tag remove acme/network-prod critical' }],
});
