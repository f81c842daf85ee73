/** Register and update: the file, its source as Submission, and the namespace that is meant. */
import { usageError } from '../model/error.ts';
import { isUnreachable } from '../operations/job/parts.ts';
import { readJobFile } from './job-file.ts';
import { jobText, placeOf } from './job-place.ts';
import { showReply } from './reply.ts';
import { wordOf } from './typed.ts';
import { forOperation } from './workflow.ts';

export default forOperation(async (context) => {
  const { session, operation, input, options } = context;
  const { job, submission } = await readJobFile(session, wordOf(input, 'Job'), input);
  const id = jobText(job, 'ID');
  const wanted = input['job_id'];
  const { validate } = session.globals;
  if (typeof wanted === 'string' && id !== undefined && id !== wanted && validate) {
    throw usageError(`the file is of job "${id}", not of "${wanted}"`, 'Nothing was sent.');
  }
  if (id !== undefined && isUnreachable(id) && validate) {
    throw usageError(
      `a job "${id}" could be registered, but neither shown nor stopped: its end is taken for a route`,
      'Nothing was sent. Give it another ID; --no-validate sends it all the same.',
    );
  }
  const place = await placeOf(session, job);
  const outcome = await session.call(
    // The ID is in the file: no input of the operation has it.
    { ...operation, lookUp: 'job show {job_id}' },
    // Without a Submission real servers file the source of another version under this one.
    { Submission: submission, ...input, ...place, Job: job, job_id: wanted ?? id },
    options,
  );
  await showReply(context, outcome);
  return 0;
});
