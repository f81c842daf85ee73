import { flag, object, objects, text, type JsonObject } from '../wire/json.ts';
import { currentJob, type Cluster } from './cluster.ts';
import type { Allocation, JobRecord } from './records.ts';

export type JobStatus = 'pending' | 'running' | 'dead';

export function isParent(job: JsonObject): boolean {
  return object(job, 'Periodic') !== undefined || isParameterized(job);
}

/** Instances keep their parent's settings, so only `Dispatched` tells them apart. */
export function isParameterized(job: JsonObject): boolean {
  return object(job, 'ParameterizedJob') !== undefined && !flag(job, 'Dispatched');
}

function running(allocation: Allocation): boolean {
  return allocation.client === 'pending' || allocation.client === 'running';
}

/** Section 3 leaves the transitions open. */
export function jobStatus(cluster: Cluster, record: JobRecord): JobStatus {
  const job = currentJob(record);
  const stopped = flag(job, 'Stop');
  if (isParent(job)) return stopped ? 'dead' : 'running';
  const createIndex = job['CreateIndex'];
  const allocations = cluster
    .allocationsOf(record.namespace, record.id)
    .filter((allocation) => allocation.jobCreateIndex === createIndex);
  // Dead at once, even while tasks shut down.
  if (stopped) return 'dead';
  if (allocations.some(running)) return 'running';
  const evaluations = cluster.evaluationsOf(record.namespace, record.id);
  if (evaluations.some((evaluation) => evaluation.status === 'pending')) return 'pending';
  const type = text(job, 'Type');
  if (type === 'service' || type === 'system') return evaluations.length === 0 ? 'pending' : 'running';
  if (evaluations.some((evaluation) => evaluation.status === 'blocked')) return 'pending';
  if (allocations.length === 0 && evaluations.length === 0) return 'pending';
  return 'dead';
}

export function refreshStatus(cluster: Cluster, record: JobRecord): void {
  const job = currentJob(record);
  const status = jobStatus(cluster, record);
  if (text(job, 'Status') === status) return;
  const index = cluster.next('jobs', 'summaries');
  cluster.amend(record, { Status: status, ModifyIndex: index });
  const parent = cluster.job(record.namespace, text(job, 'ParentID'));
  if (parent !== undefined) parent.summaryIndex = index;
}

function groupSummary(allocations: readonly Allocation[], queued: number): JsonObject {
  const count = (test: (allocation: Allocation) => boolean): number => allocations.filter(test).length;
  return {
    Complete: count((allocation) => allocation.client === 'complete'),
    Failed: count((allocation) => allocation.client === 'failed'),
    Lost: 0,
    Queued: queued,
    Running: count((allocation) => allocation.client === 'running'),
    Starting: count((allocation) => allocation.client === 'pending'),
    Unknown: 0,
  };
}

function queuedOf(cluster: Cluster, record: JobRecord, group: string): number {
  const blocked = cluster
    .evaluationsOf(record.namespace, record.id)
    .find((evaluation) => evaluation.status === 'blocked');
  const queued = blocked?.queued?.[group];
  return typeof queued === 'number' ? queued : 0;
}

export function jobSummary(cluster: Cluster, record: JobRecord): JsonObject {
  const job = currentJob(record);
  const allocations = cluster
    .allocationsOf(record.namespace, record.id)
    .filter((allocation) => allocation.jobCreateIndex === job['CreateIndex']);
  const groups = objects(job, 'TaskGroups').map((group) => {
    const name = text(group, 'Name');
    const own = allocations.filter((allocation) => allocation.group === name);
    return [name, groupSummary(own, queuedOf(cluster, record, name))] as const;
  });
  const children = isParent(job) ? cluster.childrenOf(record) : [];
  const withStatus = (status: JobStatus): number =>
    children.filter((child) => text(currentJob(child), 'Status') === status).length;
  return {
    Children: { Dead: withStatus('dead'), Pending: withStatus('pending'), Running: withStatus('running') },
    CreateIndex: job['CreateIndex'] ?? 0,
    JobID: record.id,
    ModifyIndex: record.summaryIndex,
    Namespace: record.namespace,
    Summary: Object.fromEntries(groups),
  };
}
