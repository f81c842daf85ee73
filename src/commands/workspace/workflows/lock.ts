/** Locks permanently or for a command; a conflict names the holder. */
import type { Pair } from '../../../catalogue/parameter.ts';
import type { lock } from '../operations/lock.ts';
import { lockHolder } from '../operations/lock.ts';
import { lendable } from '../../loans/workflows/lendable.ts';
import type { Lending } from '../../loans/workflows/lendable.ts';
import type { LoanContext } from '../../loans/workflows/loan.ts';
import { singleWith } from '../../../run/single/single.ts';

/** `objects` are all selected ones, as IDs with names. */
type LockContext = LoanContext<typeof lock, { readonly objects?: readonly Pair[] | undefined }>;

const lendLock = async (
  context: LockContext,
  { lend, lockLoan, refuseUnmarked }: Lending,
): Promise<number> => {
  const { session, input, spoken } = context;
  const { objects = [{ key: input.workspace_id, value: spoken.workspace_id }] } = input;
  const wanted = objects.map(({ key: id, value: name = id }) => ({ id, name }));
  await refuseUnmarked(session, wanted);
  return lend(context, { service: 'workspaces', prepare: lockLoan(context, wanted) });
};

export default lendable(
  lendLock,
  singleWith<LockContext>({
    explain: async (error, { session, input, spoken }) => {
      if (error.code !== 'conflict') return error;
      const { explainLocked } = await lockHolder();
      return explainLocked(error, session, { id: input.workspace_id, name: spoken.workspace_id });
    },
  }),
);
