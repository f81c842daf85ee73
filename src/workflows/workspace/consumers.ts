/** Remote state consumers: a workspace is never its own, and the list exists only without global remote state. */
import { at } from '../../model/json.ts';
import { Exit, TrivetError, usageError } from '../../model/error.ts';
import { show } from '../../operations/workspace/show.ts';
import { singleWith } from '../single.ts';

type Consumers = Readonly<{ workspace_id: string; consumers?: readonly string[] | undefined }>;

export default singleWith<Consumers>({
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
      { hint: `First: trivet workspace update ${spoken.workspace_id} --no-global-remote-state` },
    );
  },
});
