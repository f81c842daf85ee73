import type { SandboxResponse } from '../../contract.ts';
import { NODE } from '../scheduler/node.ts';
import { Refusal } from '../wire/failure.ts';
import type { JsonObject } from '../wire/json.ts';
import { parseBoolean, queryText } from '../wire/query.ts';
import { readResponse } from '../wire/response.ts';
import { authorize, type Call } from './call.ts';
import { checkId } from './identity.ts';
import { listRecords } from './page.ts';
import { allocationWithJob } from './represent-allocation.ts';

const STUB: JsonObject = {
  Address: NODE.address,
  CreateIndex: 1,
  Datacenter: NODE.datacenter,
  Drain: false,
  ID: NODE.id,
  LastDrain: null,
  ModifyIndex: 1,
  Name: NODE.name,
  NodeClass: '',
  NodePool: NODE.pool,
  SchedulingEligibility: 'eligible',
  Status: 'ready',
  StatusDescription: '',
  Version: '1.7.7',
};

const DRIVER: JsonObject = { Detected: true, Healthy: true, HealthDescription: 'Healthy', Attributes: {} };

const RESOURCES: JsonObject = {
  Cpu: { CpuShares: NODE.cpu },
  Disk: { DiskMB: NODE.disk },
  Memory: { MemoryMB: NODE.memory },
};

export function listNodes(call: Call): SandboxResponse {
  authorize(call, 'default', 'node-read');
  const asks = (name: string): boolean => parseBoolean(queryText(call.request, name)) ?? false;
  const node = {
    ...STUB,
    Attributes: asks('os') ? { 'os.name': 'sandbox' } : null,
    Drivers: { raw_exec: DRIVER },
    ...(asks('resources') ? { NodeResources: RESOURCES, ReservedResources: null } : {}),
  };
  return readResponse([node], 1);
}

function checkNode(id: string): void {
  checkId(id, 'node');
  if (id !== NODE.id) throw new Refusal(404, 'node not found');
}

export function readNode(call: Call, id: string): SandboxResponse {
  authorize(call, 'default', 'node-read');
  checkNode(id);
  const { Address: _address, Version: _version, ...own } = STUB;
  return readResponse(
    {
      ...own,
      Attributes: { 'driver.raw_exec': '1', 'kernel.name': 'linux', 'unique.hostname': NODE.name },
      Drivers: { raw_exec: DRIVER },
      // The vendor's command reads logs from the node itself.
      HTTPAddr: call.request.headers['host'] ?? '',
      Meta: null,
      NodeResources: RESOURCES,
    },
    1,
  );
}

export function readNodeAllocations(call: Call, id: string): Promise<SandboxResponse> {
  checkNode(id);
  return listRecords(
    { ...call, namespace: '*' },
    {
      table: 'alloc',
      index: 'allocations',
      rows: () => call.cluster.allocations.all(),
      represent: (row) => allocationWithJob(call.cluster, row),
    },
  );
}
