/** Remote state consumers: a workspace is never its own, and the list exists only without global remote state. */
import { inputText } from '../../model/parameter.ts';
import { at } from '../../model/json.ts';
import { Exit, TrivetError, usageError } from '../../model/error.ts';
import { show } from '../../operations/workspace/show.ts';
import type { Session } from '../../runtime/session.ts';
import { showReply } from '../reply.ts';
import { forOperation } from '../workflow.ts';

const sharesWithAll = async (session: Session, id: string): Promise<boolean> => {
  const { document } = await session.lookUp(show, { workspace_id: id });
  return at(document, 'data', 'attributes', 'global-remote-state') === true;
};

export default forOperation(async (context) => {
  const { session, operation, input, options, spoken } = context;
  const id = inputText(input, 'workspace_id') ?? '';
  const consumers = input['consumers'];
  if (Array.isArray(consumers) && consumers.includes(id)) {
    throw usageError('a workspace cannot be a remote state consumer of itself', 'Nothing was sent.');
  }
  if (session.globals.validate && (await sharesWithAll(session, id))) {
    throw new TrivetError(
      'conflict',
      Exit.refused,
      `${inputText(spoken, 'workspace_id') ?? ''} shares its state with the whole organization (global-remote-state): it has no list of consumers`,
      {
        hint: `First: trivet workspace update ${inputText(spoken, 'workspace_id') ?? ''} --no-global-remote-state`,
      },
    );
  }
  await showReply(context, await session.call(operation, input, options));
  return 0;
});
