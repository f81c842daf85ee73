/** Unlock: a state version that is not finalized yet is waited for, shortly by itself, longer with `--wait`. */
import { inputText } from '../../model/parameter.ts';
import { TrivetError } from '../../model/error.ts';
import { serverFlags } from '../../runtime/server-flags.ts';
import { shellWord } from '../../services/context.ts';
import { lockHolder } from './lock-holder.ts';
import { showReply } from '../reply.ts';
import { waitLimit, waitUntilDone } from '../waiting.ts';
import { forOperation } from '../workflow.ts';

/** Milliseconds: "retry for a short period" (document 1 §3). */
const shortly = 10_000;

const pending = (error: TrivetError): boolean => error.code === 'state-pending';

export default forOperation(async (context) => {
  const { session, operation, input, options, spoken } = context;
  const workspace = inputText(spoken, 'workspace_id') ?? inputText(input, 'workspace_id') ?? '';
  const attempt = async () => {
    try {
      return await session.call(operation, input, options);
    } catch (error) {
      if (!(error instanceof TrivetError) || error.code !== 'conflict') throw error;
      if (/already unlocked|not locked/i.test(error.details.server ?? '')) {
        throw new TrivetError(error.code, error.exit, `${workspace} is unlocked already`, error.details);
      }
      const holder = await lockHolder(session, inputText(input, 'workspace_id') ?? '');
      throw new TrivetError(error.code, error.exit, `${workspace} is locked, ${holder}`, {
        ...error.details,
        hint: `To break the lock: trivet workspace force-unlock ${shellWord(workspace)}${serverFlags(session.globals)}`,
      });
    }
  };
  const outcome = await waitUntilDone(session, attempt, {
    limit: input['wait'] === true ? waitLimit(input) : Math.min(shortly, session.globals.timeout ?? shortly),
    pause: 1000,
    passing: pending,
    what: `the latest state version of ${workspace} is not finalized`,
  });
  await showReply(context, outcome);
  return 0;
});
