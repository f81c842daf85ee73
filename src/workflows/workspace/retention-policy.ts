/**
 * The policy that was set. Servers differ: some take PATCH and answer POST with 405, some answer with the policy and
 * some with nothing, which is then read.
 */
import { TrivetError } from '../../model/error.ts';
import type { Operation } from '../../model/operation.ts';
import { inputText } from '../../model/parameter.ts';
import { set, show } from '../../operations/workspace/retention-policy.ts';
import type { Outcome } from '../../runtime/session.ts';
import { showReply } from '../reply.ts';
import { forOperation } from '../workflow.ts';
import type { OperationContext } from '../workflow.ts';

const patched: Operation = { ...set, method: 'PATCH' };

const done = async ({ session, operation, input, options }: OperationContext): Promise<Outcome> => {
  try {
    return await session.call(operation, input, options);
  } catch (error) {
    if (error instanceof TrivetError && error.details.status === 405) {
      return session.call(patched, input, options);
    }
    throw error;
  }
};

export default forOperation(async (context) => {
  const { session, input } = context;
  const outcome = await done(context);
  const policy =
    outcome.document === null
      ? await session.lookUp(show, { workspace_id: inputText(input, 'workspace_id') ?? '' })
      : outcome;
  await showReply(context, policy);
  return 0;
});
