/** Rotation of the root access key: the provider needs some seconds to know the new one. */
import { showReply } from '../reply.ts';
import { forOperation } from '../workflow.ts';

export default forOperation(async (context) => {
  const { session, operation, input, options } = context;
  await showReply(context, await session.call(operation, input, options));
  session.reporter.note('calls of the service to the provider may fail for a few seconds');
  return 0;
});
