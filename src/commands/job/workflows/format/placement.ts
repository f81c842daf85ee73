import type { Json } from '../../../../documents/json/json.ts';
import { isArray, listAt, membersOf, numberAt, own, textAt } from '../../../../documents/json/json.ts';
import { quoted, wordOf } from '../../../../catalogue/text/server-text.ts';
import { plural } from '../../../../output/text/plural.ts';
import { plainText } from '../../../../output/text/value.ts';

const updateWords: readonly (readonly [key: string, words: string])[] = [
  ['Place', 'to create'],
  ['Canary', 'to create as canary'],
  ['DestructiveUpdate', 'to replace'],
  ['InPlaceUpdate', 'to update in place'],
  ['Migrate', 'to migrate'],
  ['Stop', 'to stop'],
  ['Preemptions', 'of others to preempt'],
  ['Disconnect', 'to mark as disconnected'],
  ['Reconnect', 'to reconnect'],
  ['RescheduleNow', 'to reschedule now'],
  ['RescheduleLater', 'to reschedule later'],
  ['Ignore', 'unchanged'],
];

/** Returns `1 to replace, 1 unchanged`, from DesiredTGUpdates. */
export const updatesText = (updates: Json | undefined): string => {
  const parts = updateWords
    .map(([key, words]) => [numberAt(updates, key), words] as const)
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count} ${words}`);
  return parts.length === 0 ? 'nothing to do' : parts.join(', ');
};

const units: Readonly<Record<string, string>> = {
  MemoryMB: 'MB of memory',
  CPU: 'MHz of CPU',
  DiskMB: 'MB of disk',
};

const asksText = (metric: Json | undefined): readonly string[] =>
  membersOf(own(metric, 'ResourcesExhausted')).map(([task, resources]) => {
    const amounts = membersOf(resources)
      .filter(([, amount]) => typeof amount === 'number' && amount > 0)
      .map(([name, amount]) =>
        units[name] === undefined
          ? `${wordOf(name)} ${plainText(amount)}`
          : `${plainText(amount)} ${units[name]}`,
      );
    return `task ${quoted(task)} asks for ${amounts.length === 0 ? 'more than there is' : amounts.join(', ')}`;
  });

/** The server compared a node of this class before, and does not repeat how. */
const ineligible = 'computed class ineligible';

/** Filters of the scheduler itself; no constraint has these names. */
const filters: Readonly<Record<string, (nodes: string) => string>> = {
  [ineligible]: (nodes) => `${nodes} of a class that is not eligible`,
  'missing drivers': (nodes) => `${nodes} without the driver`,
  'missing network': (nodes) => `${nodes} without the network`,
  'missing devices': (nodes) => `${nodes} without the devices`,
  'missing compatible host volumes': (nodes) => `${nodes} without the host volumes`,
  distinct_hosts: (nodes) => `${nodes} taken, since each allocation needs a host of its own`,
};

const quotasIn = (metric: Json | undefined): readonly Json[] => {
  const limits = own(metric, 'QuotaExhausted');
  return isArray(limits) ? limits : [];
};

/** Whether more room would not help. */
export const isExcluded = (metric: Json | undefined): boolean =>
  numberAt(metric, 'NodesExhausted') === 0 && quotasIn(metric).length === 0;

export const requirementsOf = (job: Json | undefined, name: string): readonly string[] => {
  const group = listAt(job, 'TaskGroups').find((one) => textAt(one, 'Name') === name) ?? null;
  const tasks = listAt(group, 'Tasks');
  const constraints = [job ?? null, group, ...tasks]
    .flatMap((one) => listAt(one, 'Constraints'))
    .map((one) => quoted(['LTarget', 'Operand', 'RTarget'].map((key) => textAt(one, key) ?? '').join(' ')));
  const drivers = tasks.map((task) => textAt(task, 'Driver') ?? '').filter(Boolean);
  return [...new Set([...constraints, ...drivers.map((driver) => `the driver ${wordOf(driver)}`)])];
};

/**
 * One sentence for each reason in FailedTGAllocs: missing, filtered or full nodes.
 * @param required for a reply that does not name the filter
 */
export const reasonsOf = (metric: Json | undefined, required: readonly string[] = []): readonly string[] => {
  const reasons: string[] = [];
  const evaluated = numberAt(metric, 'NodesEvaluated');
  const pool = textAt(metric, 'NodePool') ?? '';
  const where = pool === '' ? '' : ` in the node pool ${quoted(pool)}`;
  reasons.push(
    evaluated === 0 ? `no node was eligible${where}` : `${plural(evaluated, 'node')} evaluated${where}`,
  );
  for (const [datacenter, count] of membersOf(own(metric, 'NodesAvailable'))) {
    if (count === 0) reasons.push(`no node is available in the datacenter ${quoted(datacenter)}`);
  }
  for (const [nodeClass, count] of membersOf(own(metric, 'ClassFiltered'))) {
    reasons.push(`${plural(Number(count), 'node')} of class ${quoted(nodeClass)} filtered out`);
  }
  for (const [constraint, count] of membersOf(own(metric, 'ConstraintFiltered'))) {
    const nodes = plural(Number(count), 'node');
    reasons.push(
      filters[constraint]?.(nodes) ?? `${nodes} filtered out by the constraint ${quoted(constraint)}`,
    );
  }
  const isUnnamed = membersOf(own(metric, 'ConstraintFiltered')).every(([name]) => name === ineligible);
  if (isUnnamed && own(own(metric, 'ConstraintFiltered'), ineligible) !== undefined && required.length > 0)
    reasons.push(`the group requires ${required.join(' and ')}`);
  const exhausted = numberAt(metric, 'NodesExhausted');
  if (exhausted > 0) reasons.push(`${plural(exhausted, 'node')} without enough room`);
  for (const [nodeClass, count] of membersOf(own(metric, 'ClassExhausted'))) {
    reasons.push(`${plural(Number(count), 'node')} of class ${quoted(nodeClass)} without enough room`);
  }
  for (const [dimension, count] of membersOf(own(metric, 'DimensionExhausted'))) {
    reasons.push(`${wordOf(dimension)} is exhausted on ${plural(Number(count), 'node')}`);
  }
  reasons.push(...asksText(metric));
  reasons.push(...quotasIn(metric).map((limit) => `the quota limit is reached: ${quoted(plainText(limit))}`));
  return reasons;
};

/** The server counts allocations after the first. */
export const failedCount = (metric: Json | undefined): number => numberAt(metric, 'CoalescedFailures') + 1;
