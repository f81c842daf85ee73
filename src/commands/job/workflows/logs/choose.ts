import { wordOf } from '../../../../catalogue/text/server-text.ts';
import { Exit, TrivetError, usageError } from '../../../../system/error.ts';
import type { Json, JsonObject } from '../../../../documents/json/json.ts';
import { isObject, itemsIn, numberAt, own, textAt } from '../../../../documents/json/json.ts';
import { reasonText, tasksText, troubledTasks } from '../../../../output/text/job-cells.ts';
import { isBroken, isLive } from '../wait/group-verdict.ts';

export interface Allocation {
  readonly id: string;
  readonly name: string;
  readonly group: string;
  readonly version: number;
  readonly created: number;
  readonly status: string;
  readonly wanted: boolean;
  readonly node: string;
  readonly nodeName: string;
  readonly next: string;
  readonly modified: number;
  readonly states: JsonObject;
}

interface Choice {
  readonly allocation: string | undefined;
  readonly group: string | undefined;
  readonly task: string | undefined;
  readonly previous: boolean;
}

const nanoseconds = (value: Json | undefined): number =>
  typeof value === 'number' || typeof value === 'bigint' ? Number(value) / 1e6 : 0;

const allocationOf = (one: Json): Allocation => {
  const states = own(one, 'TaskStates');
  return {
    id: textAt(one, 'ID') ?? '',
    name: textAt(one, 'Name') ?? '',
    group: textAt(one, 'TaskGroup') ?? '',
    version: numberAt(one, 'JobVersion'),
    created: numberAt(one, 'CreateIndex'),
    status: textAt(one, 'ClientStatus') ?? '',
    wanted: textAt(one, 'DesiredStatus') === 'run',
    node: textAt(one, 'NodeID') ?? '',
    nodeName: textAt(one, 'NodeName') ?? '',
    next: textAt(one, 'NextAllocation') ?? '',
    modified: nanoseconds(own(one, 'ModifyTime')),
    states: isObject(states) ? states : {},
  };
};

export const allocationsOf = (document: Json): readonly Allocation[] =>
  itemsIn(document)
    .map(allocationOf)
    .toSorted((left, right) => right.created - left.created);

export const isOver = (one: Allocation): boolean => !isLive(one);

/** The node of a lost or unknown allocation does not answer. */
export const withinReach = (all: readonly Allocation[]): readonly Allocation[] => {
  const silent = new Set(
    all.filter(({ status }) => status === 'lost' || status === 'unknown').map(({ node }) => node),
  );
  return all.filter(({ node }) => !silent.has(node));
};

export const failureReason = ({ states }: Allocation): string =>
  reasonText(states) || tasksText(troubledTasks(states));

/** Older than all that is wanted: they explain nothing. */
const withoutOlder = (all: readonly Allocation[]): readonly Allocation[] => {
  const oldest = Math.min(...all.filter(({ wanted }) => wanted).map(({ version }) => version));
  return all.some(({ wanted }) => wanted) ? all.filter(({ version }) => version >= oldest) : all;
};

const found = (ids: readonly Allocation[], what: string): Allocation => {
  const [first] = ids;
  if (first === undefined) throw new TrivetError('not-found', Exit.notFound, what);
  return first;
};

/** @throws TrivetError exit 5, if there is none */
export const chosenAllocation = (job: string, all: readonly Allocation[], choice: Choice): Allocation => {
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
  const restarted = current.filter(({ states }) => Object.keys(troubledTasks(states)).length > 0);
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

/** Failed, else most restarts, else first running. @throws TrivetError usage */
export const chosenTask = ({ id, states }: Allocation, task: string | undefined): string | undefined => {
  const names = Object.keys(states).toSorted();
  if (task !== undefined) {
    if (names.length === 0 || names.includes(task)) return task;
    throw usageError(
      `allocation ${id.slice(0, 8)} has no task "${task}"`,
      `Its tasks are ${names.map(wordOf).join(', ')}.`,
    );
  }
  const rank = (name: string): number => {
    const state = states[name];
    if (own(state, 'Failed') === true) return 1e6;
    const running = textAt(state, 'State') === 'running' ? 0.5 : 0;
    return numberAt(state, 'Restarts') + running;
  };
  return names.toSorted((left, right) => rank(right) - rank(left))[0];
};
