/** Stop: real servers answer 200 for a job that they do not know, so it is read first. */
import type { Json } from '../../model/json.ts';
import { isObject, own } from '../../model/json.ts';
import { show } from '../../operations/job/show.ts';
import { serverFlags } from '../../runtime/server-flags.ts';
import { fillTemplate } from '../../services/context.ts';
import { showReply } from '../reply.ts';
import { wordOf } from '../typed.ts';
import { forOperation } from '../workflow.ts';

const isParent = (job: Json): boolean =>
  (isObject(own(job, 'Periodic')) || isObject(own(job, 'ParameterizedJob'))) &&
  (own(job, 'ParentID') ?? '') === '';

export default forOperation(async (context) => {
  const { session, operation, input, options } = context;
  const id = wordOf(input, 'job_id');
  const { document } = await session.lookUp(show, { job_id: id });
  if (own(document, 'Stop') === true) session.reporter.note(`${id} is stopped already`);
  await showReply(context, await session.call(operation, input, options));
  if (isParent(document)) {
    const listed = fillTemplate('job list --prefix {job_id}/', input);
    session.reporter.note(`instances that run go on: trivet ${listed}${serverFlags(session.globals)}`);
  }
  return 0;
});
