import { createHash } from 'node:crypto';
import type { Json, SandboxResponse } from '../../contract.ts';
import type { Namespace } from '../scheduler/cluster.ts';
import { NODE } from '../scheduler/node.ts';
import { denied, Refusal } from '../wire/failure.ts';
import { presentedToken } from '../../tokens.ts';
import { plainResponse, readResponse } from '../wire/response.ts';
import { sees } from './access.ts';
import { authorize, type Call } from './call.ts';

const RELEASE = '1.7.7';

export function readAgent(call: Call): SandboxResponse {
  authorize(call, 'default', 'agent-read');
  return plainResponse({
    config: { Datacenter: NODE.datacenter, Region: 'global', Version: { Version: RELEASE } },
    member: { Name: 'sandbox.global', Status: 'alive', Tags: { build: RELEASE, region: 'global' } },
    stats: {},
  });
}

/** As real servers reply without a token. */
const ANONYMOUS = {
  AccessorID: 'anonymous',
  CreateIndex: 0,
  CreateTime: '0001-01-01T00:00:00Z',
  ExpirationTTL: '',
  ExpirationTime: null,
  Global: false,
  Hash: null,
  ModifyIndex: 0,
  Name: 'Anonymous Token',
  Policies: ['anonymous'],
  Roles: null,
  SecretID: '',
  Type: 'client',
};

/** An organization's token is unknown to this service. */
export function readOwnToken(call: Call): SandboxResponse {
  const { principal, presented } = call.request;
  if (!presented) return readResponse(ANONYMOUS, 0);
  const given = call.cluster.logins?.show(presentedToken(call.request.headers) ?? '');
  if (given !== undefined) return readResponse(given, 1);
  if (principal === undefined || principal.name === 'organization') throw denied();
  const isManagement = principal.name === 'owner' && principal.rights === undefined;
  const digest = createHash('sha256').update(principal.token).digest();
  const token = {
    AccessorID: digest.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-'),
    CreateIndex: 1,
    CreateTime: new Date(call.cluster.startedAt).toISOString(),
    ExpirationTTL: '',
    ExpirationTime: null,
    Global: isManagement,
    Hash: digest.toString('base64'),
    ModifyIndex: 1,
    Name: principal.label ?? principal.name,
    Policies: isManagement ? null : [principal.name],
    Roles: null,
    SecretID: principal.token,
    Type: isManagement ? 'management' : 'client',
  };
  return readResponse(token, 1);
}

export function readLeader(): SandboxResponse {
  return {
    status: 200,
    body: Buffer.from(JSON.stringify(`${NODE.address}:4647`)),
    type: 'application/json',
  };
}

function namespaceJson({ name, description, createIndex }: Namespace): Json {
  return {
    Name: name,
    Description: description,
    Meta: null,
    Quota: '',
    CreateIndex: createIndex,
    ModifyIndex: createIndex,
  };
}

export function readNamespace(call: Call, name: string): SandboxResponse {
  const found = call.cluster.namespaces.get(name);
  if (!sees(call.request.principal, name)) throw denied();
  if (found === undefined) throw new Refusal(404, 'Namespace not found');
  return readResponse(namespaceJson(found), found.createIndex);
}

export function readRegions(): SandboxResponse {
  return plainResponse(['global']);
}

export function readNamespaces(call: Call): SandboxResponse {
  const { principal } = call.request;
  const seen = [...call.cluster.namespaces.values()].filter(({ name }) => sees(principal, name));
  if (seen.length === 0) throw denied();
  return readResponse(seen.map(namespaceJson), Math.max(...seen.map((one) => one.createIndex)));
}
