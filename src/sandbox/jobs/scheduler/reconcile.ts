import { integer, object, objects, sameJson, text, type JsonObject } from '../wire/json.ts';
import type { Allocation, Deployment } from './records.ts';

/** A change to these replaces the allocations. */
export const DESTRUCTIVE_TASK_MEMBERS: ReadonlySet<string> = new Set([
  'Artifacts',
  'Config',
  'DispatchPayload',
  'Driver',
  'Env',
  'Identity',
  'Kind',
  'Leader',
  'Lifecycle',
  'Meta',
  'Resources',
  'Templates',
  'User',
  'Vault',
  'VolumeMounts',
]);

export interface Wanted {
  readonly type: string;
  readonly stopped: boolean;
  readonly version: number;
  readonly group: JsonObject | undefined;
  readonly spec: JsonObject;
}

export interface GroupChange {
  readonly place: readonly Placement[];
  readonly stop: readonly Allocation[];
  readonly inPlace: readonly Allocation[];
  readonly destructive: readonly Allocation[];
  readonly canaries: number;
  readonly ignore: number;
  readonly waiting: number;
}

export interface Placement {
  readonly slot: number;
  readonly replaces: Allocation | undefined;
}

export function allocationSpec(job: JsonObject, group: JsonObject): JsonObject {
  return { ...group, Count: null, Scaling: null, JobMeta: job['Meta'] ?? null };
}

function tasksReplaced(before: JsonObject, after: JsonObject): boolean {
  const old = new Map(objects(before, 'Tasks').map((task) => [text(task, 'Name'), task]));
  const tasks = objects(after, 'Tasks');
  if (tasks.length !== old.size) return true;
  return tasks.some((task) => {
    const previous = old.get(text(task, 'Name'));
    if (previous === undefined) return true;
    return [...DESTRUCTIVE_TASK_MEMBERS].some((name) => !sameJson(previous[name], task[name]));
  });
}

export function replaces(before: JsonObject, after: JsonObject): boolean {
  const members = ['Networks', 'EphemeralDisk', 'Volumes', 'Meta', 'JobMeta'];
  return members.some((name) => !sameJson(before[name], after[name])) || tasksReplaced(before, after);
}

export function isLive(allocation: Allocation): boolean {
  return allocation.desired === 'run' && (allocation.client === 'pending' || allocation.client === 'running');
}

/** Running, or ended without need of a replacement. */
function occupies(allocation: Allocation, wanted: Wanted): boolean {
  if (allocation.desired === 'stop' || allocation.reschedule) return false;
  if (allocation.client === 'pending' || allocation.client === 'running') return true;
  const current = !replaces(allocation.spec, wanted.spec);
  return allocation.client === 'failed' ? allocation.nextAllocation === '' && current : current;
}

function desiredCount(wanted: Wanted): number {
  if (wanted.stopped || wanted.group === undefined) return 0;
  const count = integer(wanted.group, 'Count');
  // One allocation per node, and there is one node.
  return wanted.type === 'system' || wanted.type === 'sysbatch' ? Math.min(count, 1) : count;
}

function updateLimit(wanted: Wanted, deployment: Deployment | undefined): number {
  const update = wanted.group === undefined ? undefined : object(wanted.group, 'Update');
  const parallel = update === undefined ? 0 : integer(update, 'MaxParallel');
  if (wanted.type !== 'service' || parallel === 0) return Infinity;
  const state = deployment?.groups.get(text(wanted.group ?? {}, 'Name'));
  return Math.max(0, parallel - (state === undefined ? 0 : state.placed - state.healthy));
}

function canariesWanted(
  wanted: Wanted,
  deployment: Deployment | undefined,
  existing: readonly Allocation[],
): number {
  const update = wanted.group === undefined ? undefined : object(wanted.group, 'Update');
  const canaries = update === undefined || wanted.type !== 'service' ? 0 : integer(update, 'Canary');
  const state = deployment?.groups.get(text(wanted.group ?? {}, 'Name'));
  if (canaries === 0 || state?.promoted === true) return -1;
  if (!existing.some((allocation) => isLive(allocation) && replaces(allocation.spec, wanted.spec))) return -1;
  return Math.max(0, canaries - (state?.placedCanaries.length ?? 0));
}

/** The changes that make a group's allocations match its definition. */
export function reconcile(
  wanted: Wanted,
  existing: readonly Allocation[],
  deployment: Deployment | undefined,
): GroupChange {
  const count = desiredCount(wanted);
  const holding = existing.filter((allocation) => occupies(allocation, wanted));
  const isFailed = deployment?.status === 'failed';
  // A failed or paused rollout replaces nothing.
  const isHalted = isFailed || deployment?.status === 'paused';
  const missing = canariesWanted(wanted, deployment, existing);
  const awaited = deployment?.groups.get(text(wanted.group ?? {}, 'Name'))?.placedCanaries ?? [];
  const canaries = isHalted ? Math.min(0, missing) : missing;
  const bySlot = new Map<number, Allocation>();
  const stop: Allocation[] = [];
  for (const allocation of holding) {
    const before = bySlot.get(allocation.slot);
    if (allocation.slot >= count) {
      if (isLive(allocation)) stop.push(allocation);
    } else if (allocation.canary) {
      const waits = !isFailed && awaited.includes(allocation.id);
      if (!waits && isLive(allocation)) stop.push(allocation);
    } else if (before === undefined) bySlot.set(allocation.slot, allocation);
    else {
      // A promoted canary replaces the allocation with its name.
      const [kept, gone] =
        allocation.createIndex > before.createIndex ? [allocation, before] : [before, allocation];
      bySlot.set(allocation.slot, kept);
      if (isLive(gone)) stop.push(gone);
    }
  }
  const place: Placement[] = [];
  const inPlace: Allocation[] = [];
  const outdated: Allocation[] = [];
  let ignore = 0;
  for (let slot = 0; slot < count; slot += 1) {
    const allocation = bySlot.get(slot);
    if (allocation === undefined) {
      const replaced = existing.find((other) => other.slot === slot && other.reschedule);
      place.push({ slot, replaces: replaced });
    } else if (!isLive(allocation)) ignore += 1;
    else if (replaces(allocation.spec, wanted.spec)) outdated.push(allocation);
    else if (allocation.jobVersion !== wanted.version) inPlace.push(allocation);
    else ignore += 1;
  }
  if (canaries >= 0) {
    return {
      place,
      stop,
      inPlace,
      destructive: [],
      canaries,
      ignore: ignore + outdated.length,
      waiting: outdated.length,
    };
  }
  const limit = isHalted ? 0 : Math.max(0, updateLimit(wanted, deployment) - place.length);
  const destructive = outdated.slice(0, limit);
  const waiting = outdated.length - destructive.length;
  return { place, stop, inPlace, destructive, canaries: 0, ignore: ignore + waiting, waiting };
}
