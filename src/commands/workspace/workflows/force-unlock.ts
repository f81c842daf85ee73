import type { forceUnlock } from '../operations/lock.ts';
import { forgetLock } from '../../loans/workflows/other-loans.ts';
import { singleWith } from '../../../run/single/single.ts';
import type { OperationContext } from '../../../run/single/workflow.ts';

export default singleWith<OperationContext<typeof forceUnlock>>({
  explain: (error, { spoken }) =>
    error.code === 'conflict' ? error.with({ message: `${spoken.workspace_id} is not locked` }) : error,
  after: (_, { session, input }) => forgetLock(session, input.workspace_id),
});
