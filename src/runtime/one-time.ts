/** Saves one-time secrets to a recovery file when output fails. */
import { Exit, TrivetError } from '../model/error.ts';
import type { Json, JsonObject } from '../model/json.ts';
import { writeJson } from '../model/lossless.ts';
import { isSecretField } from '../model/field.ts';
import type { Operation } from '../model/operation.ts';
import type { View } from '../model/view.ts';
import { fieldsOf } from '../model/view.ts';
import { find } from '../render/item.ts';
import { hasPrivateKey } from '../render/secret.ts';
import { isGivenOnce } from '../services/expected.ts';
import type { Outcome } from './session.ts';
import type { World } from './world.ts';

/** Where a view expects secrets. */
export const secretPaths = (view: View): readonly string[] =>
  Object.keys(fieldsOf(view)).filter((path) => isSecretField(fieldsOf(view), path));

const holdsSecret = (view: View, items: readonly JsonObject[]): boolean => {
  const paths = secretPaths(view);
  return items.some((item) =>
    paths.some((path) => {
      const value = find(item, path);
      return value !== undefined && value !== null && value !== '';
    }),
  );
};

/** True for a secret that came of a change: asking again would make another one, or is refused. */
export const isOneTime = (
  { operation, input }: Outcome,
  view: View,
  document: Json,
  items: readonly JsonObject[],
): boolean =>
  operation.effect !== 'read' &&
  document !== null &&
  (isGivenOnce(operation, input) || holdsSecret(view, items) || hasPrivateKey(writeJson(document)));

/** True when its reply may hold a secret that the server gives once. */
export const mayBeOneTime = ({ effect, once, view }: Operation): boolean =>
  effect !== 'read' && (once !== undefined || secretPaths(view).length > 0);

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
    return new TrivetError('output', Exit.output, why, {
      effect: 'done',
      hint: `The reply, which the server sends only once, was saved to ${path} (only you can read it).`,
      cause: failure,
    });
  } catch (error) {
    return new TrivetError(
      'output',
      Exit.output,
      `${why}; the reply of ${operation.id} could not be saved in any folder`,
      { effect: 'done', cause: error },
    );
  }
};
