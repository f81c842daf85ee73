/** Safe delete: tells the causes of a 409 apart, waits for the passing one, never falls back to force. */
import { inputText } from '../../model/parameter.ts';
import { TrivetError } from '../../model/error.ts';
import { showReply } from '../reply.ts';
import { waitLimit, waitUntilDone } from '../waiting.ts';
import { forOperation } from '../workflow.ts';

const beingProcessed = /being processed|try again later/i;

const explained = (error: TrivetError, workspace: string): TrivetError => {
  if (error.code !== 'conflict') return error;
  const server = error.details.server ?? '';
  const hint = beingProcessed.test(server)
    ? 'The state is still being processed: repeat with --wait.'
    : /lock/i.test(server)
      ? `It is locked: trivet workspace show ${workspace} --include locked_by, then unlock it.`
      : 'It still manages resources: destroy them first. trivet workspace force-delete does not check them.';
  return new TrivetError(error.code, error.exit, error.message, { ...error.details, hint });
};

export default forOperation(async (context) => {
  const { session, operation, input, options, spoken } = context;
  const workspace = inputText(spoken, 'workspace') ?? inputText(input, 'workspace_id') ?? '';
  const attempt = async () => {
    try {
      return await session.call(operation, input, options);
    } catch (error) {
      throw error instanceof TrivetError ? explained(error, workspace) : error;
    }
  };
  const outcome =
    input['wait'] === true
      ? await waitUntilDone(session, attempt, {
          limit: waitLimit(input),
          pause: 2000,
          passing: (error) => error.code === 'conflict' && beingProcessed.test(error.details.server ?? ''),
          what: `the state of ${workspace} is being processed`,
        })
      : await attempt();
  await showReply(context, outcome);
  return 0;
});
