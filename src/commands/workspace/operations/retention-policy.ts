import type { Json, JsonObject } from '../../../documents/json/json.ts';
import { isObject } from '../../../documents/json/json.ts';
import { defineOperation } from '../../../catalogue/operation.ts';
import type { Undo } from '../../../catalogue/operation.ts';
import { recordView } from '../../../catalogue/view.ts';
import { retentionPolicyFields } from '../fields.ts';
import { workspaceId } from '../parts.ts';

const path = '/workspaces/{workspace_id}/relationships/data-retention-policy';

const columns = [
  'id',
  ['type', 'policy'],
  ['delete-older-than-n-days', 'delete older than days'],
  ['set-on', 'set on'],
  'target',
] as const;

/** The policy as in a file; null for the organization's default. */
export const policyOf = (item: JsonObject): Json => {
  if (item['set-on'] === 'organization') return null;
  return item['type'] === 'data-retention-policy-dont-deletes'
    ? { 'dont-delete': true }
    : { 'delete-older-than-days': item['delete-older-than-n-days'] ?? null };
};

const view = recordView({ fields: retentionPolicyFields, essential: ['id', 'type'], name: 'id', columns });

const shared = {
  source: '1 §4.6',
  service: 'workspaces',
  path,
  part: 'data retention policy of workspace',
} as const;

export const show = defineOperation({
  ...shared,
  id: 'workspace.retention-policy.show',
  summary: 'Show the data retention policy of a workspace',
  description:
    'Shows the policy of the workspace itself, or the organization default that applies: "set on" says which. ' +
    'Self-hosted edition only.',
  method: 'GET',
  parameters: { workspace_id: workspaceId },
  effect: 'read',
  view,
  permission: 'Read',
  examples: [{ summary: 'Own or inherited', argv: 'workspace retention-policy show acme/network-prod' }],
});

const policyBack: Undo = {
  pick: ([item]) => {
    const policy = item === undefined ? null : policyOf(item);
    return isObject(policy) ? policy : null;
  },
  reverse: ({ before }) =>
    before === null
      ? { command: 'workspace retention-policy delete', input: {} }
      : { command: 'workspace retention-policy set', input: before },
};

export const set = defineOperation({
  ...shared,
  id: 'workspace.retention-policy.set',
  objectRead: show,
  undo: policyBack,
  summary: 'Set the data retention policy of a workspace',
  description: 'Creates the policy or replaces it. Self-hosted edition only.',
  method: 'POST',
  parameters: {
    workspace_id: workspaceId,
    'delete-older-than-days': {
      in: 'body',
      type: 'integer',
      pointer: '/data/attributes/deleteOlderThanNDays',
      implies: { '/data/type': 'data-retention-policy-delete-olders' },
      summary: 'Age in days after which data is deleted',
      limits: { minimum: 1 },
      metavar: 'days',
    },
    'dont-delete': {
      in: 'local',
      type: 'boolean',
      implies: { '/data/type': 'data-retention-policy-dont-deletes', '/data/attributes': {} },
      summary: 'Never delete data',
    },
  },
  rules: [{ rule: 'exactlyOne', keys: ['delete-older-than-days', 'dont-delete'] }],
  effect: 'idempotent',
  doneText: 'set the data retention policy of {workspace_id}[: delete after {delete-older-than-n-days} days]',
  // Some servers return the policy; from others it is read.
  reply: [200, 201, 204],
  risks: [
    { risk: 'removes', gravity: 'ask', question: 'Change which data of {workspace_id} the server deletes?' },
  ],
  view,
  lookUp: 'workspace retention-policy show {workspace_id}',
  permission: 'Admin on the workspace',
  examples: [
    {
      summary: 'Keep 90 days',
      argv: 'workspace retention-policy set acme/network-prod --delete-older-than-days 90 --yes',
    },
    {
      summary: 'Keep everything',
      argv: 'workspace retention-policy set acme/network-prod --dont-delete --yes',
    },
  ],
});

export const remove = defineOperation({
  ...shared,
  id: 'workspace.retention-policy.delete',
  objectRead: show,
  undo: policyBack,
  summary: 'Remove the data retention policy of a workspace',
  description: 'The organization default then applies. Self-hosted edition only.',
  method: 'DELETE',
  parameters: { workspace_id: workspaceId },
  effect: 'idempotent',
  risks: [
    { risk: 'removes', gravity: 'ask', question: 'Remove the data retention policy of {workspace_id}?' },
  ],
  view: { kind: 'message', text: 'removed the data retention policy of {workspace_id}' },
  lookUp: 'workspace retention-policy show {workspace_id}',
  permission: 'Admin on the workspace',
  examples: [
    { summary: 'Back to the default', argv: 'workspace retention-policy delete acme/network-prod --yes' },
  ],
});
