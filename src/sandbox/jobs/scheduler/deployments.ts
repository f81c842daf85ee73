import { randomUUID } from '../../random.ts';
import { flag, integer, object, text, type JsonObject } from '../wire/json.ts';
import { currentJob, type Cluster } from './cluster.ts';
import { UPDATE_DEFAULTS } from '../schema/defaults.ts';
import { isLive } from './reconcile.ts';
import type { Allocation, Deployment, DeploymentStatus, GroupDeployment, JobRecord } from './records.ts';
import { LONGEST_HEALTH } from './timing.ts';
import { updateOf, type GroupOutlook, type JobOutlook } from './capacity.ts';

export function isActive(deployment: Deployment): boolean {
  return deployment.status === 'running' || deployment.status === 'paused';
}

export function failedDeployment(cluster: Cluster, record: JobRecord): Deployment | undefined {
  const job = currentJob(record);
  return cluster
    .deploymentsOf(record.namespace, record.id)
    .find(
      (one) =>
        one.status === 'failed' &&
        one.jobVersion === integer(job, 'Version') &&
        one.jobCreateIndex === integer(job, 'CreateIndex'),
    );
}

export function activeDeployment(cluster: Cluster, record: JobRecord): Deployment | undefined {
  return cluster.deploymentsOf(record.namespace, record.id).find(isActive);
}

export function statusDescription(deployment: Deployment): string {
  if (deployment.status !== 'running') return deployment.statusDescription;
  const waits = [...deployment.groups.values()].some((group) => group.desiredCanaries > 0 && !group.promoted);
  return waits ? 'Deployment is running but requires manual promotion' : 'Deployment is running';
}

/** A system job needs no update block. */
function groupState(outlook: GroupOutlook, group: JsonObject, type: string): GroupDeployment | undefined {
  const update = updateOf(group) ?? (type === 'system' ? UPDATE_DEFAULTS : undefined);
  if (update === undefined) return undefined;
  const progressDeadline = integer(update, 'ProgressDeadline');
  return {
    autoRevert: flag(update, 'AutoRevert'),
    autoPromote: flag(update, 'AutoPromote'),
    progressDeadline,
    requireProgressBy: undefined,
    promoted: false,
    desiredCanaries: outlook.change.canaries,
    desiredTotal:
      type === 'system' ? Math.min(1, integer(group, 'Count')) - outlook.unplaced : integer(group, 'Count'),
    placedCanaries: [],
    placed: 0,
    healthy: 0,
    unhealthy: 0,
  };
}

function changes({ change }: GroupOutlook): boolean {
  const { place, destructive, inPlace, canaries, waiting } = change;
  return place.length + destructive.length + inPlace.length + canaries + waiting > 0;
}

/** Unless there is one or nothing changes. */
export function openDeployment(
  cluster: Cluster,
  record: JobRecord,
  outlook: JobOutlook,
  priority: number,
): Deployment | undefined {
  const job = currentJob(record);
  const version = integer(job, 'Version');
  const createIndex = integer(job, 'CreateIndex');
  const own = cluster
    .deploymentsOf(record.namespace, record.id)
    .find((other) => other.jobVersion === version && other.jobCreateIndex === createIndex);
  if (own !== undefined) return isActive(own) ? own : undefined;
  const type = text(job, 'Type');
  const deployed = type === 'service' || type === 'system';
  if (!deployed || flag(job, 'Stop') || !outlook.groups.some(changes)) return undefined;
  const now = cluster.clock.now();
  const groups = new Map<string, GroupDeployment>();
  for (const one of outlook.groups) {
    const state = one.group === undefined ? undefined : groupState(one, one.group, type);
    if (state !== undefined && (type === 'system' || state.desiredTotal > 0)) groups.set(one.name, state);
  }
  if (groups.size === 0) return undefined;
  const index = cluster.next('deployments');
  const deployment: Deployment = {
    id: randomUUID(),
    namespace: record.namespace,
    jobId: record.id,
    jobVersion: version,
    jobModifyIndex: integer(job, 'JobModifyIndex'),
    jobCreateIndex: createIndex,
    groups,
    evalPriority: priority,
    status: 'running',
    statusDescription: 'Deployment is running',
    createIndex: index,
    modifyIndex: index,
    createTime: now,
    modifyTime: now,
  };
  cluster.deployments.add(deployment);
  cluster.effect(`deployment.created ${deployment.id}`);
  return deployment;
}

export function setStatus(
  cluster: Cluster,
  deployment: Deployment,
  status: DeploymentStatus,
  description: string,
): void {
  if (!isActive(deployment)) return;
  deployment.status = status;
  deployment.statusDescription = description;
  touch(cluster, deployment);
  cluster.effect(`deployment.${status} ${deployment.id}`);
}

export function touch(cluster: Cluster, deployment: Deployment): void {
  deployment.modifyIndex = cluster.next('deployments');
  deployment.modifyTime = cluster.clock.now();
}

export function countPlaced(cluster: Cluster, deployment: Deployment, allocation: Allocation): void {
  const state = deployment.groups.get(allocation.group);
  if (state === undefined) return;
  state.placed += 1;
  state.requireProgressBy ??= cluster.clock.now() + state.progressDeadline / 1e6;
  if (allocation.canary) state.placedCanaries.push(allocation.id);
  touch(cluster, deployment);
}

export function healthTime(spec: JsonObject): number {
  const update = object(spec, 'Update') ?? UPDATE_DEFAULTS;
  return Math.min(LONGEST_HEALTH, integer(update, 'MinHealthyTime') / 1e6);
}

export function healthyDeadline(spec: JsonObject): number {
  return integer(object(spec, 'Update') ?? UPDATE_DEFAULTS, 'HealthyDeadline') / 1e6;
}

/** Unless it is replaced and the group has a progress deadline to wait for. */
export function endsDeployment(deployment: Deployment, allocation: Allocation, replaced: boolean): boolean {
  const state = deployment.groups.get(allocation.group);
  return state === undefined || state.progressDeadline === 0 || !replaced;
}

function markPromoted(state: GroupDeployment, cluster: Cluster): void {
  state.promoted = true;
  for (const id of state.placedCanaries) {
    const canary = cluster.allocations.get(id);
    if (canary !== undefined) canary.canary = false;
  }
}

function promote(state: GroupDeployment, cluster: Cluster): void {
  const canaries = state.placedCanaries.map((id) => cluster.allocations.get(id));
  if (canaries.every((canary) => canary?.health?.healthy === true)) markPromoted(state, cluster);
}

/** Returns the deployment if it is active and the health changed. */
export function recordHealth(
  cluster: Cluster,
  allocation: Allocation,
  healthy: boolean,
): Deployment | undefined {
  const deployment = cluster.deployments.get(allocation.deploymentId);
  const state = deployment?.groups.get(allocation.group);
  if (deployment === undefined || state === undefined || !isActive(deployment)) return undefined;
  const now = cluster.clock.now();
  const before = allocation.health?.healthy;
  if (before !== undefined) return undefined;
  if (healthy) {
    state.healthy += 1;
    state.requireProgressBy = now + state.progressDeadline / 1e6;
  } else state.unhealthy += 1;
  touch(cluster, deployment);
  allocation.health = { healthy, time: now, modifyIndex: cluster.next('allocations') };
  allocation.modifyIndex = allocation.health.modifyIndex;
  if (healthy && state.autoPromote && state.desiredCanaries > 0) promote(state, cluster);
  return deployment;
}

export function isComplete(deployment: Deployment): boolean {
  return [...deployment.groups.values()].every(
    (group) => group.healthy >= group.desiredTotal && (group.desiredCanaries === 0 || group.promoted),
  );
}

/** A deployment that waits for its promotion has no deadline. */
export function progressDue(deployment: Deployment): number | undefined {
  const owing = [...deployment.groups.values()].filter((group) => {
    const waits = group.desiredCanaries > 0 && !group.promoted && group.healthy >= group.desiredCanaries;
    return group.progressDeadline > 0 && !waits && group.healthy < group.desiredTotal;
  });
  const due = owing.flatMap(({ requireProgressBy }) => requireProgressBy ?? []);
  return due.length === 0 ? undefined : Math.min(...due);
}

export function unhealthyCanaries(
  cluster: Cluster,
  deployment: Deployment,
  wanted: Wanted,
): readonly string[] {
  return [...deployment.groups].flatMap(([name, state]) => {
    if (!wanted(name) || state.desiredCanaries === 0 || state.promoted) return [];
    const healthy = state.placedCanaries.filter((id) => {
      const canary = cluster.allocations.get(id);
      return canary?.health?.healthy === true && isLive(canary);
    });
    return healthy.length >= state.desiredCanaries
      ? []
      : [`Task group "${name}" has ${healthy.length}/${state.desiredCanaries} healthy allocations`];
  });
}

export type Wanted = (group: string) => boolean;

/** Groups without canaries stay. */
export function promoteGroups(cluster: Cluster, deployment: Deployment, wanted: Wanted): void {
  for (const [name, state] of deployment.groups) {
    if (wanted(name) && state.desiredCanaries > 0) markPromoted(state, cluster);
  }
  touch(cluster, deployment);
}

/** The progress deadline begins again. */
export function setPaused(cluster: Cluster, deployment: Deployment, paused: boolean): void {
  deployment.status = paused ? 'paused' : 'running';
  deployment.statusDescription = paused ? 'Deployment is paused' : 'Deployment is running';
  for (const state of deployment.groups.values()) {
    state.requireProgressBy = cluster.clock.now() + state.progressDeadline / 1e6;
  }
  touch(cluster, deployment);
}
