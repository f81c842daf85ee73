import { usageError } from '../../../../system/error.ts';
import type { GivenInput } from '../../../../catalogue/parameter.ts';
import type { waitOnly } from '../../wait-conditions.ts';
import { waitLimit } from '../../../../run/single/waiting.ts';
import type { Workflow } from '../../../../run/single/workflow.ts';
import { conclude } from './conclude.ts';
import { waitForAll } from './progress.ts';

type Given = GivenInput<typeof waitOnly> &
  Readonly<{ job_id?: readonly string[] | undefined; 'job-version'?: number | bigint | undefined }>;

const run: Workflow<Given> = async (context) => {
  const { session, input } = context;
  const { namespace } = (await session.endpoint('jobs')).context;
  if (namespace?.value === '*')
    throw usageError('--namespace * is only for lists: a job is in one namespace');
  const jobs = [...new Set(input.job_id)];
  const version = input['job-version'];
  if (jobs.length > 1 && version !== undefined) {
    throw usageError('--job-version cannot be given with several jobs');
  }
  const limit = waitLimit(input);
  const wanted = jobs.map((id) => ({
    place: { job_id: id },
    goal: input.for,
    version: version === undefined ? undefined : Number(version),
    limit,
  }));
  return conclude(context, await waitForAll(session, wanted));
};

export default run;
