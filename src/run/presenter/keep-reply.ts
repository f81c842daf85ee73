import { requestTo } from '../../services/subject.ts';
import { Exit, TrivetError } from '../../system/error.ts';
import { fileFailure } from '../../system/system-error.ts';
import type { Outcome } from '../session/outcome.ts';
import type { World } from '../../system/world.ts';
import { recover } from '../../output/recovery.ts';

/**
 * Saves the reply after it could not be shown.
 * @returns exit 74, naming the file and saying that the change was made
 */
export const keepReply = async (outcome: Outcome, failure: unknown, world: World): Promise<TrivetError> => {
  const known = fileFailure(failure) ?? failure;
  const why = known instanceof Error ? known.message : String(known);
  const { operation, response } = outcome;
  try {
    const path = await recover(response.body, operation.id, world);
    return new TrivetError('output', Exit.output, why, {
      effect: 'done',
      hint: `The reply, which the server sends only once, was saved to ${path} (only you can read it).`,
      cause: failure,
    });
  } catch (error) {
    return new TrivetError(
      'output',
      Exit.output,
      `${why}; the reply to ${requestTo(operation)} could not be saved in any folder`,
      { effect: 'done', cause: error },
    );
  }
};
