/** Allocations by ID: read, restart, stop. The document has only lists of a job. */
import type { Json, SandboxResponse } from '../../contract.ts';
import type { Allocation } from '../scheduler/records.ts';
import { bodyBoolean, bodyText } from '../wire/body.ts';
import { Refusal } from '../wire/failure.ts';
import { isObject, type JsonObject } from '../wire/json.ts';
import { parseBoolean, queryText } from '../wire/query.ts';
import { plainResponse, writeResponse } from '../wire/response.ts';
import { blockingRead } from './blocking.ts';
import type { Call } from './call.ts';
import { checkId, owned, permits } from './identity.ts';
import { listRecords } from './page.ts';
import { allocationJson } from './represent.ts';
import { allocated, allocationWithJob, filteredAllocation } from './represent-allocation.ts';

export function listAllocations(call: Call): Promise<SandboxResponse> {
  const withTasks = parseBoolean(queryText(call.request, 'task_states')) ?? true;
  const withResources = parseBoolean(queryText(call.request, 'resources')) ?? false;
  return listRecords(call, {
    table: 'alloc',
    index: 'allocations',
    rows: () => call.cluster.allocations.all(),
    represent: (row) => ({
      ...allocationJson(row),
      ...(withResources ? { AllocatedResources: allocated(row.spec) } : {}),
      ...(withTasks ? {} : { TaskStates: null }),
    }),
    filtered: (row) => filteredAllocation(call.cluster, row),
  });
}

/** Without the right the ID is unknown, in other words. */
export function readAllocation(call: Call, id: string): Promise<SandboxResponse> {
  const { allocations } = call.cluster;
  checkId(id, 'alloc');
  const known = allocations.get(id);
  if (known !== undefined && !permits(call, known.namespace, 'read-job')) {
    throw new Refusal(500, `Unknown allocation "${id}"`);
  }
  return blockingRead(call.request, call.cluster, () => {
    const row = allocations.get(id);
    if (row === undefined) throw new Refusal(404, 'alloc not found', call.cluster.tableIndex('allocations'));
    return { body: allocationWithJob(call.cluster, row), index: row.modifyIndex };
  });
}

/** May be started and stopped by the caller. */
export function ownAllocation(call: Call, id: string, unknown: string): Allocation {
  checkId(id, 'alloc');
  return owned(call, call.cluster.allocations.get(id), new Refusal(404, unknown), 'alloc-lifecycle');
}

function restartBody({ bytes }: Call['request']): JsonObject {
  const source = bytes.toString('utf8').trim();
  if (source === '') return {};
  try {
    const value = JSON.parse(source) as Json;
    if (isObject(value)) return value;
  } catch {
    // Like the real server, whatever is wrong.
  }
  throw new Refusal(500, 'unexpected EOF');
}

/** Any method, even GET, restarts. */
export function restartAllocation(call: Call, id: string): SandboxResponse {
  const allocation = ownAllocation(call, id, `Unknown allocation "${id}"`);
  const body = restartBody(call.request);
  const taskName = bodyText(body, 'TaskName');
  const isAll = bodyBoolean(body, 'AllTasks');
  if (isAll && taskName !== '') throw new Refusal(500, 'task name cannot be set when restarting all tasks');
  const isOver = allocation.client !== 'pending' && allocation.client !== 'running';
  if (isOver || allocation.desired === 'stop')
    throw new Refusal(500, 'restart of an alloc that should not run');
  const task = allocation.tasks.get(taskName);
  if (taskName !== '' && task === undefined) {
    throw new Refusal(500, `Could not find task runner for task: ${taskName}`);
  }
  // Tasks that have not started are silently not restarted.
  if (allocation.client === 'running') {
    if (task !== undefined && task.state !== 'running') throw new Refusal(500, 'Task not running');
    call.scheduler.restart(allocation, taskName, taskName === '' ? (isAll ? 'all' : 'running') : 'task');
    call.cluster.effect(`allocation.restarted ${id}`);
  }
  return plainResponse({ Index: 0 });
}

export function readStats(call: Call, id: string): SandboxResponse {
  checkId(id, 'alloc');
  const unknown = new Refusal(404, `Unknown allocation "${id}"`);
  const found = owned(call, call.cluster.allocations.get(id), unknown, 'read-job');
  const usage = (): JsonObject => ({
    CpuStats: { Measured: ['Percent'], Percent: 0, SystemMode: 0, TotalTicks: 0, UserMode: 0 },
    DeviceStats: null,
    MemoryStats: { Cache: 0, MaxUsage: 0, Measured: ['RSS'], RSS: 0, Swap: 0, Usage: 0 },
  });
  const time = call.cluster.clock.now() * 1e6;
  const tasks = [...found.tasks.keys()].map((name) => [
    name,
    { Pids: null, ResourceUsage: usage(), Timestamp: time },
  ]);
  return plainResponse({ ResourceUsage: usage(), Tasks: Object.fromEntries(tasks), Timestamp: time });
}

/** Another allocation replaces it. */
export function stopAllocation(call: Call, id: string): SandboxResponse {
  const allocation = ownAllocation(call, id, 'allocation not found');
  const record = call.cluster.job(allocation.namespace, allocation.jobId);
  if (record === undefined) throw new Refusal(404, 'allocation not found');
  const evaluation = call.scheduler.migrate(record, allocation);
  call.cluster.effect(`allocation.stopped ${id}`);
  return writeResponse({ EvalID: evaluation.id, Index: evaluation.createIndex }, evaluation.createIndex);
}
