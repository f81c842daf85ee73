/** The organization's is the default (test/seeds/1-workspaces.md, section 4.6). */
import type { Json, SandboxResponse } from '../contract.ts';
import type { WorkspaceCall } from './call.ts';
import { noContent, ok, recordEffect, requirePermission } from './call.ts';
import { toOne } from './document.ts';
import { notFound, unprocessable } from './errors.ts';
import { asObject, member, path, readJson } from './json-api.ts';
import type { RetentionPolicy } from './model.ts';

const DELETE_OLDERS = 'data-retention-policy-delete-olders';
const DONT_DELETES = 'data-retention-policy-dont-deletes';

const DAYS = ['delete-older-than-n-days', 'deleteOlderThanNDays'] as const;

function policyDocument(policy: RetentionPolicy, target: Json): Json {
  return {
    data: {
      id: policy.id,
      type: policy.type,
      attributes: policy.days === undefined ? {} : { 'delete-older-than-n-days': policy.days },
      relationships: { target },
    },
  };
}

export function showRetentionPolicy({ workspace, store }: WorkspaceCall): SandboxResponse {
  if (workspace.retention !== undefined) {
    return ok(policyDocument(workspace.retention, toOne('workspaces', workspace.id)));
  }
  const organization = store.organizationOf(workspace);
  return ok(policyDocument(organization.retention, toOne('organizations', organization.name)));
}

function readPolicy(bytes: Buffer, id: string): RetentionPolicy {
  const data = asObject(member(readJson(bytes), 'data'));
  const type = member(data, 'type');
  if (type === DONT_DELETES) return { id, type, days: undefined };
  if (type !== DELETE_OLDERS) {
    throw unprocessable(`type must be ${DELETE_OLDERS} or ${DONT_DELETES}.`, '/data/type');
  }
  const days = DAYS.map((name) => path(data, 'attributes', name)).find((value) => value !== undefined);
  if (typeof days !== 'number' || !Number.isInteger(days) || days < 1) {
    throw unprocessable('The number of days must be a whole number from 1.', `/data/attributes/${DAYS[1]}`);
  }
  return { id, type, days };
}

/** Another type replaces it. */
export function setRetentionPolicy(call: WorkspaceCall): SandboxResponse {
  requirePermission(call, 'admin');
  const { workspace, store } = call;
  const previous = workspace.retention;
  const policy = readPolicy(call.request.bytes, previous?.id ?? '');
  const id = previous?.type === policy.type ? policy.id : store.newIdentifier('drp');
  workspace.retention = { ...policy, id };
  recordEffect(call, `retention-policy.set ${workspace.id}`);
  return ok(policyDocument(workspace.retention, toOne('workspaces', workspace.id)));
}

export function deleteRetentionPolicy(call: WorkspaceCall): SandboxResponse {
  requirePermission(call, 'admin');
  const { workspace } = call;
  if (workspace.retention === undefined) throw notFound('Data retention policy of the workspace');
  workspace.retention = undefined;
  recordEffect(call, `retention-policy.deleted ${workspace.id}`);
  return noContent;
}
