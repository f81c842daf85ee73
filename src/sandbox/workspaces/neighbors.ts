/** Undocumented reads, where clients find the IDs of documented parameters. */
import type { Json, SandboxResponse } from '../contract.ts';
import { organizationResource } from './account.ts';
import type { Call } from './call.ts';
import { may, ok } from './call.ts';
import { toOne } from './document.ts';
import type { Organization } from './model.ts';
import { namedResource } from './named.ts';
import { paginate } from './paging.ts';
import { permits } from './permissions.ts';

function listing(call: Call, items: readonly Json[]): SandboxResponse {
  const page = paginate(items, call.request, call.context.origin());
  return ok({ data: page.items, ...page.envelope });
}

export function listOrganizations(call: Call): SandboxResponse {
  const { query } = call.request;
  const has = (text: string, parameter: string): boolean => text.includes(query.get(parameter) ?? '');
  const found = call.store
    .organizations()
    .filter(
      ({ name, email }) =>
        (has(name, 'q') || has(email, 'q')) && has(name, 'q[name]') && has(email, 'q[email]'),
    );
  return listing(
    call,
    found.map((organization) => organizationResource(call, organization)),
  );
}

export function listOrganizationTags(call: Call, organization: Organization): SandboxResponse {
  const visible = call.store
    .inOrganization(organization.name)
    .filter((workspace) => may(call, workspace, 'read'));
  const items = [...organization.tags].map(([id, name]) => ({
    type: 'tags',
    id,
    attributes: { name, 'instance-count': visible.filter(({ tags }) => tags.has(id)).length },
    relationships: { organization: toOne('organizations', organization.name) },
  }));
  return listing(
    call,
    items.filter(
      ({ attributes }) =>
        attributes['instance-count'] > 0 && attributes.name.includes(call.request.query.get('q') ?? ''),
    ),
  );
}

export function listSshKeys(call: Call, organization: Organization): SandboxResponse {
  const keys = [...organization.sshKeys];
  return listing(
    call,
    keys.map(([id, name]) => namedResource('ssh-keys', organization, id, name)),
  );
}

export function listAgentPools(call: Call, organization: Organization): SandboxResponse {
  const pools = [...organization.agentPools];
  return listing(
    call,
    pools.map(([id, name]) => namedResource('agent-pools', organization, id, name)),
  );
}

export function listProjects(call: Call, organization: Organization): SandboxResponse {
  const { projects } = organization;
  const visible = [...projects.values()].filter((project) => permits(call.principal, project, 'read'));
  return listing(
    call,
    visible.map(({ id, name }) => namedResource('projects', organization, id, name)),
  );
}
