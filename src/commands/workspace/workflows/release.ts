/** Releases a lock, one's own or another's, and forgets the loan that had it. */
import { atMost, limits } from '../../../system/limits.ts';
import type { forceUnlock, unlock } from '../operations/lock.ts';
import { shellWord } from '../../../catalogue/text/shell-words.ts';
import { forgetLock } from '../../loans/workflows/other-loans.ts';
import { singleWith } from '../../../run/single/single.ts';
import { waitLimit } from '../../../run/single/waiting.ts';
import type { WaitInput } from '../../../run/single/waiting.ts';
import { lockOf } from './lock-holder.ts';
import type { OperationContext } from '../../../run/single/workflow.ts';
import { suggest } from '../../../run/suggest.ts';

/** Waits for the state version: with `--wait` for long, else shortly. */
export const unlocked = singleWith<OperationContext<typeof unlock, WaitInput>>({
  waiting: ({ session, input, spoken }) => ({
    limit: input.wait === true ? waitLimit(input) : atMost(limits.finalizing, session.globals.timeout),
    pause: 1000,
    passing: (error) => error.code === 'state-pending',
    what: `the latest state version of ${spoken.workspace_id} is not finalized`,
  }),
  explain: async (error, { session, input, spoken }) => {
    if (error.code !== 'conflict') return error;
    const workspace = spoken.workspace_id;
    const told = error.details.reason === 'already-unlocked';
    const lock = told ? undefined : await lockOf(session, input.workspace_id);
    // Both cases are 409, so the lock is read.
    if (lock === undefined || lock.locked === false) {
      const details = { reason: 'already-unlocked', hint: undefined };
      return error.with({ message: `${workspace} is already unlocked`, details });
    }
    return error.with({
      message: `${workspace} is locked, ${lock.words}`,
      details: {
        reason: 'locked-by-other',
        lockedBy: lock.holder,
        hint: `To break the lock: ${suggest(session, `workspace force-unlock ${shellWord(workspace)}`)}`,
      },
    });
  },
  after: (_, { session, input }) => forgetLock(session, input.workspace_id),
});

export const broken = singleWith<OperationContext<typeof forceUnlock>>({
  explain: (error, { spoken }) =>
    error.code === 'conflict' ? error.with({ message: `${spoken.workspace_id} is not locked` }) : error,
  after: (_, { session, input }) => forgetLock(session, input.workspace_id),
});
