/** Force-unlock: shows who holds a lock before it is broken. */
import type { forceUnlock } from '../operations/lock.ts';
import { forgetLock } from '../../lending/workflows/other-lends.ts';
import { singleWith } from '../../../engine/single/single.ts';
import { lockOf } from './lock-holder.ts';
import type { OperationContext } from '../../../engine/single/workflow.ts';

export default singleWith<OperationContext<typeof forceUnlock>>({
  before: async ({ session, operation, input, spoken, confirm }) => {
    const question = operation.confirm?.find(({ when }) => when === 'state');
    const { yes, dryRun, curl } = session.globals;
    if (question === undefined || yes || dryRun || curl) return;
    const { holder, words } = await lockOf(session, input.workspace_id);
    await confirm(question, { ...spoken, held: holder === undefined ? '' : `, held ${words}` });
  },
  explain: (error, { spoken }) =>
    error.code === 'conflict' ? error.with({ message: `${spoken.workspace_id} is not locked` }) : error,
  after: (_, { session, input }) => forgetLock(session, input.workspace_id),
});
