/** Organizations that clients make for their tests and delete; the documents have only what is in one. */
import type { SandboxResponse } from '../contract.ts';
import { showOrganization } from './account.ts';
import type { Call } from './call.ts';
import { noContent, recordEffect } from './call.ts';
import { notFound, unprocessable } from './errors.ts';
import { path, readJson } from './json-api.ts';
import type { Organization } from './model.ts';
import { managesAllWorkspaces } from './permissions.ts';
import { newOrganization } from './populate.ts';

/** POST /organizations */
export function createOrganization(call: Call): SandboxResponse {
  if (!managesAllWorkspaces(call.principal)) throw notFound('Resource');
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
  recordEffect(call, `organization.created ${name}`);
  return { ...showOrganization(call, made), status: 201 };
}

/** DELETE /organizations/:organization_name */
export function deleteOrganization(call: Call, organization: Organization): SandboxResponse {
  if (!managesAllWorkspaces(call.principal)) throw notFound('Organization');
  call.store.removeOrganization(organization);
  recordEffect(call, `organization.deleted ${organization.name}`);
  return noContent;
}
