import { defineOperation } from '../../../catalogue/operation.ts';
import type { Changed } from '../../../catalogue/operation.ts';
import { workspaceId, workspaceView } from '../parts.ts';
import { show } from './show.ts';

const shared = {
  source: '1 §4.3',
  service: 'workspaces',
  method: 'PATCH',
  path: '/workspaces/{workspace_id}/relationships/ssh-key',
  part: 'SSH key or workspace',
  effect: 'idempotent',
  view: workspaceView,
  lookUp: 'workspace show {workspace_id}',
  permission: 'Admin on the workspace',
  objectRead: show,
  undo: {
    fields: ['ssh-key'],
    reverse: ({ before }: Pick<Changed, 'before'>) => {
      const key = before?.['ssh-key'];
      return typeof key === 'string' && key !== ''
        ? { command: 'workspace ssh-key assign', input: { 'ssh-key-id': key } }
        : { command: 'workspace ssh-key unassign', input: {} };
    },
  },
} as const;

export const assign = defineOperation({
  ...shared,
  id: 'workspace.ssh-key.assign',
  doneText: 'assigned SSH key {ssh-key-id} to {name}',
  summary: 'Assign an SSH key to a workspace',
  description: 'A workspace has at most one key; a previous key is replaced.',
  body: { '/data/type': 'workspaces' },
  parameters: {
    workspace_id: workspaceId,
    'ssh-key-id': {
      in: 'body',
      type: 'string',
      pointer: '/data/attributes/id',
      name: 'data.attributes.id',
      flag: 'ssh-key-id',
      summary: 'SSH key ID, from the ssh-keys endpoint',
      required: true,
      metavar: 'ssh-key-id',
    },
  },
  examples: [
    { summary: 'By key ID', argv: 'workspace ssh-key assign acme/network-prod sshkey-GxrePWre1Ezug7aM' },
  ],
});

export const unassign = defineOperation({
  ...shared,
  id: 'workspace.ssh-key.unassign',
  doneText: 'removed the SSH key of {name}',
  summary: 'Remove the SSH key of a workspace',
  body: { '/data/type': 'workspaces', '/data/attributes/id': null },
  parameters: { workspace_id: workspaceId },
  examples: [{ summary: 'Whatever key it has', argv: 'workspace ssh-key unassign acme/network-prod' }],
});
