import type { JsonObject } from '../../../documents/json/json.ts';
import { listedBy, onlyIn } from '../../../catalogue/undo.ts';
import { defineOperation } from '../../../catalogue/operation.ts';
import { tableView } from '../../../catalogue/view.ts';
import { address } from '../address.ts';
import { workspaceFields } from '../fields.ts';
import { listColumns, paging, resources, workspaceId } from '../parts.ts';

const path = '/workspaces/{workspace_id}/relationships/remote-state-consumers';

const shared = { source: '1 §4.4', service: 'workspaces', path } as const;

const consumers = {
  in: 'body',
  type: 'strings',
  name: 'data[]',
  flag: 'consumer',
  pointer: '/data',
  sentAs: resources((id) => ({ type: 'workspaces', id })),
  summary: 'Workspaces: IDs, org/name, or names',
  required: true,
  address,
  complete: 'workspace',
  metavar: 'consumer',
} as const;

const { required: _, ...optional } = consumers;

const changed = {
  ...shared,
  lookUp: 'workspace consumer list {workspace_id}',
  errors: {
    404: 'the workspace is not found, or the caller is not authorized',
    422: 'a problem with the payload or the request',
  },
} as const;

export const list = defineOperation({
  ...shared,
  id: 'workspace.consumer.list',
  summary: 'List the workspaces that may read the state',
  description:
    'With global-remote-state every other workspace of the organization is listed. Workspaces that the ' +
    'token cannot read are left out.',
  method: 'GET',
  parameters: { workspace_id: workspaceId, ...paging },
  effect: 'read',
  view: tableView({
    fields: workspaceFields,
    name: 'name',
    columns: listColumns,
    empty: 'no remote state consumers',
  }),
  permission: 'Read',
  examples: [{ summary: 'All of them', argv: 'workspace consumer list acme/network-prod' }],
});

const listed = {
  pick: (items: readonly JsonObject[]) => ({ consumers: listedBy(items, 'id') }),
} as const;

export const add = defineOperation({
  ...changed,
  id: 'workspace.consumer.add',
  objectRead: list,
  undo: {
    ...listed,
    reverse: ({ before, now }) => ({
      command: 'workspace consumer remove',
      input: { consumers: onlyIn(now, before, 'consumers') },
    }),
  },
  summary: 'Let workspaces read the state',
  description:
    'Works only while global-remote-state is false. Workspaces that are already consumers are ignored; a ' +
    'workspace cannot be its own consumer.',
  method: 'POST',
  parameters: { workspace_id: workspaceId, consumers },
  effect: 'idempotent',
  view: { kind: 'message', text: 'added remote state consumers to {workspace_id}' },
  permission: 'Admin on the workspace',
  examples: [
    { summary: 'Two at once', argv: 'workspace consumer add acme/network-prod acme/dns-prod acme/billing' },
  ],
});

export const replace = defineOperation({
  ...changed,
  id: 'workspace.consumer.replace',
  objectRead: list,
  undo: {
    ...listed,
    reverse: ({ before }) => ({
      command: 'workspace consumer replace',
      input:
        onlyIn(before, null, 'consumers').length === 0
          ? { none: true }
          : { consumers: onlyIn(before, null, 'consumers') },
    }),
  },
  summary: 'Replace the workspaces that may read the state',
  description:
    'Afterwards exactly the given workspaces are consumers. An empty list needs --none. Teams with permission ' +
    'only on the workspace must use add and remove.',
  method: 'PATCH',
  parameters: {
    workspace_id: workspaceId,
    consumers: { ...optional, summary: 'The whole list of consumers' },
    none: {
      in: 'local',
      type: 'boolean',
      implies: { '/data': [] },
      summary: 'Replace with the empty list',
    },
  },
  rules: [{ rule: 'exactlyOne', keys: ['consumers', 'none'] }],
  effect: 'idempotent',
  risks: [
    { risk: 'overwrites', gravity: 'ask', question: 'Replace the remote state consumers of {workspace_id}?' },
  ],
  view: { kind: 'message', text: 'replaced the remote state consumers of {workspace_id}' },
  permission: 'manage all workspaces of the organization',
  examples: [
    {
      summary: 'Exactly one consumer',
      argv: 'workspace consumer replace acme/network-prod acme/dns-prod --yes',
    },
    { summary: 'None at all', argv: 'workspace consumer replace acme/network-prod --none --yes' },
  ],
});

export const remove = defineOperation({
  ...changed,
  id: 'workspace.consumer.remove',
  objectRead: list,
  undo: {
    ...listed,
    reverse: ({ before, now }) => ({
      command: 'workspace consumer add',
      input: { consumers: onlyIn(before, now, 'consumers') },
    }),
  },
  summary: 'Stop workspaces from reading the state',
  description:
    'Works only while global-remote-state is false. Workspaces that are not consumers are ignored.',
  method: 'DELETE',
  parameters: { workspace_id: workspaceId, consumers },
  effect: 'idempotent',
  view: { kind: 'message', text: 'removed remote state consumers from {workspace_id}' },
  permission: 'Admin on the workspace',
  examples: [{ summary: 'One', argv: 'workspace consumer remove acme/network-prod acme/dns-prod' }],
});
