/** Replies that a server gives once: an output that failed must not be their end. */
import { Exit, TrivetError } from '../model/error.ts';
import type { Json } from '../model/json.ts';
import { writeJson } from '../model/lossless.ts';
import type { View } from '../model/view.ts';
import { hasPrivateKey } from '../render/secret.ts';
import type { Outcome } from './session.ts';
import type { World } from './world.ts';

const showsSecrets = (view: View): boolean => {
  if (view.kind === 'credentials') return true;
  if (view.kind === 'table') return view.columns.some(({ sensitive }) => sensitive === true);
  return (
    view.kind === 'record' &&
    (view.columns.some(({ sensitive }) => sensitive === true) ||
      (view.files ?? []).some(({ secret }) => secret === true))
  );
};

/** True for a secret that came of a change: asking again would make another one, or is refused. */
export const isOneTime = ({ operation }: Outcome, view: View, document: Json): boolean =>
  operation.effect !== 'read' &&
  document !== null &&
  (operation.once === true || showsSecrets(view) || hasPrivateKey(writeJson(document)));

/**
 * Keeps the reply in a recovery file after `failure` to show it.
 * @returns the error to end with: exit 74, it names the file and says that the change was made
 */
export const keepReply = async (outcome: Outcome, failure: unknown, world: World): Promise<TrivetError> => {
  const why = failure instanceof Error ? failure.message : String(failure);
  const { operation, response } = outcome;
  const { recover } = await import('./recovery.ts');
  try {
    const path = await recover(response.body, operation.id, world);
    return new TrivetError('output', Exit.output, `${why}; ${operation.id} was done`, {
      hint: `What the server sent is kept in ${path}, readable by you alone: it is sent only once.`,
      cause: failure,
    });
  } catch (error) {
    return new TrivetError(
      'output',
      Exit.output,
      `${why}; ${operation.id} was done, and its reply could not be kept in any folder`,
      { cause: error },
    );
  }
};
