/** Lock and force-unlock: a conflict is explained with the holder and what to type next. */
import { TrivetError } from '../../model/error.ts';
import { forceUnlock } from '../../operations/workspace/lock.ts';
import { serverFlags } from '../../runtime/globals.ts';
import { shellWord } from '../../services/context.ts';
import { singleWith } from '../single.ts';
import { lockHolder } from './lock-holder.ts';

export default singleWith<{ readonly workspace_id: string }>({
  explain: async (error, { session, operation, input, spoken }) => {
    if (error.code !== 'conflict') return error;
    const workspace = spoken.workspace_id;
    if (operation.id === forceUnlock.id) {
      return new TrivetError(error.code, error.exit, `${workspace} is not locked`, error.details);
    }
    const named = `${shellWord(workspace)}${serverFlags(session.globals)}`;
    const holder = await lockHolder(session, input.workspace_id);
    return new TrivetError(error.code, error.exit, `${workspace} is locked already, ${holder}`, {
      ...error.details,
      hint: `When it is yours: trivet workspace unlock ${named}; to break the lock: trivet workspace force-unlock ${named}`,
    });
  },
});
