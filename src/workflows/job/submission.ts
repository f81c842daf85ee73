/** The source of a version; without one, that of the job as it is. */
import { own } from '../../model/json.ts';
import { show } from '../../operations/job/show.ts';
import { showReply } from '../reply.ts';
import { wordOf } from '../typed.ts';
import { forOperation } from '../workflow.ts';

export default forOperation(async (context) => {
  const { session, operation, input, options } = context;
  let { version } = input;
  if (version === undefined) {
    const { document } = await session.lookUp(show, { job_id: wordOf(input, 'job_id') });
    const current = own(document, 'Version');
    version = typeof current === 'number' ? current : 0;
  }
  await showReply(context, await session.call(operation, { ...input, version }, options));
  return 0;
});
