import { Exit } from '../../../system/error.ts';
import type { GivenInput } from '../../../catalogue/parameter.ts';
import type { Json, JsonObject } from '../../../documents/json/json.ts';
import { listAt, membersOf, numberAt, own, textAt } from '../../../documents/json/json.ts';
import { nanosecondTime } from '../../../output/text/time.ts';
import { readRows } from '../../../run/lists/list.ts';
import type { Workflow } from '../../../run/single/workflow.ts';
import { versions } from '../operations/history.ts';
import type { ofEvents } from '../operations/events.ts';
import { eventsView } from '../fields.ts';
import { allocations, deployments, evaluations } from '../operations/placement.ts';
import { show } from '../operations/show.ts';
import { reasonsOf } from './format/placement.ts';

interface Event {
  readonly at: bigint;
  readonly what: string;
  readonly name: string;
  readonly event: string;
  readonly message: string;
}

const timeOf = (one: Json, key: string): bigint => {
  const value = own(one, key);
  return typeof value === 'bigint' ? value : typeof value === 'number' ? BigInt(Math.trunc(value)) : 0n;
};

const short = (one: Json): string => (textAt(one, 'ID') ?? '').slice(0, 8);

const ofVersion = (one: Json): readonly Event[] => [
  {
    at: timeOf(one, 'SubmitTime'),
    what: 'version',
    name: String(numberAt(one, 'Version')),
    event: own(one, 'Stop') === true ? 'stopped' : 'registered',
    message: own(one, 'Stable') === true ? 'stable' : '',
  },
];

/** Only failures and missing places are events; others are the scheduler's matter. */
const ofEvaluation = (one: Json): readonly Event[] => {
  const status = textAt(one, 'Status') ?? '';
  const groups = own(one, 'FailedTGAllocs');
  const why = membersOf(groups).map(
    ([group, metric]) => `${group}: ${reasonsOf(metric).join('; ') || 'no node fits'}`,
  );
  if (why.length === 0 && !['failed', 'blocked'].includes(status)) return [];
  const message = [...why, textAt(one, 'StatusDescription') ?? ''].filter((text) => text !== '').join('; ');
  const event = why.length > 0 ? 'cannot be placed' : status;
  return [{ at: timeOf(one, 'CreateTime'), what: 'evaluation', name: short(one), event, message }];
};

const ofDeployment = (one: Json): readonly Event[] => {
  const shared = { what: 'deployment', name: short(one) };
  const status = textAt(one, 'Status') ?? '';
  const message = textAt(one, 'StatusDescription') ?? '';
  const version = `version ${numberAt(one, 'JobVersion')}`;
  const began = { ...shared, at: timeOf(one, 'CreateTime'), event: 'started', message: version };
  return [began, { ...shared, at: timeOf(one, 'ModifyTime'), event: status, message }];
};

const ofAllocation = (one: Json, task: string | undefined): readonly Event[] => {
  const name = `${short(one)} ${textAt(one, 'TaskGroup') ?? ''}`;
  const status = textAt(one, 'ClientStatus') ?? '';
  const states = own(one, 'TaskStates');
  const placed: Event = {
    at: timeOf(one, 'CreateTime'),
    what: 'allocation',
    name,
    event: 'placed',
    message: `version ${numberAt(one, 'JobVersion')} on ${textAt(one, 'NodeName') ?? ''}`,
  };
  // If the node does not answer, this is the last known state.
  const over = ['complete', 'failed', 'lost', 'unknown'].includes(status);
  const words = textAt(one, 'DesiredDescription') || textAt(one, 'ClientDescription') || '';
  const ended: Event = {
    at: timeOf(one, 'ModifyTime'),
    what: 'allocation',
    name,
    event: status,
    message: words,
  };
  const ofTasks = membersOf(states)
    .filter(([key]) => task === undefined || key === task)
    .flatMap(([key, state]) =>
      listAt(state, 'Events').map((event) => ({
        at: timeOf(event, 'Time'),
        what: 'task',
        name: `${name}/${key}`,
        event: textAt(event, 'Type') ?? '',
        message: textAt(event, 'DisplayMessage') ?? '',
      })),
    );
  return [placed, ...ofTasks, ...(over ? [ended] : [])];
};

const run: Workflow<GivenInput<typeof ofEvents>> = async ({ session, presenter, input }) => {
  const place = { job_id: input.job_id };
  const lists = [versions, evaluations, deployments, allocations] as const;
  const [kept = [], evaluated = [], deployed = [], placed = []] = await Promise.all(
    lists.map((operation) => readRows(session, operation, place)),
  );
  // Real servers reply with empty lists for an unknown job.
  if (placed.length === 0 && evaluated.length === 0) await session.lookUp(show, place);
  const { group, task, last } = input;
  const ofGroup = placed.filter((one) => group === undefined || textAt(one, 'TaskGroup') === group);
  const all = [
    ...kept.flatMap(ofVersion),
    ...evaluated.flatMap(ofEvaluation),
    ...deployed.flatMap(ofDeployment),
  ];
  // Events of the whole job are left out.
  const events = [...(task === undefined ? all : []), ...ofGroup.flatMap((one) => ofAllocation(one, task))]
    .filter(({ at }) => at > 0n)
    .toSorted((left, right) => (left.at < right.at ? -1 : left.at > right.at ? 1 : 0));
  const rows: readonly JsonObject[] = events
    .slice(last === undefined ? 0 : -Number(last))
    .map(({ at, ...rest }) => ({ time: nanosecondTime(at) ?? null, ...rest }));
  await presenter.showDocument(eventsView, rows, rows);
  return Exit.ok;
};

export default run;
