/** Lock and force-unlock: a conflict is explained with the holder and what to type next. */
import { inputText } from '../../model/parameter.ts';
import { TrivetError } from '../../model/error.ts';
import { serverFlags } from '../../runtime/server-flags.ts';
import { shellWord } from '../../services/context.ts';
import { lockHolder } from './lock-holder.ts';
import { showReply } from '../reply.ts';
import { forOperation } from '../workflow.ts';

export default forOperation(async (context) => {
  const { session, operation, input, options, spoken } = context;
  const workspace = inputText(spoken, 'workspace_id') ?? '';
  try {
    await showReply(context, await session.call(operation, input, options));
    return 0;
  } catch (error) {
    if (!(error instanceof TrivetError) || error.code !== 'conflict') throw error;
    if (operation.id === 'workspace.force-unlock') {
      throw new TrivetError(error.code, error.exit, `${workspace} is not locked`, error.details);
    }
    const named = `${shellWord(workspace)}${serverFlags(session.globals)}`;
    const holder = await lockHolder(session, inputText(input, 'workspace_id') ?? '');
    throw new TrivetError(error.code, error.exit, `${workspace} is locked already, ${holder}`, {
      ...error.details,
      hint: `When it is yours: trivet workspace unlock ${named}; to break the lock: trivet workspace force-unlock ${named}`,
    });
  }
});
