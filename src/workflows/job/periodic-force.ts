/** Periodic force: the reply names an evaluation and not the instance, so the command that lists them is said. */
import { serverFlags } from '../../runtime/server-flags.ts';
import { fillTemplate } from '../../services/context.ts';
import { showReply } from '../reply.ts';
import { forOperation } from '../workflow.ts';

export default forOperation(async (context) => {
  const { session, operation, input, options } = context;
  await showReply(context, await session.call(operation, input, options));
  const listed = fillTemplate('job list --prefix {job_id}/periodic-', input);
  session.reporter.note(`its instances: trivet ${listed}${serverFlags(session.globals)}`);
  return 0;
});
