import { wordOf } from '../../../../catalogue/text/server-text.ts';
import { Exit, TrivetError, usageError } from '../../../../system/error.ts';
import type { Json } from '../../../../documents/json/json.ts';
import { numberAt, own, textAt } from '../../../../documents/json/json.ts';
import { reasonText, tasksText, troubledTasks } from '../../../../output/text/job-cells.ts';
import { isBroken, isLive } from '../wait/group-verdict.ts';
import { allocationsIn } from '../wait/observed.ts';
import type { SeenAllocation } from '../wait/observed.ts';

interface Choice {
  readonly allocation: string | undefined;
  readonly group: string | undefined;
  readonly previous: boolean;
}

export const allocationsOf = (rows: readonly Json[]): readonly SeenAllocation[] =>
  allocationsIn(rows).toSorted((left, right) => right.created - left.created);

export const isOver = (one: SeenAllocation): boolean => !isLive(one);

/** The node of a lost or unknown allocation does not answer. */
export const withinReach = (all: readonly SeenAllocation[]): readonly SeenAllocation[] => {
  const silent = new Set(
    all.filter(({ status }) => status === 'lost' || status === 'unknown').map(({ nodeId }) => nodeId),
  );
  return all.filter(({ nodeId }) => !silent.has(nodeId));
};

export const failureReason = ({ tasks }: SeenAllocation): string =>
  reasonText(tasks) || tasksText(troubledTasks(tasks));

/** Allocations that are older than all wanted ones explain nothing. */
const withoutOlder = (all: readonly SeenAllocation[]): readonly SeenAllocation[] => {
  const oldest = Math.min(...all.filter(({ wanted }) => wanted).map(({ version }) => version));
  return all.some(({ wanted }) => wanted) ? all.filter(({ version }) => version >= oldest) : all;
};

const found = (ids: readonly SeenAllocation[], what: string): SeenAllocation => {
  const [first] = ids;
  if (first === undefined) throw new TrivetError('not-found', Exit.notFound, what);
  return first;
};

/** @throws TrivetError exit 5, if there is none */
export const chosenAllocation = (
  job: string,
  all: readonly SeenAllocation[],
  choice: Choice,
): SeenAllocation => {
  const { group, allocation, previous } = choice;
  const ofGroup = all.filter((one) => group === undefined || one.group === group);
  const named = ofGroup.filter(
    ({ id }) => allocation === undefined || id.startsWith(allocation.toLowerCase()),
  );
  const where = group === undefined ? '' : ` in group "${group}"`;
  const what =
    allocation === undefined
      ? `job ${job} has no allocation${where}`
      : `job ${job} has no allocation ${allocation}${where}`;
  const readable = withinReach(all).filter((one) => named.includes(one));
  const current = withoutOlder(readable);
  const failed = current.filter(isBroken);
  const restarted = current.filter(({ tasks }) => Object.keys(troubledTasks(tasks)).length > 0);
  const wanted = current.filter((one) => one.wanted);
  const [first] = [...failed, ...restarted, ...wanted, ...current, ...named];
  const chosen = first ?? found([], what);
  if (!previous) return chosen;
  return found(
    [
      ...all.filter(({ next }) => next === chosen.id),
      ...all.filter(({ name, created }) => name === chosen.name && created < chosen.created),
    ],
    `there is no allocation before ${chosen.id.slice(0, 8)}: servers delete old ones`,
  );
};

/** The task that failed, else has most restarts, else the first that runs. @throws TrivetError usage */
export const chosenTask = ({ id, tasks }: SeenAllocation, task: string | undefined): string | undefined => {
  const names = Object.keys(tasks).toSorted();
  if (task !== undefined) {
    if (names.length === 0 || names.includes(task)) return task;
    throw usageError(
      `allocation ${id.slice(0, 8)} has no task "${task}"`,
      `Its tasks are ${names.map(wordOf).join(', ')}.`,
    );
  }
  const rank = (name: string): number => {
    const state = tasks[name];
    if (own(state, 'Failed') === true) return 1e6;
    const running = textAt(state, 'State') === 'running' ? 0.5 : 0;
    return numberAt(state, 'Restarts') + running;
  };
  return names.toSorted((left, right) => rank(right) - rank(left))[0];
};
