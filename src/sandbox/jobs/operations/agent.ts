import type { SandboxResponse } from '../../contract.ts';
import { NODE } from '../scheduler/node.ts';
import { denied } from '../wire/failure.ts';
import { plainResponse, readResponse } from '../wire/response.ts';
import { allows } from './access.ts';
import { authorize, type Call } from './call.ts';

/** Release of the service whose API the document describes. */
const RELEASE = '1.7.7';

/** GET /v1/agent/self: what kind of server this is. */
export function readAgent(call: Call): SandboxResponse {
  authorize(call, 'default', 'list-jobs');
  return plainResponse({
    config: { Datacenter: NODE.datacenter, Region: 'global', Version: { Version: RELEASE } },
    member: { Name: 'sandbox.global', Status: 'alive', Tags: { build: RELEASE, region: 'global' } },
    stats: {},
  });
}

/** GET /v1/status/leader: the address of the leader, for anyone. */
export function readLeader(): SandboxResponse {
  return {
    status: 200,
    body: Buffer.from(JSON.stringify(`${NODE.address}:4647`)),
    type: 'application/json',
  };
}

/** GET /v1/namespaces: those that the token may see. */
export function readNamespaces(call: Call): SandboxResponse {
  const { principal } = call.request;
  const seen = [...call.cluster.namespaces.values()].filter(({ name }) =>
    allows(principal, name, 'list-jobs'),
  );
  if (seen.length === 0) throw denied();
  return readResponse(
    seen.map(({ name, description, createIndex }) => ({
      Name: name,
      Description: description,
      Meta: null,
      Quota: '',
      CreateIndex: createIndex,
      ModifyIndex: createIndex,
    })),
    Math.max(...seen.map((one) => one.createIndex)),
  );
}
