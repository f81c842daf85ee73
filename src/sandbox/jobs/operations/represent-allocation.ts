import type { Json } from '../../contract.ts';
import { currentJob, type Cluster } from '../scheduler/cluster.ts';
import { groupUsage, METRICS } from '../scheduler/node.ts';
import type { Allocation } from '../scheduler/records.ts';
import { versionOf } from '../scheduler/registry.ts';
import { integer, object, objects, text, type JsonObject } from '../wire/json.ts';
import { allocationJson } from './represent.ts';

function resources(cpu: number, memory: number, disk: number): JsonObject {
  return {
    CPU: cpu,
    Cores: 0,
    Devices: null,
    DiskMB: disk,
    IOPS: 0,
    MemoryMB: memory,
    MemoryMaxMB: 0,
    NUMA: null,
    Networks: null,
  };
}

/** In the newer form. */
export function allocated(spec: JsonObject): Json {
  const tasks = objects(spec, 'Tasks').map((task) => {
    const own = object(task, 'Resources') ?? {};
    return [
      text(task, 'Name'),
      {
        Cpu: { CpuShares: integer(own, 'CPU'), ReservedCores: null },
        Devices: null,
        Memory: { MemoryMB: integer(own, 'MemoryMB'), MemoryMaxMB: integer(own, 'MemoryMaxMB') },
        Networks: null,
      },
    ] as const;
  });
  return {
    Shared: { DiskMB: groupUsage(spec).disk, Networks: null, Ports: null },
    TaskLifecycles: Object.fromEntries(tasks.map(([name]) => [name, null])),
    Tasks: Object.fromEntries(tasks),
  };
}

/** Real servers leave these out while empty. */
const OPTIONAL = new Set([
  'DeploymentStatus',
  'DesiredDescription',
  'FollowupEvalID',
  'NextAllocation',
  'PreemptedAllocations',
  'PreemptedByAllocation',
  'RescheduleTracker',
  'DeploymentID',
  'PreviousAllocation',
]);

const OF_LISTS = new Set(['JobType', 'JobVersion', 'DesiredTransition']);

function membersOf(allocation: Allocation): JsonObject {
  const usage = groupUsage(allocation.spec);
  const tasks = objects(allocation.spec, 'Tasks').map((task) => {
    const own = object(task, 'Resources') ?? {};
    return [text(task, 'Name'), resources(integer(own, 'CPU'), integer(own, 'MemoryMB'), 0)] as const;
  });
  const all: JsonObject = {
    ...allocationJson(allocation),
    AllocModifyIndex: allocation.createIndex,
    AllocatedResources: allocated(allocation.spec),
    DeploymentID: allocation.deploymentId,
    Metrics: METRICS,
    NetworkStatus: { Address: '', AddressIPv6: '', DNS: null, InterfaceName: '' },
    PreviousAllocation: allocation.previousAllocation,
    Resources: resources(usage.cpu, usage.memory, usage.disk),
    SharedResources: resources(0, 0, usage.disk),
    TaskResources: Object.fromEntries(tasks),
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => !OF_LISTS.has(name)));
}

export function wholeAllocation(allocation: Allocation): JsonObject {
  return Object.fromEntries(
    Object.entries(membersOf(allocation)).filter(
      ([name, value]) => !(OPTIONAL.has(name) && (value === null || value === '')),
    ),
  );
}

function jobOf(cluster: Cluster, { namespace, jobId, jobVersion }: Allocation): JsonObject | null {
  const record = cluster.job(namespace, jobId);
  return record === undefined ? null : (versionOf(record, jobVersion) ?? currentJob(record));
}

export function filteredAllocation(cluster: Cluster, allocation: Allocation): JsonObject {
  return { ...membersOf(allocation), Job: jobOf(cluster, allocation) };
}

export function allocationWithJob(cluster: Cluster, allocation: Allocation): JsonObject {
  return { ...wholeAllocation(allocation), Job: jobOf(cluster, allocation) };
}
