/** test/seeds/1-workspaces.md, section 4. */
import type { SandboxResponse } from '../contract.ts';
import { showAccount, showEntitlements, showOrganization } from './account.ts';
import type { Call, WorkspaceCall } from './call.ts';
import { may, ok } from './call.ts';
import { addConsumers, listConsumers, removeConsumers, replaceConsumers } from './consumers.ts';
import { forceDelete, safeDelete } from './deletion.ts';
import { toJson, workspaceResource } from './document.ts';
import { createWorkspace, updateWorkspace } from './editing.ts';
import { notFound } from './errors.ts';
import { included, readInclude } from './include.ts';
import { listWorkspaces } from './listing.ts';
import { forceUnlock, lock, unlock } from './locking.ts';
import type { Organization, Workspace } from './model.ts';
import type { NamedType } from './named.ts';
import { createNamed, onNamed } from './named.ts';
import {
  listAgentPools,
  listOrganizations,
  listOrganizationTags,
  listProjects,
  listSshKeys,
} from './neighbors.ts';
import { createOrganization, deleteOrganization, updateOrganization } from './organizations.ts';
import { performanceAttributes } from './performance.ts';
import { deleteRetentionPolicy, setRetentionPolicy, showRetentionPolicy } from './retention-policy.ts';
import { setSshKey } from './ssh-key.ts';
import { addTagBindings, listEffectiveTagBindings, listTagBindings } from './tag-bindings.ts';
import { addTags, listTags, removeTags } from './tags.ts';

type Handler = (call: Call) => SandboxResponse;
type WorkspaceHandler = (call: WorkspaceCall) => SandboxResponse;

function showWorkspace(call: WorkspaceCall): SandboxResponse {
  const { workspace } = call;
  const names = readInclude(call);
  const resource = workspaceResource(call, workspace, performanceAttributes(workspace));
  return ok({ data: toJson(resource), ...included(call, names, [workspace]) });
}

const ON_ORGANIZATION: Readonly<Record<string, (call: Call, organization: Organization) => SandboxResponse>> =
  {
    'GET ': showOrganization,
    'PATCH ': updateOrganization,
    'DELETE ': deleteOrganization,
    'GET entitlement-set': showEntitlements,
    'GET workspaces': listWorkspaces,
    'POST workspaces': createWorkspace,
    'GET tags': listOrganizationTags,
    'GET ssh-keys': listSshKeys,
    'POST ssh-keys': createNamed('ssh-keys'),
    'GET agent-pools': listAgentPools,
    'POST agent-pools': createNamed('agent-pools'),
    'GET projects': listProjects,
  };

const ON_WORKSPACE: Readonly<Record<string, WorkspaceHandler>> = {
  'GET ': showWorkspace,
  'PATCH ': updateWorkspace,
  'DELETE ': forceDelete,
  'POST actions/safe-delete': safeDelete,
};

const ON_WORKSPACE_ID: Readonly<Record<string, WorkspaceHandler>> = {
  'POST actions/lock': lock,
  'POST actions/unlock': unlock,
  'POST actions/force-unlock': forceUnlock,
  'PATCH relationships/ssh-key': setSshKey,
  'GET relationships/remote-state-consumers': listConsumers,
  'POST relationships/remote-state-consumers': addConsumers,
  'PATCH relationships/remote-state-consumers': replaceConsumers,
  'DELETE relationships/remote-state-consumers': removeConsumers,
  'GET tag-bindings': listTagBindings,
  'PATCH tag-bindings': addTagBindings,
  'GET effective-tag-bindings': listEffectiveTagBindings,
  'GET relationships/tags': listTags,
  'POST relationships/tags': addTags,
  'DELETE relationships/tags': removeTags,
  'GET relationships/data-retention-policy': showRetentionPolicy,
  'POST relationships/data-retention-policy': setRetentionPolicy,
  'DELETE relationships/data-retention-policy': deleteRetentionPolicy,
};

const ORGANIZATIONS: Readonly<Record<string, Handler>> = { GET: listOrganizations, POST: createOrganization };

const NAMED: readonly NamedType[] = ['agent-pools', 'ssh-keys'];
const ON_NAMED: readonly string[] = ['GET', 'PATCH', 'DELETE'];

export const allRoutes: readonly string[] = [
  'GET account/details',
  ...Object.keys(ORGANIZATIONS).map((method) => `${method} organizations`),
  ...NAMED.flatMap((type) => ON_NAMED.map((method) => `${method} ${type}/{id}`)),
  ...below('organizations/{organization}', ON_ORGANIZATION),
  ...below('organizations/{organization}/workspaces/{name}', ON_WORKSPACE),
  ...below('workspaces/{id}', ON_WORKSPACE),
  ...below('workspaces/{id}', ON_WORKSPACE_ID),
];

function below(prefix: string, routes: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(routes).map((key) => {
    const [method = '', part = ''] = key.split(' ');
    return `${method} ${prefix}${part === '' ? '' : `/${part}`}`;
  });
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw notFound('Resource');
  }
}

/** OTF reads the ID from the query before the path (`decode.ID`). */
function idAsked({ context, request }: Call): string {
  return context.products?.workspaces === 'otf' ? (request.query.get('workspace_id') ?? '') : '';
}

function onWorkspace(handler: WorkspaceHandler | undefined, find: (call: Call) => Workspace | undefined) {
  if (handler === undefined) return undefined;
  return (call: Call): SandboxResponse => {
    const workspace = find(call);
    if (workspace === undefined || !may(call, workspace, 'read')) throw notFound('Workspace');
    return handler({ ...call, workspace });
  };
}

export function route(method: string, path: string): Handler | undefined {
  const [collection = '', first = '', ...rest] = path.split('/');
  const key = `${method} ${rest.join('/')}`;
  if (path === 'account/details') return method === 'GET' ? showAccount : undefined;
  if (first === '') return collection === 'organizations' ? ORGANIZATIONS[method] : undefined;
  if (collection === 'workspaces') {
    const handler = ON_WORKSPACE[key] ?? ON_WORKSPACE_ID[key];
    return onWorkspace(handler, (call) => call.store.byId(idAsked(call) || decode(first)));
  }
  const type = NAMED.find((one) => one === collection);
  if (type !== undefined && rest.length === 0 && ON_NAMED.includes(method)) {
    return (call) => onNamed(call, type, decode(first));
  }
  if (collection !== 'organizations') return undefined;
  const handler = ON_ORGANIZATION[key];
  if (handler !== undefined) {
    return (call) => {
      const organization = call.store.organization(decode(first));
      if (organization === undefined) throw notFound('Organization');
      return handler(call, organization);
    };
  }
  const [kind, name = '', ...below] = rest;
  if (kind !== 'workspaces' || name === '') return undefined;
  return onWorkspace(ON_WORKSPACE[`${method} ${below.join('/')}`], ({ store }) =>
    store.byName(decode(first), decode(name)),
  );
}
