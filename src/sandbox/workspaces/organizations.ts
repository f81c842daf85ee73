/** Made and deleted by clients' tests, as the products have them. */
import type { SandboxResponse } from '../contract.ts';
import { showOrganization } from './account.ts';
import type { Call } from './call.ts';
import { noContent, recordEffect } from './call.ts';
import { notFound, unprocessable } from './errors.ts';
import { asObject, member, path, readJson } from './json-api.ts';
import type { Organization } from './model.ts';
import { managesAllWorkspaces } from './permissions.ts';
import { newOrganization } from './populate.ts';

function requireOwner({ context, principal }: Call): void {
  const hasThem = context.products?.workspaces !== undefined;
  if (!hasThem || !managesAllWorkspaces(principal)) throw notFound('Resource');
}

/** Further attributes stay as they are. */
function change(call: Call, organization: Organization): void {
  const data = asObject(member(readJson(call.request.bytes), 'data'));
  const {
    name: _name,
    email = organization.email,
    'default-execution-mode': mode = organization.defaultExecutionMode,
    permissions: _permissions,
    ...further
  } = asObject(member(data, 'attributes')) ?? {};
  const pool =
    path(data, 'relationships', 'default-agent-pool', 'data', 'id') ?? organization.defaultAgentPoolId;
  if (typeof email !== 'string' || email === '')
    throw unprocessable('email is a text.', '/data/attributes/email');
  if (mode !== 'remote' && mode !== 'local' && mode !== 'agent') {
    throw unprocessable('One of remote, local, agent.', '/data/attributes/default-execution-mode');
  }
  if (mode === 'agent' && (typeof pool !== 'string' || !organization.agentPools.has(pool))) {
    throw unprocessable('An agent pool of the organization.', '/data/relationships/default-agent-pool');
  }
  organization.email = email;
  organization.defaultExecutionMode = mode;
  organization.defaultAgentPoolId = mode === 'agent' && typeof pool === 'string' ? pool : null;
  organization.further = { ...organization.further, ...further };
}

export function createOrganization(call: Call): SandboxResponse {
  requireOwner(call);
  const body = readJson(call.request.bytes);
  const name = path(body, 'data', 'attributes', 'name');
  const email = path(body, 'data', 'attributes', 'email');
  if (typeof name !== 'string' || !/^[\w-]+$/.test(name)) {
    throw unprocessable('name is letters, digits, - and _.', '/data/attributes/name');
  }
  if (typeof email !== 'string' || email === '') {
    throw unprocessable('email is required.', '/data/attributes/email');
  }
  if (call.store.organization(name) !== undefined) {
    throw unprocessable('Name has already been taken', '/data/attributes/name');
  }
  const made = newOrganization(call.store, name, email);
  change(call, made);
  recordEffect(call, `organization.created ${name}`);
  return { ...showOrganization(call, made), status: 201 };
}

export function updateOrganization(call: Call, organization: Organization): SandboxResponse {
  requireOwner(call);
  change(call, organization);
  recordEffect(call, `organization.updated ${organization.name}`);
  return showOrganization(call, organization);
}

export function deleteOrganization(call: Call, organization: Organization): SandboxResponse {
  requireOwner(call);
  call.store.removeOrganization(organization);
  recordEffect(call, `organization.deleted ${organization.name}`);
  return noContent;
}
