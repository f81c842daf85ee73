import { defineOperation } from '../../../catalogue/operation.ts';
import { show, showByName } from './show.ts';
import { organization, workspaceId, workspaceName } from '../parts.ts';

const shared = {
  source: '1 §4.1',
  service: 'workspaces',
  looksFirst: 'asked',
  undo: { because: 'it was deleted with its history' },
} as const;

const safe = {
  ...shared,
  summary: 'Delete a workspace without managed resources',
  description:
    'The server refuses (409, exit 6) while the workspace manages resources, is locked, or its state is being ' +
    'processed; --wait retries in the last case. trivet never falls back to force-delete.',
  method: 'POST',
  risks: [{ risk: 'removes', gravity: 'ask', question: 'Delete workspace {workspace}?' }],
  view: { kind: 'message', text: 'deleted workspace {workspace}' },
  permission: 'Admin on the workspace',
  errors: {
    404: 'the workspace is not found, or the caller is not authorized',
    409: 'the workspace manages resources',
  },
} as const;

export const safeDelete = defineOperation({
  ...safe,
  id: 'workspace.safe-delete',
  objectRead: show,
  path: '/workspaces/{workspace_id}/actions/safe-delete',
  parameters: { workspace_id: workspaceId },
  effect: 'harmless',
  lookUp: 'workspace show {workspace_id}',
  examples: [{ summary: 'By ID', argv: 'workspace delete ws-mJbn8i3TqTQm4eMH --yes' }],
});

export const safeDeleteByName = defineOperation({
  ...safe,
  id: 'workspace.safe-delete-by-name',
  objectRead: showByName,
  path: '/organizations/{organization_name}/workspaces/{name}/actions/safe-delete',
  parameters: { organization_name: organization, name: workspaceName },
  effect: 'unsafe',
  lookUp: 'workspace show {organization_name}/{name}',
  examples: [{ summary: 'By name', argv: 'workspace delete acme/network-dev --yes' }],
});

const force = {
  ...shared,
  summary: 'Delete a workspace without checking its resources',
  description:
    'Resources that the workspace manages are not destroyed and are no longer tracked. Type the name at the ' +
    'prompt, or give --confirm NAME; --yes is not enough.',
  method: 'DELETE',
  risks: [
    {
      risk: 'removes',
      gravity: 'type',
      question: 'This deletes {workspace} and its state without checking resources.',
      name: '{workspace}',
    },
  ],
  view: { kind: 'message', text: 'force-deleted workspace {workspace}' },
  permission: 'organization owner, or workspace admin where the organization allows it',
  errors: {
    403: 'not authorized to force delete',
    404: 'the workspace is not found, or the caller is not authorized',
  },
} as const;

export const forceDelete = defineOperation({
  ...force,
  id: 'workspace.force-delete',
  objectRead: show,
  path: '/workspaces/{workspace_id}',
  parameters: { workspace_id: workspaceId },
  effect: 'harmless',
  lookUp: 'workspace show {workspace_id}',
  examples: [
    {
      summary: 'In a script',
      argv: 'workspace force-delete ws-mJbn8i3TqTQm4eMH --confirm ws-mJbn8i3TqTQm4eMH',
    },
  ],
});

export const forceDeleteByName = defineOperation({
  ...force,
  id: 'workspace.force-delete-by-name',
  objectRead: showByName,
  path: '/organizations/{organization_name}/workspaces/{name}',
  parameters: { organization_name: organization, name: workspaceName },
  effect: 'unsafe',
  lookUp: 'workspace show {organization_name}/{name}',
  examples: [
    { summary: 'By name', argv: 'workspace force-delete acme/network-dev --confirm acme/network-dev' },
  ],
});
