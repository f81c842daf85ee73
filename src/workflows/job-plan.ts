/** Plan: the diff as a tree for a person, the document for everybody else, and exit codes for pipelines. */
import { Exit, usageError } from '../model/error.ts';
import { painter } from '../render/color.ts';
import { cannotPlace, hasChanges, planText } from '../render/plan.ts';
import { readJobFile } from './job-file.ts';
import { jobText, placeOf } from './job-place.ts';
import { showReply } from './reply.ts';
import { wordOf } from './typed.ts';
import { forOperation } from './workflow.ts';

export default forOperation(async (context) => {
  const { session, presenter, operation, input, options } = context;
  const { globals } = session;
  const file = wordOf(input, 'Job');
  const { job } = await readJobFile(session, file, input);
  const id = input['job_id'] ?? jobText(job, 'ID');
  if (id === undefined) throw usageError('the job file names no ID', 'Nothing was sent.');
  const place = await placeOf(session, job);
  const outcome = await session.call(
    operation,
    { Diff: true, ...input, ...place, Job: job, job_id: id },
    options,
  );
  const plain = globals.output === undefined || globals.output === 'table';
  const chosen = globals.query !== undefined || globals.field !== undefined || globals.fields !== undefined;
  if (plain && !chosen) {
    const { colorLevel, now, reveal } = presenter.options;
    const paint = await painter(colorLevel);
    await presenter.write(
      planText(outcome.document, { paint, now, reveal, file, verbose: input['full'] === true }),
    );
  } else await showReply(context, outcome);
  if (input['detailed-exitcode'] !== true) return Exit.ok;
  if (cannotPlace(outcome.document)) return Exit.failed;
  return hasChanges(outcome.document) ? Exit.changes : Exit.ok;
});
