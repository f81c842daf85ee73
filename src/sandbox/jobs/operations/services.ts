import type { Json, SandboxResponse } from '../../contract.ts';
import { currentJob } from '../scheduler/cluster.ts';
import { NODE } from '../scheduler/node.ts';
import type { Allocation } from '../scheduler/records.ts';
import { isList, objects, text, type JsonObject } from '../wire/json.ts';
import { blockingRead } from './blocking.ts';
import { authorize, findJob, type Call } from './call.ts';

function registration(allocation: Allocation, service: JsonObject, owner: string): Json {
  const label = text(service, 'PortLabel');
  const name = text(service, 'Name');
  const tags = service['Tags'];
  return {
    ID: `_nomad-task-${allocation.id}-${owner}-${name}${label === '' ? '' : `-${label}`}`,
    ServiceName: name,
    Namespace: allocation.namespace,
    NodeID: NODE.id,
    Datacenter: NODE.datacenter,
    JobID: allocation.jobId,
    AllocID: allocation.id,
    Tags: isList(tags) ? tags : [],
    Address: NODE.address,
    Port: allocation.ports.get(label) ?? (/^\d+$/u.test(label) ? Number(label) : 0),
    CreateIndex: allocation.createIndex,
    ModifyIndex: allocation.modifyIndex,
  };
}

function registered(owner: JsonObject): readonly JsonObject[] {
  return objects(owner, 'Services').filter((service) => text(service, 'Provider') === 'nomad');
}

function servicesOf(allocation: Allocation): readonly Json[] {
  const { spec } = allocation;
  return [
    ...registered(spec).map((service) => registration(allocation, service, `group-${allocation.group}`)),
    ...objects(spec, 'Tasks').flatMap((task) =>
      registered(task).map((service) => registration(allocation, service, text(task, 'Name'))),
    ),
  ];
}

export function readServices(call: Call): Promise<SandboxResponse> {
  authorize(call, call.namespace, 'read-job');
  return blockingRead(call.request, call.cluster, () => {
    const record = findJob(call);
    const job = currentJob(record);
    const running = call.cluster
      .allocationsOf(record.namespace, record.id)
      .filter((one) => one.client === 'running' && one.jobCreateIndex === job['CreateIndex']);
    return { body: running.flatMap(servicesOf), index: call.cluster.tableIndex('allocations') };
  });
}
