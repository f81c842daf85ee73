import { timeOf } from '../../../http/server-time.ts';
import { Exit } from '../../../system/error.ts';
import type { Json, JsonObject } from '../../../documents/json/json.ts';
import { isObject, listAt, membersOf, numberAt, own, textAt } from '../../../documents/json/json.ts';
import type { Tone } from '../../../catalogue/field.ts';
import { allocations, deployments, evaluations, summary } from '../operations/placement.ts';
import { show } from '../operations/show.ts';
import { phraseOf } from '../../../catalogue/text/job-server-phrases.ts';
import { wordOf } from '../../../catalogue/text/server-text.ts';
import { writeJson } from '../../../documents/json/lossless.ts';
import { tasksText } from '../../../output/text/job-cells.ts';
import { nanosecondTime } from '../../../output/text/time.ts';
import { rfc3339 } from '../../../documents/rfc3339.ts';
import { failedCount, reasonsOf, requirementsOf } from './format/placement.ts';
import { printsText } from '../../../run/single/prints-text.ts';
import { ownView } from '../../../run/single/own-view.ts';
import type { CallOptions, Session } from '../../../run/session/session.ts';
import type { Workflow } from '../../../run/single/workflow.ts';
import { allocationsOf, chosenAllocation, withinReach } from './logs/choose.ts';
import { logExcerpt } from './logs/excerpt.ts';
import type { LogExcerpt } from './logs/excerpt.ts';
import { statusText } from './status-text.ts';
import { checksOf } from './wait/checks.ts';
import { jobVerdicts, unplacedIn } from './wait/group-verdict.ts';
import { toneOfVerdicts } from '../verdicts.ts';
import type { GroupVerdict } from '../verdicts.ts';
import { nodesOf } from './wait/nodes.ts';
import { observedOf } from './wait/observed.ts';
import { indexOf } from '../../../run/lists/blocking-query.ts';
import { onlyPage } from '../../../run/lists/list-page.ts';
import { readList, readRows } from '../../../run/lists/list.ts';
import type { Observed } from './wait/observed.ts';
import { suggest } from '../../../run/suggest.ts';

type StatusInput = Readonly<{ job_id?: string | undefined; watch?: boolean | undefined }>;

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

const allocationOf = (one: Json): JsonObject => {
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

const deploymentOf = (one: Json | undefined): JsonObject | null =>
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

const unplacedOf = (job: Json, { evaluations: all }: Observed): readonly JsonObject[] =>
  membersOf(unplacedIn(all)).map(([group, metric]) => ({
    group,
    allocations: failedCount(metric),
    reasons: reasonsOf(metric, requirementsOf(job, group)),
  }));

const groupsOf = (
  job: Json,
  counts: Json,
  verdicts: ReadonlyMap<string, GroupVerdict>,
): readonly JsonObject[] =>
  listAt(job, 'TaskGroups').map((group) => {
    const name = textAt(group, 'Name') ?? '';
    const verdict = verdicts.get(name);
    const found = own(own(counts, 'Summary'), name);
    const states = ['Queued', 'Starting', 'Running', 'Complete', 'Failed', 'Lost', 'Unknown'] as const;
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
      ...Object.fromEntries(states.map((state) => [state.toLowerCase(), numberAt(found, state)])),
    };
  });

const logLines = 6;

/** Failed or restarted last; undefined if no node can be asked. */
const excerptOf = async (
  session: Session,
  job: string,
  placed: readonly JsonObject[],
): Promise<LogExcerpt | undefined> => {
  const all = withinReach(allocationsOf(placed));
  const choice = { allocation: undefined, group: undefined, previous: false };
  return all.length === 0 ? undefined : logExcerpt(session, chosenAllocation(job, all, choice), logLines);
};

interface Look {
  readonly document: JsonObject;
  readonly placed: readonly JsonObject[];
  readonly troubled: boolean;
  readonly tone: Tone | undefined;
  /** The index of its allocations, from which the server can wait for a change. */
  readonly index: bigint | undefined;
}

const lookAt = async (session: Session, job_id: string, options: CallOptions = {}): Promise<Look> => {
  const place = { job_id };
  const { document: job } = await session.lookUp(show, place, options);
  const [counts, placed, deployed, evaluated] = await Promise.all([
    onlyPage(readList(session, summary, place, { every: options })),
    onlyPage(readList(session, allocations, place, { every: options })),
    readRows(session, deployments, place, options),
    readRows(session, evaluations, place, options),
  ]);
  const children = own(counts.document, 'Children');
  const nodes = await nodesOf(session, placed.items, undefined, options);
  const checks = await checksOf(session, { placed: placed.items, job }, options);
  const seen = observedOf({
    job,
    allocations: placed.items,
    deployments: deployed,
    evaluations: evaluated,
    nodes,
    checks,
  });
  const all = jobVerdicts(seen, timeOf(placed.response, session.io.now()), counts.document);
  const verdicts = new Map(all.map((one) => [one.group, one]));
  const document: JsonObject = {
    job: textAt(job, 'ID') ?? job_id,
    namespace: textAt(job, 'Namespace') ?? null,
    type: textAt(job, 'Type') ?? '',
    status: textAt(job, 'Status') ?? '',
    stopped: own(job, 'Stop') === true,
    version: numberAt(job, 'Version'),
    stable: own(job, 'Stable') === true,
    groups: groupsOf(job, counts.document, verdicts),
    deployment: deploymentOf(newestFirst(deployed)[0]),
    unplaced: own(job, 'Stop') === true ? [] : unplacedOf(job, seen),
    children: isObject(children) ? children : null,
    allocations: newestFirst(placed.items).map(allocationOf),
  };
  const troubled = all.some(({ attention }) => attention);
  return { document, placed: placed.items, troubled, tone: toneOfVerdicts(all), index: indexOf(placed) };
};

type Context = Parameters<Workflow<StatusInput>>[0];

/** The log is read once for each state of the allocations. */
const drawer = ({ session, presenter }: Context, job: string): ((look: Look) => Promise<string>) => {
  let known: { readonly placed: string; readonly log: LogExcerpt | undefined } | undefined;
  return async ({ document, placed, troubled, tone }) => {
    const { width, terminal, colorLevel, unicode } = presenter.options;
    // A log may hold unknown secrets, so it is only shown on a screen.
    if (troubled) {
      const state = writeJson(placed);
      if (known?.placed !== state) known = { placed: state, log: await excerptOf(session, job, placed) };
    } else known = undefined;
    const now = session.io.now();
    return statusText(
      document,
      {
        width: terminal ? width : undefined,
        colorLevel,
        now,
        tone,
        unicode,
        suggested: (words) => suggest(session, words),
      },
      known?.log,
    );
  };
};

const run: Workflow<StatusInput> = async (context) => {
  const { session, presenter, command, input } = context;
  const job = input.job_id ?? '';
  const forPeople = printsText(session.globals);
  const draw = drawer(context, job);
  if (input.watch === true) {
    const { watchStatus } = await import('./watch/status.ts');
    const text = forPeople ? draw : undefined;
    return watchStatus(context, job, (options) => lookAt(session, job, options), text);
  }
  const look = await lookAt(session, job);
  if (forPeople) {
    const text = await draw(look);
    await presenter.read((to) => to(text));
  } else await presenter.showDocument(ownView(command), look.document, [look.document]);
  return Exit.ok;
};

export default run;
