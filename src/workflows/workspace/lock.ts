/** Locks, permanently or while a command runs; a conflict names the holder. */
import type { lock } from '../../operations/workspace/lock.ts';
import { lendable } from '../lending/lendable.ts';
import type { LendContext } from '../lending/loan.ts';
import { singleWith } from '../single.ts';
import { explainLocked } from './lock-holder.ts';

type LockContext = LendContext<typeof lock>;

const lendLock = async (context: LockContext): Promise<number> => {
  const { lend } = await import('../lending/lend.ts');
  const { lockLoan } = await import('../lending/lock.ts');
  const one = { id: context.input.workspace_id, name: context.spoken.workspace_id };
  return lend(context, { service: 'workspaces', prepare: lockLoan(context, context.objects ?? [one]) });
};

export default lendable(
  lendLock,
  singleWith<LockContext>({
    explain: (error, { session, input, spoken }) =>
      error.code === 'conflict'
        ? explainLocked(error, session, { id: input.workspace_id, name: spoken.workspace_id })
        : error,
  }),
);
