/**
 * On a protected server: a lower count, and task groups that a file drops, are confirmed like destructive changes.
 */
import type { Json, JsonObject } from '../../../documents/json/json.ts';
import { isArray } from '../../../documents/json/json.ts';
import type { Session } from '../../../engine/session/session.ts';
import { existing } from '../../../engine/single/existing.ts';
import type { OperationContext } from '../../../engine/single/workflow.ts';
import type { scale } from '../operations/scale.ts';
import { show } from '../operations/show.ts';
import { jobField, jobText } from '../../../services/jobs/job-text.ts';
import type { JobPlace } from './file/place.ts';

type Counts = ReadonlyMap<string, number>;

const countsOf = (job: Json): Counts => {
  const groups = jobField(job, 'TaskGroups');
  return new Map(
    (isArray(groups) ? groups : []).map((group) => {
      const count = jobField(group, 'Count');
      return [jobText(group, 'Name') ?? '', typeof count === 'number' ? count : 1];
    }),
  );
};

/** Undefined unless changes are protected and the job runs. */
const running = async (
  session: Session,
  input: { readonly job_id: string; readonly namespace?: string; readonly region?: string },
): Promise<JsonObject | undefined> => {
  const { protection } = await session.endpoint('jobs');
  const { dryRun, curl } = session.globals;
  if (protection === undefined || dryRun || curl) return undefined;
  const found = await existing(session, show, input);
  return found.kind === 'data' && found.data['Stop'] !== true ? found.data : undefined;
};

/** @throws TrivetError usage, when a lower count is not confirmed */
export const confirmFewer = async ({
  session,
  input,
  confirm,
}: OperationContext<typeof scale>): Promise<void> => {
  const { job_id, namespace, region, Target: group, Count: count } = input;
  if (count === undefined || group === undefined) return;
  const job = await running(session, {
    job_id,
    ...(namespace === undefined ? {} : { namespace }),
    ...(region === undefined ? {} : { region }),
  });
  const before = job === undefined ? undefined : countsOf(job).get(group);
  if (before === undefined || count >= before) return;
  const question = `Scale {Target} of job {job_id} down from ${before} to ${count}?`;
  await confirm({ kind: 'ask', question }, input);
};

/** @throws TrivetError usage, when fewer allocations or groups than run now are not confirmed */
export const confirmFewerGroups = async (
  { session, confirm }: Pick<OperationContext, 'session' | 'confirm'>,
  job: Json,
  id: string | undefined,
  place: JobPlace,
): Promise<void> => {
  if (id === undefined) return;
  const [namespace, region] = (['namespace', 'region'] as const).map((what) =>
    place[what] === null ? jobText(job, what) : undefined,
  );
  const now = await running(session, {
    job_id: id,
    ...(namespace === undefined ? {} : { namespace }),
    ...(region === undefined ? {} : { region }),
  });
  if (now === undefined) return;
  const next = countsOf(job);
  const changes = [...countsOf(now)].flatMap(([group, count]) => {
    const after = next.get(group);
    if (after === undefined) return [`remove group ${group} (${count})`];
    return after < count ? [`scale ${group} down from ${count} to ${after}`] : [];
  });
  if (changes.length === 0) return;
  await confirm(
    { kind: 'ask', question: `Register job {job_id} and ${changes.join(', ')}?` },
    { job_id: id, namespace: place.namespace ?? namespace },
  );
};
