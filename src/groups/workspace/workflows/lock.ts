/** Locks, permanently or while a command runs; a conflict names the holder. */
import type { GivenOf } from '../../../model/catalogue/operation.ts';
import type { lock } from '../operations/lock.ts';
import { lendable } from '../../lending/workflows/lendable.ts';
import type { LendContext, LendInput } from '../../lending/workflows/loan.ts';
import { singleWith } from '../../../workflows/single.ts';
import { explainLocked } from './lock-holder.ts';

type LockContext = LendContext<GivenOf<typeof lock> & LendInput>;

const lendLock = async (context: LockContext): Promise<number> => {
  const { lend } = await import('../../lending/workflows/lend.ts');
  const { lockLoan } = await import('./lend-lock.ts');
  const one = { id: context.input.workspace_id, name: context.spoken.workspace_id };
  return lend(context, { service: 'workspaces', prepare: lockLoan(context, context.objects ?? [one]) });
};

export default lendable(
  lendLock,
  singleWith<GivenOf<typeof lock> & LendInput>({
    explain: (error, { session, input, spoken }) =>
      error.code === 'conflict'
        ? explainLocked(error, session, { id: input.workspace_id, name: spoken.workspace_id })
        : error,
  }),
);
