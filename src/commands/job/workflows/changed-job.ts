import type { Json } from '../../../documents/json/json.ts';
import { textAt } from '../../../documents/json/json.ts';
import type { Outcome } from '../../../run/session/outcome.ts';
import { placeOfJob } from '../../../services/jobs/job-text.ts';

export interface ChangedJob {
  readonly job_id: string;
  readonly namespace?: string | undefined;
  readonly region?: string | undefined;
}

export const jobOf = ({ job_id, namespace, region }: ChangedJob): ChangedJob => ({
  job_id,
  namespace,
  region,
});

/**
 * In the namespace and region of its file or command.
 * @param job of the file
 */
export const changedJob = ({ document, input }: Outcome, job: Json = {}): ChangedJob | undefined => {
  const id = textAt(document, 'DispatchedJobID') ?? input['job_id'];
  if (typeof id !== 'string') return undefined;
  return {
    job_id: id,
    namespace: placeOfJob(input, job, 'namespace'),
    region: placeOfJob(input, job, 'region'),
  };
};
