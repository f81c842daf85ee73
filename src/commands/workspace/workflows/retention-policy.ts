/** Some servers take PATCH and reply 405 to POST; a policy that the reply lacks is read. */
import { set, show } from '../operations/retention-policy.ts';
import { singleWith } from '../../../run/single/single.ts';
import type { OperationContext } from '../../../run/single/workflow.ts';

export default singleWith<OperationContext<typeof set>>({
  explain: (error, { session, input, options }) =>
    error.details.status === 405 ? session.call({ ...set, method: 'PATCH' }, input, options) : error,
  settle: (outcome, { session, input }) =>
    outcome.document === null ? session.lookUp(show, { workspace_id: input.workspace_id }) : outcome,
});
