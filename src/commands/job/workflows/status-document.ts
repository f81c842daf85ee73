import { phraseOf } from '../../../catalogue/text/job-server-phrases.ts';
import { wordOf } from '../../../catalogue/text/server-text.ts';
import type { Json, JsonObject } from '../../../documents/json/json.ts';
import { at, isObject, listAt, membersOf, numberAt, own, textAt } from '../../../documents/json/json.ts';
import { rfc3339 } from '../../../documents/rfc3339.ts';
import { tasksText } from '../../../output/text/job-cells.ts';
import { nanosecondTime } from '../../../output/text/time.ts';
import type { GroupVerdict } from '../verdicts.ts';
import { countsOf } from '../verdicts.ts';
import { failedCount, reasonsOf, requirementsOf } from './format/placement.ts';
import { unplacedIn } from './wait/group-verdict.ts';
import type { Observed } from './wait/observed.ts';

const newestFirst = (list: readonly JsonObject[]): readonly JsonObject[] =>
  list.toSorted((left, right) => numberAt(right, 'CreateIndex') - numberAt(left, 'CreateIndex'));

const timeAt = (one: Json, key: string): string | null => {
  const value = own(one, key);
  if ((typeof value !== 'number' && typeof value !== 'bigint') || Number(value) === 0) return null;
  return nanosecondTime(BigInt(value)) ?? null;
};

/** For a silent node, these are the server's words. */
const lastEventOf = (one: Json, states: Json | undefined): string => {
  const key = { lost: 'DesiredDescription', unknown: 'ClientDescription' }[textAt(one, 'ClientStatus') ?? ''];
  if (key !== undefined)
    return `on ${wordOf(textAt(one, 'NodeName') ?? '')}: ${phraseOf(textAt(one, key) ?? '')}`;
  return isObject(states) ? tasksText(states) : '';
};

const allocationOf = (one: Json) => {
  const states = own(one, 'TaskStates');
  const healthy = own(own(one, 'DeploymentStatus'), 'Healthy');
  return {
    id: textAt(one, 'ID') ?? '',
    group: textAt(one, 'TaskGroup') ?? '',
    version: numberAt(one, 'JobVersion'),
    desired: textAt(one, 'DesiredStatus') ?? '',
    status: textAt(one, 'ClientStatus') ?? '',
    healthy: typeof healthy === 'boolean' ? healthy : null,
    node: textAt(one, 'NodeName') ?? '',
    since: timeAt(one, 'ModifyTime'),
    restarts: isObject(states)
      ? Object.values(states).reduce<number>((sum, state) => sum + numberAt(state, 'Restarts'), 0)
      : 0,
    'last-event': lastEventOf(one, states),
  };
};

const deploymentOf = (one: Json | undefined) =>
  one === undefined
    ? null
    : {
        id: textAt(one, 'ID') ?? '',
        version: numberAt(one, 'JobVersion'),
        status: textAt(one, 'Status') ?? '',
        description: textAt(one, 'StatusDescription') ?? '',
        // If nothing was placed, it was never changed.
        since: timeAt(one, 'ModifyTime') ?? timeAt(one, 'CreateTime'),
        groups: own(one, 'TaskGroups') ?? null,
      };

const unplacedOf = (job: Json, { evaluations: all }: Observed) =>
  membersOf(unplacedIn(all)).map(([group, metric]) => ({
    group,
    allocations: failedCount(metric),
    reasons: reasonsOf(metric, requirementsOf(job, group)),
  }));

const groupsOf = (job: Json, counts: Json, verdicts: readonly GroupVerdict[]) =>
  listAt(job, 'TaskGroups').map((group) => {
    const name = textAt(group, 'Name') ?? '';
    const verdict = verdicts.find((one) => one.group === name);
    return {
      name,
      count: numberAt(group, 'Count'),
      ...(verdict === undefined
        ? {}
        : {
            state: verdict.state,
            reason: verdict.reason,
            since: verdict.since === undefined ? null : rfc3339(verdict.since),
            restarts: verdict.restarts,
            attention: verdict.attention,
          }),
      ...countsOf(at(counts, 'Summary', name)),
    };
  });

interface Reads {
  readonly job: Json;
  readonly counts: Json;
  readonly placed: readonly JsonObject[];
  readonly deployed: readonly JsonObject[];
}

export const statusDocument = (
  { job, counts, placed, deployed }: Reads,
  seen: Observed,
  verdicts: readonly GroupVerdict[],
) => {
  const children = own(counts, 'Children');
  const stopped = own(job, 'Stop') === true;
  return {
    job: textAt(job, 'ID') ?? '',
    namespace: textAt(job, 'Namespace') ?? null,
    type: textAt(job, 'Type') ?? '',
    status: textAt(job, 'Status') ?? '',
    stopped,
    version: numberAt(job, 'Version'),
    stable: own(job, 'Stable') === true,
    groups: groupsOf(job, counts, verdicts),
    deployment: deploymentOf(newestFirst(deployed)[0]),
    unplaced: stopped ? [] : unplacedOf(job, seen),
    children: isObject(children) ? children : null,
    allocations: newestFirst(placed).map(allocationOf),
  };
};

export type StatusDocument = ReturnType<typeof statusDocument>;
