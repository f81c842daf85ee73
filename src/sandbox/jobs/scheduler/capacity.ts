import { integer, object, objects, text, type JsonObject } from '../wire/json.ts';
import type { Cluster } from './cluster.ts';
import { groupUsage, minus, misfit, NOTHING, plus, type Usage } from './node.ts';
import { allocationSpec, reconcile, type GroupChange, type Wanted } from './reconcile.ts';
import type { Allocation, Deployment } from './records.ts';

export function usedCapacity(cluster: Cluster): Usage {
  const used = { ...NOTHING };
  for (const { spec } of cluster.unfinished) {
    const { cpu, memory, disk } = groupUsage(spec);
    used.cpu += cpu;
    used.memory += memory;
    used.disk += disk;
  }
  return used;
}

/** What would change, and how many allocations do not fit on the node. */
export interface GroupOutlook {
  readonly name: string;
  readonly group: JsonObject | undefined;
  readonly spec: JsonObject;
  readonly change: GroupChange;
  readonly unplaced: number;
  readonly metrics: JsonObject | undefined;
}

export interface JobOutlook {
  readonly groups: readonly GroupOutlook[];
}

function room(
  job: JsonObject,
  group: JsonObject,
  change: GroupChange,
  used: Usage,
): { used: Usage; unplaced: number; metrics: JsonObject | undefined } {
  let now = used;
  for (const gone of [...change.stop, ...change.destructive]) now = minus(now, groupUsage(gone.spec));
  let others = change.ignore + change.inPlace.length;
  let unplaced = 0;
  let metrics: JsonObject | undefined;
  const additions = change.place.length + change.destructive.length + change.canaries;
  for (let placed = 0; placed < additions; placed += 1) {
    const problem = misfit(job, group, now, others);
    if (problem === undefined) {
      now = plus(now, groupUsage(group));
      others += 1;
    } else {
      unplaced += 1;
      metrics ??= problem.metrics;
    }
  }
  return { used: now, unplaced, metrics: metrics && { ...metrics, CoalescedFailures: unplaced - 1 } };
}

/** For the scheduler and for its dry run (section 4.8). */
export function outlook(
  cluster: Cluster,
  job: JsonObject,
  existing: readonly Allocation[],
  deployment: Deployment | undefined,
): JobOutlook {
  const type = text(job, 'Type');
  const groups = objects(job, 'TaskGroups');
  const names = new Set([...groups.map((group) => text(group, 'Name')), ...existing.map((one) => one.group)]);
  let used = usedCapacity(cluster);
  const result: GroupOutlook[] = [];
  for (const name of names) {
    const group = groups.find((candidate) => text(candidate, 'Name') === name);
    const spec = group === undefined ? {} : allocationSpec(job, group);
    const wanted: Wanted = {
      type,
      stopped: job['Stop'] === true,
      version: integer(job, 'Version'),
      group,
      spec,
    };
    const own = existing.filter((allocation) => allocation.group === name);
    const change = reconcile(wanted, own, deployment);
    const left = room(job, group ?? {}, change, used);
    used = left.used;
    result.push({ name, group, spec, change, unplaced: left.unplaced, metrics: left.metrics });
  }
  return { groups: result };
}

export function desiredUpdates(job: JobOutlook): JsonObject {
  const entries = job.groups
    .filter(({ group, change }) => group !== undefined || change.stop.length > 0)
    .map(({ name, change }) => [
      name,
      {
        Canary: change.canaries,
        DestructiveUpdate: change.destructive.length,
        Disconnect: 0,
        Ignore: change.ignore,
        InPlaceUpdate: change.inPlace.length,
        Migrate: 0,
        Place: change.place.length,
        Preemptions: 0,
        Reconnect: 0,
        RescheduleLater: 0,
        RescheduleNow: change.place.filter((placement) => placement.replaces !== undefined).length,
        Stop: change.stop.length,
      },
    ]);
  return Object.fromEntries(entries);
}

/** Undefined if every allocation can be placed. */
export function failedGroups(job: JobOutlook): JsonObject | undefined {
  const entries = job.groups.flatMap(({ name, metrics }) =>
    metrics === undefined ? [] : [[name, metrics] as const],
  );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

export function updateOf(group: JsonObject | undefined): JsonObject | undefined {
  const update = group === undefined ? undefined : object(group, 'Update');
  return update === undefined || integer(update, 'MaxParallel') === 0 ? undefined : update;
}
