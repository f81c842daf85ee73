import type { FoundRisk } from '../../../catalogue/risk.ts';
import type { InputRecord } from '../../../catalogue/parameter.ts';
import type { Json } from '../../../documents/json/json.ts';
import { isArray, isObject } from '../../../documents/json/json.ts';
import { readRows } from '../../../run/lists/list.ts';
import type { RiskLooking } from '../../../run/single/risk-look.ts';
import type { Session } from '../../../run/session/session.ts';
import { snapshot } from '../../../run/snapshot.ts';
import { jobField, jobText } from '../../../services/jobs/job-text.ts';
import { show } from '../operations/show.ts';
import { versions } from '../operations/history.ts';
import { TrivetError } from '../../../system/error.ts';
import type { JobAt } from '../job-at.ts';
import { jobOfRequest } from '../job-at.ts';

type Counts = ReadonlyMap<string, number>;

const countsOf = (job: Json | undefined): Counts => {
  const groups = job === undefined ? undefined : jobField(job, 'TaskGroups');
  return new Map(
    (isArray(groups) ? groups : []).map((group) => {
      const count = jobField(group, 'Count');
      return [jobText(group, 'Name') ?? '', typeof count === 'number' ? count : 1];
    }),
  );
};

const versionOf = async (
  session: Session,
  place: JobAt,
  version: InputRecord[string],
): Promise<Json | undefined> => {
  const all = await readRows(session, versions, place);
  return all.find((one) => Number(jobField(one, 'Version')) === Number(version));
};

const countsAfter = async (
  session: Session,
  input: InputRecord,
  now: Counts,
  place: JobAt,
): Promise<Counts | undefined> => {
  const { Job: sent, Target: group, Count: count, JobVersion: version } = input;
  // Stopping the job is another risk.
  if (isObject(sent as Json))
    return jobField(sent as Json, 'Stop') === true ? undefined : countsOf(sent as Json);
  if (typeof group === 'string' && (typeof count === 'number' || typeof count === 'bigint'))
    return new Map([...now, [group, Number(count)]]);
  if (version === undefined) return undefined;
  const target = await versionOf(session, place, version);
  return target === undefined || jobField(target, 'Stop') === true ? undefined : countsOf(target);
};

/** The job that a risk is about; undefined if it is stopped, or nobody reads the words. */
const jobAtRisk = async ({ session, input, isAnswered }: RiskLooking) => {
  const place = isAnswered ? undefined : jobOfRequest(input);
  if (place === undefined) return undefined;
  const found = await snapshot(session, show, { ...place });
  return found.kind === 'data' && found.data['Stop'] !== true ? { place, job: found.data } : undefined;
};

export const fewerTasks = async (
  looking: RiskLooking,
  questionOf: (changes: readonly string[]) => string,
): Promise<FoundRisk | undefined> => {
  const { session, input } = looking;
  const found = await jobAtRisk(looking);
  if (found === undefined) return undefined;
  const { place, job } = found;
  const now = countsOf(job);
  const after = await countsAfter(session, input, now, place);
  if (after === undefined) return undefined;
  const changes = [...now].flatMap(([group, count]) => {
    const next = after.get(group);
    if (next === undefined) return [`remove group ${group} (${count})`];
    return next < count ? [`scale ${group} down from ${count} to ${next}`] : [];
  });
  if (changes.length === 0) return undefined;
  const { job_id } = place;
  return {
    question: questionOf(changes),
    input: { job_id },
    state: { counts: Object.fromEntries(now) },
  };
};

/** Undefined unless a job is stopped that runs, or may start tasks. */
export const stopsTasks = async (looking: RiskLooking): Promise<FoundRisk | undefined> => {
  const { Job: sent, JobVersion: version } = looking.input;
  const isSent = isObject(sent as Json);
  if (isSent ? jobField(sent as Json, 'Stop') !== true : version === undefined) return undefined;
  const found = await jobAtRisk(looking);
  if (found === undefined) return undefined;
  const { place } = found;
  const { job_id } = place;
  if (isSent) return { question: 'Register job {job_id} as stopped, which stops it?', input: { job_id } };
  // A token that may not read the versions may still revert to one.
  const target = await versionOf(looking.session, place, version).catch((error: unknown) => {
    if (error instanceof TrivetError) return undefined;
    throw error;
  });
  return target !== undefined && jobField(target, 'Stop') === true
    ? {
        question: 'Revert job {job_id} to version {JobVersion}, which was stopped? This stops it.',
        input: { job_id },
      }
    : undefined;
};
