/** Hooks of tasks, where an allocation runs and a task does not. The list shows hooks only with resources. */
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { isObject, numberAt, own, textAt } from '../../documents/json/json.ts';
import { groupedBy } from '../../system/values/grouped.ts';
import { slowStart } from '../../commands/job/workflows/wait/group-verdict.ts';
import { nanosAt } from '../../commands/job/workflows/wait/times.ts';

/** For more allocations the whole list is read. */
const mostNamed = 40;

const isPending = (state: Json | undefined): boolean => textAt(state, 'State') === 'pending';

/** A start is fine until it takes long, or the deployment gave up. */
const isUnclear = (allocation: JsonObject, now: number): boolean => {
  const tasks = own(allocation, 'TaskStates');
  const made = nanosAt(allocation, 'CreateTime') ?? now;
  return (
    textAt(allocation, 'ClientStatus') === 'running' &&
    (now - made > slowStart || own(own(allocation, 'DeploymentStatus'), 'Healthy') === false) &&
    isObject(tasks) &&
    Object.values(tasks).some(isPending)
  );
};

/** Allocations with equal keys have equal tasks. */
const keyOf = (allocation: JsonObject): string =>
  JSON.stringify([
    ...['Namespace', 'JobID', 'TaskGroup'].map((name) => textAt(allocation, name)),
    numberAt(allocation, 'JobVersion'),
  ]);

/** @param read with resources; only those of a filter, if given */
export const withHooks = async (
  allocations: readonly JsonObject[],
  now: number,
  read: (filter: string | undefined) => Promise<readonly JsonObject[]>,
): Promise<readonly JsonObject[]> => {
  const unclear = groupedBy(
    allocations.filter((one) => isUnclear(one, now)),
    keyOf,
  );
  if (unclear.size === 0) return allocations;
  const named = [...unclear.values()].map(([{ ID }]) => `ID == ${JSON.stringify(ID)}`);
  const resources = new Map<string, Json>();
  for (const one of await read(named.length > mostNamed ? undefined : named.join(' or ')))
    resources.set(keyOf(one), own(one, 'AllocatedResources') ?? null);
  return allocations.map((one) => {
    const found = unclear.has(keyOf(one)) ? resources.get(keyOf(one)) : undefined;
    return found === undefined ? one : { ...one, AllocatedResources: found };
  });
};
