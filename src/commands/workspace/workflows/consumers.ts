/** Consumers of state, without the workspace itself, and only without global remote state. */
import { at } from '../../../documents/json/json.ts';
import { Exit, TrivetError, usageError } from '../../../system/error.ts';
import type { add, remove, replace } from '../operations/consumer.ts';
import { show } from '../operations/show.ts';
import type { Session } from '../../../run/session/session.ts';
import { shellWord } from '../../../catalogue/text/shell-words.ts';
import { singleWith } from '../../../run/single/single.ts';
import type { OperationContext } from '../../../run/single/workflow.ts';
import { suggest } from '../../../run/suggest.ts';

/** Also lists workspaces that the token may not see. */
const missingOf = async (session: Session, ids: readonly string[]): Promise<readonly string[]> => {
  const missing: string[] = [];
  for (const id of ids) {
    try {
      await session.lookUp(show, { workspace_id: id });
    } catch (error) {
      if (!(error instanceof TrivetError)) throw error;
      if (error.exit === Exit.notFound) missing.push(id);
    }
  }
  return missing;
};

export default singleWith<OperationContext<typeof add | typeof replace | typeof remove>>({
  // The server does not say which one.
  explain: async (error, { session, input }) => {
    const { consumers = [] } = input;
    if (consumers.length === 0 || (error.details.status !== 404 && error.details.status !== 422))
      return error;
    const missing = await missingOf(session, consumers);
    if (missing.length === 0) return error;
    const { baseUrl } = await session.endpoint('workspaces');
    const what = missing.length === 1 ? 'workspace' : 'workspaces';
    return error.with({
      message: `${what} ${missing.join(', ')} not found at ${baseUrl}`,
      details: { hint: 'Each does not exist, or the token might not be allowed to see it.' },
    });
  },
  before: async ({ session, input, spoken }) => {
    if (input.consumers?.includes(input.workspace_id) === true) {
      throw usageError('a workspace cannot be a remote state consumer of itself');
    }
    if (!session.globals.validate) return;
    const { document } = await session.lookUp(show, { workspace_id: input.workspace_id });
    if (at(document, 'data', 'attributes', 'global-remote-state') !== true) return;
    throw new TrivetError(
      'conflict',
      Exit.refused,
      `${spoken.workspace_id} shares its state with the whole organization (global-remote-state): it has no list of consumers`,
      {
        hint: `Run first: ${suggest(session, `workspace update ${shellWord(spoken.workspace_id)} --no-global-remote-state`)}`,
      },
    );
  },
});
