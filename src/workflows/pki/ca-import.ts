/** Import of a CA: asks where the mount has one. */
import { confirmBesideCa } from './existing-ca.ts';
import { showReply } from '../reply.ts';
import { forOperation } from '../workflow.ts';

export default forOperation(async (context) => {
  const { session, operation, input, options } = context;
  await confirmBesideCa(context);
  await showReply(context, await session.call(operation, input, options));
  return 0;
});
