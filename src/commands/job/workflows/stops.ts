import type { FoundRisk } from '../../../catalogue/risk.ts';
import type { Json } from '../../../documents/json/json.ts';
import { TrivetError } from '../../../system/error.ts';
import { isObject } from '../../../documents/json/json.ts';
import type { RiskLooking } from '../../../run/snapshot.ts';
import { snapshot } from '../../../run/snapshot.ts';
import { jobField } from '../../../services/jobs/job-text.ts';
import { show } from '../operations/show.ts';
import { versionOf } from './fewer.ts';
import { jobAt } from '../job-at.ts';

/** Undefined unless a job is stopped that runs, or may start tasks. */
const look = async ({ session, input, isAnswered }: RiskLooking): Promise<FoundRisk | undefined> => {
  const place = jobAt(input);
  if (isAnswered || place === undefined) return undefined;
  const { Job: sent, JobVersion: version } = input;
  const isSent = isObject(sent as Json);
  if (isSent ? jobField(sent as Json, 'Stop') !== true : version === undefined) return undefined;
  const found = await snapshot(session, show, { ...place });
  if (found.kind !== 'data' || found.data['Stop'] === true) return undefined;
  const { job_id } = place;
  if (isSent) return { question: 'Register job {job_id} as stopped, which stops it?', input: { job_id } };
  // A token that may not read the versions may still revert to one.
  const target = await versionOf(session, place, version).catch((error: unknown) => {
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

export default look;
