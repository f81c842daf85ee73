/** Register and update: the file, its source as Submission, and the namespace that is meant. */
import { usageError } from '../../model/error.ts';
import type { Json } from '../../model/json.ts';
import { isUnreachable } from '../../operations/job/parts.ts';
import { shellWord } from '../../services/context.ts';
import { readJobFile } from './file.ts';
import type { Place } from './place.ts';
import { jobText, placeOf } from './place.ts';
import { showReply } from '../reply.ts';
import { wordOf } from '../typed.ts';
import { forOperation } from '../workflow.ts';

/** Flags for what the file alone says of the place: a look-up without them would ask in another one. */
const fromFile = (job: Json, place: Place): readonly string[] =>
  (['namespace', 'region'] as const).flatMap((what) => {
    const value = place[what] === null ? jobText(job, what) : undefined;
    return value === undefined ? [] : [`--${what} ${shellWord(value)}`];
  });

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
  // The ID is in the file, and the namespace may be: no input of the operation has them.
  const lookUp = ['job show {job_id}', ...fromFile(job, place)].join(' ');
  const outcome = await session.call(
    { ...operation, lookUp },
    // Without a Submission real servers file the source of another version under this one.
    { Submission: submission, ...input, ...place, Job: job, job_id: wanted ?? id },
    options,
  );
  await showReply(context, outcome);
  return 0;
});
