/** Jobs that fail, cannot be placed, or deploy. */
import type { JsonObject } from '../../model/json/json.ts';
import { isObject, numberAt, own, textAt } from '../../model/json/json.ts';
import { list } from '../../groups/job/operations/list.ts';
import { deployment } from '../../groups/job/operations/placement.ts';
import { progressText } from '../../screen/text/job-cells.ts';
import { mapBounded } from '../../engine/lists/bounded.ts';
import { pagesOf } from '../../engine/lists/pages.ts';
import type { Session } from '../../engine/session/session.ts';
import { serviceOf } from '../index.ts';
import type { Look, StatusRow } from '../../groups/status/workflows/row.ts';
import { unreadable, width } from '../../groups/status/workflows/row.ts';

interface Job {
  readonly item: JsonObject;
  readonly id: string;
  readonly namespace: string;
}

/** The number of allocations of all groups in a state. */
const countOf = ({ item }: Job, key: string): number => {
  const groups = own(own(item, 'JobSummary'), 'Summary');
  return isObject(groups)
    ? Object.values(groups).reduce<number>((sum, group) => sum + numberAt(group, key), 0)
    : 0;
};

/** Starts children and runs nothing itself. */
const isParent = ({ item }: Job): boolean =>
  own(item, 'Periodic') === true || own(item, 'ParameterizedJob') === true;

const isBatch = ({ item }: Job): boolean => /batch/.test(textAt(item, 'Type') ?? '');

/** The problem of a job according to the list; undefined where there is none. */
const stateOf = (job: Job): Pick<StatusRow, 'state' | 'detail' | 'attention'> | undefined => {
  const status = textAt(job.item, 'Status') ?? '';
  const queued = countOf(job, 'Queued');
  const running = countOf(job, 'Running');
  const complete = countOf(job, 'Complete');
  const broken = countOf(job, 'Failed');
  if (own(job.item, 'Stop') === true || isParent(job)) return undefined;
  if (queued > 0) {
    return { state: 'pending', detail: `${queued} not placed, ${running} running`, attention: true };
  }
  if (status === 'pending') return { state: 'pending', detail: '', attention: false };
  const failures = `${broken} failed, ${complete} complete`;
  if (status === 'dead') {
    if (!isBatch(job)) return { state: 'failed', detail: failures, attention: true };
    if (broken === 0) return undefined;
    return { state: 'failed', detail: failures, attention: complete === 0 };
  }
  if (running > 0 || broken === 0) return undefined;
  return {
    state: 'failing',
    detail: `${broken} failed, ${countOf(job, 'Starting')} starting, none running`,
    attention: true,
  };
};

/** True when a deployment might be running: the list does not report it. */
const mayDeploy = (job: Job): boolean =>
  !isBatch(job) && !isParent(job) && own(job.item, 'Stop') !== true && textAt(job.item, 'Status') !== 'dead';

const over: ReadonlySet<string> = new Set(['successful', 'cancelled']);

/** True when its canaries are healthy and are not promoted automatically. */
const awaitsPromotion = (groups: JsonObject): boolean =>
  Object.values(groups).some((group) => {
    const canaries = numberAt(group, 'DesiredCanaries');
    const manual = own(group, 'Promoted') !== true && own(group, 'AutoPromote') !== true;
    return canaries > 0 && manual && numberAt(group, 'HealthyAllocs') >= canaries;
  });

const deploymentOf = async (session: Session, job: Job): Promise<StatusRow | undefined> => {
  const common = { service: 'jobs', kind: 'deployment', name: job.id, scope: job.namespace } as const;
  try {
    const input = { job_id: job.id, namespace: job.namespace };
    const { document } = await session.lookUp(deployment, input);
    const status = textAt(document, 'Status');
    if (status === undefined || over.has(status)) return undefined;
    const said = textAt(document, 'StatusDescription') ?? '';
    if (status === 'failed') return { ...common, state: status, detail: said, attention: true };
    const groups = own(document, 'TaskGroups');
    const promotable = isObject(groups) && awaitsPromotion(groups);
    const detail = isObject(groups) ? progressText(groups) : said;
    return { ...common, state: promotable ? 'awaits promotion' : status, detail, attention: promotable };
  } catch (error) {
    return unreadable('jobs', job.id, job.namespace, error);
  }
};

const look: Look = async ({ session, endpoint }) => {
  const scope = endpoint.context.namespace?.value ?? '*';
  try {
    const jobs: Job[] = [];
    for await (const page of pagesOf(session, list, { namespace: scope }, 'lookUp')) {
      for (const item of serviceOf('jobs').readItems(page.document, list.view)) {
        jobs.push({ item, id: textAt(item, 'ID') ?? '', namespace: textAt(item, 'Namespace') ?? '' });
      }
    }
    const rows = jobs.flatMap((job): readonly StatusRow[] => {
      const state = stateOf(job);
      return state === undefined
        ? []
        : [{ service: 'jobs', kind: 'job', name: job.id, scope: job.namespace, ...state }];
    });
    const deployments = await mapBounded(jobs.filter(mayDeploy), width, (job) => deploymentOf(session, job));
    return [...rows, ...deployments.filter((row) => row !== undefined)];
  } catch (error) {
    return [unreadable('jobs', 'jobs', scope, error)];
  }
};

export default look;
