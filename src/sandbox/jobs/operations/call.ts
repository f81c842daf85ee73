import type { Principal, SandboxRequest, SandboxResponse } from '../../contract.ts';
import type { Cluster } from '../scheduler/cluster.ts';
import { currentJob } from '../scheduler/cluster.ts';
import type { JobRecord } from '../scheduler/records.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import { Refusal } from '../wire/failure.ts';
import type { JsonObject } from '../wire/json.ts';
import { queryText } from '../wire/query.ts';
import { requireCapability, type Capability } from './access.ts';

export interface Call {
  readonly request: SandboxRequest;
  readonly cluster: Cluster;
  readonly scheduler: Scheduler;
  /** The path parameter `job_id`, decoded; empty where the path has none. */
  readonly jobId: string;
  readonly namespace: string;
}

export type Handler = (call: Call) => SandboxResponse | Promise<SandboxResponse>;

export function authorize(call: Call, namespace: string, ...anyOf: readonly Capability[]): Principal {
  return requireCapability(call.request.principal, namespace, anyOf);
}

export function checkRegion(region: string): void {
  if (region !== '' && region !== 'global') throw new Refusal(500, 'No path to region');
}

export function openCall(
  request: SandboxRequest,
  cluster: Cluster,
  scheduler: Scheduler,
  jobId: string,
): Call {
  checkRegion(queryText(request, 'region'));
  return { request, cluster, scheduler, jobId, namespace: queryText(request, 'namespace') || 'default' };
}

/** Refuses with 404 and the index of the last change to any job. */
export function findJob(call: Call): JobRecord {
  const record = call.cluster.job(call.namespace, call.jobId);
  if (record === undefined) throw new Refusal(404, 'job not found', call.cluster.tableIndex('jobs'));
  return record;
}

export function checkPayloadJob(call: Call, jobId: string, missing: string, mismatch: string): void {
  if (jobId === '') throw new Refusal(400, missing);
  if (jobId !== call.jobId) throw new Refusal(400, mismatch);
}

export function jobOf(record: JobRecord): JsonObject {
  return currentJob(record);
}
