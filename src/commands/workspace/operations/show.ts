import { defineOperation } from '../../../catalogue/operation.ts';
import { recordView } from '../../../catalogue/view.ts';
import { workspaceFields } from '../fields.ts';
import {
  include,
  organization,
  performanceColumns,
  workspaceColumns,
  workspaceId,
  workspaceName,
} from '../parts.ts';

const shared = {
  summary: 'Show a workspace',
  description:
    'With --include, attributes of related resources are shown as relationship.attribute ' +
    '(current-run.status). Values of sensitive outputs are masked, except in JSON and YAML of a run that is not read-only.',
  source: '1 §4.1',
  service: 'workspaces',
  method: 'GET',
  effect: 'read',
  view: recordView({
    fields: workspaceFields,
    essential: ['id', 'name'],
    name: 'name',
    columns: [...workspaceColumns, ...performanceColumns],
  }),
  permission: 'Read',
} as const;

export const show = defineOperation({
  ...shared,
  id: 'workspace.show',
  path: '/workspaces/{workspace_id}',
  parameters: { workspace_id: workspaceId, include },
  examples: [
    { summary: 'By ID', argv: 'workspace show ws-mJbn8i3TqTQm4eMH' },
    {
      summary: 'With the holder of the lock',
      argv: 'workspace show ws-mJbn8i3TqTQm4eMH --include locked_by',
    },
  ],
});

export const showByName = defineOperation({
  ...shared,
  id: 'workspace.show-by-name',
  path: '/organizations/{organization_name}/workspaces/{name}',
  parameters: { organization_name: organization, name: workspaceName, include },
  examples: [{ summary: 'By name', argv: 'workspace show acme/network-prod' }],
});
