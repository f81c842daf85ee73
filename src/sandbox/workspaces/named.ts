/** SSH keys and agent pools: vendors' clients make them first. Only names are kept. */
import type { Json, SandboxResponse } from '../contract.ts';
import type { Call } from './call.ts';
import { noContent, ok, recordEffect } from './call.ts';
import { toOne } from './document.ts';
import { notFound, unprocessable } from './errors.ts';
import { path, readJson } from './json-api.ts';
import type { Organization, Workspace } from './model.ts';
import { managesAllWorkspaces } from './permissions.ts';

interface Kind {
  readonly prefix: string;
  readonly word: string;
  readonly of: (organization: Organization) => Map<string, string>;
  readonly release: (workspace: Workspace, id: string) => void;
}

export type NamedType = 'agent-pools' | 'ssh-keys';

const KINDS: Readonly<Record<NamedType, Kind>> = {
  'ssh-keys': {
    prefix: 'sshkey',
    word: 'ssh-key',
    of: ({ sshKeys }) => sshKeys,
    release(workspace, id) {
      if (workspace.sshKeyId === id) workspace.sshKeyId = null;
    },
  },
  'agent-pools': {
    prefix: 'apool',
    word: 'agent-pool',
    of: ({ agentPools }) => agentPools,
    release(workspace, id) {
      if (workspace.execution?.agentPoolId === id) workspace.execution = undefined;
    },
  },
};

export const namedResource = (
  type: NamedType | 'projects',
  { name: organization }: Organization,
  id: string,
  name: string,
): Json => ({
  id,
  type,
  attributes: { name },
  relationships: { organization: toOne('organizations', organization) },
  links: { self: `/api/v2/${type}/${id}` },
});

function nameOf(call: Call): string {
  const name = path(readJson(call.request.bytes), 'data', 'attributes', 'name');
  if (typeof name === 'string' && name !== '') return name;
  throw unprocessable('name is required.', '/data/attributes/name');
}

export const createNamed =
  (type: NamedType) =>
  (call: Call, organization: Organization): SandboxResponse => {
    if (!managesAllWorkspaces(call.principal)) throw notFound('Organization');
    const kind = KINDS[type];
    const name = nameOf(call);
    const id = call.store.newIdentifier(kind.prefix);
    kind.of(organization).set(id, name);
    recordEffect(call, `${kind.word}.created ${id}`);
    return { status: 201, body: { data: namedResource(type, organization, id, name) } };
  };

export function onNamed(call: Call, type: NamedType, id: string): SandboxResponse {
  const kind = KINDS[type];
  const organization = call.store.organizations().find((one) => kind.of(one).has(id));
  const all = organization === undefined ? undefined : kind.of(organization);
  const name = all?.get(id);
  if (organization === undefined || all === undefined || name === undefined) throw notFound(kind.word);
  if (call.request.method === 'GET') return ok({ data: namedResource(type, organization, id, name) });
  if (!managesAllWorkspaces(call.principal)) throw notFound(kind.word);
  if (call.request.method === 'PATCH') {
    const renamed = nameOf(call);
    all.set(id, renamed);
    recordEffect(call, `${kind.word}.updated ${id}`);
    return ok({ data: namedResource(type, organization, id, renamed) });
  }
  all.delete(id);
  for (const workspace of call.store.inOrganization(organization.name)) kind.release(workspace, id);
  recordEffect(call, `${kind.word}.deleted ${id}`);
  return noContent;
}
