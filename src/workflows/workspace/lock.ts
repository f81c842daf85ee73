/** Lock and force-unlock: a conflict is explained with the holder, and nobody breaks a lock without seeing whose it is. */
import { forceUnlock } from '../../operations/workspace/lock.ts';
import { serverFlags } from '../../runtime/globals.ts';
import { shellWord } from '../../services/context.ts';
import { singleWith } from '../single.ts';
import { lockOf } from './lock-holder.ts';

export default singleWith<{ readonly workspace_id: string }>({
  before: async ({ session, operation, input, spoken, confirm }) => {
    const question = operation.confirm?.find(({ when }) => when === 'state');
    const { yes, dryRun, curl } = session.globals;
    if (question === undefined || yes || dryRun || curl) return;
    const { holder, words } = await lockOf(session, input.workspace_id);
    await confirm(question, { ...spoken, held: holder === undefined ? '' : `, held ${words}` });
  },
  explain: async (error, { session, operation, input, spoken }) => {
    if (error.code !== 'conflict') return error;
    const workspace = spoken.workspace_id;
    if (operation.id === forceUnlock.id) return error.with({ message: `${workspace} is not locked` });
    const named = `${shellWord(workspace)}${serverFlags(session.globals)}`;
    const { holder, words } = await lockOf(session, input.workspace_id);
    return error.with({
      message: `${workspace} is locked already, ${words}`,
      details: {
        lockedBy: holder,
        hint: `If it is yours: trivet workspace unlock ${named}. To break the lock: trivet workspace force-unlock ${named}`,
      },
    });
  },
});
