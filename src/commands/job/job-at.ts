import type { InputRecord } from '../../catalogue/parameter.ts';
import { inputText } from '../../catalogue/parameter.ts';
import { textAt } from '../../documents/json/json.ts';
import type { Outcome } from '../../run/session/outcome.ts';
import { jobText, placeOfJob } from '../../services/jobs/job-text.ts';

/** A job with its namespace and region. */
export interface JobAt {
  readonly job_id: string;
  readonly namespace?: string | undefined;
  readonly region?: string | undefined;
}

export const jobOf = ({ job_id, namespace, region }: JobAt): JobAt => ({ job_id, namespace, region });

/** The job of a request of any kind: what its parameters do not say is in the job that it sends. */
export const jobOfRequest = (input: InputRecord): JobAt | undefined => {
  const { Job: sent } = input;
  const id = inputText(input, 'job_id') ?? jobText(sent, 'ID');
  if (id === undefined) return undefined;
  return {
    job_id: id,
    namespace: placeOfJob(input, sent, 'namespace'),
    region: placeOfJob(input, sent, 'region'),
  };
};

export const changedJob = ({ document, input }: Pick<Outcome, 'document' | 'input'>): JobAt | undefined =>
  jobOfRequest({ ...input, job_id: textAt(document, 'DispatchedJobID') ?? input['job_id'] });
