/** What is there already: asked before a write that depends on it. */
import type { JsonObject } from '../model/json.ts';
import { isObject, own } from '../model/json.ts';
import { Exit, TrivetError } from '../model/error.ts';
import type { Outcome } from '../runtime/session.ts';

export type Existing =
  | { readonly kind: 'data'; readonly data: JsonObject }
  | { readonly kind: 'none' }
  /** The token may not read it. */
  | { readonly kind: 'unreadable' };

/**
 * The `data` of a look-up.
 * @throws TrivetError for every failure but "there is none" and "not allowed"
 */
export const existing = async (look: () => Promise<Outcome>): Promise<Existing> => {
  try {
    const data = own((await look()).document, 'data');
    return isObject(data) ? { kind: 'data', data } : { kind: 'none' };
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    if (error.code === 'denied') return { kind: 'unreadable' };
    if (error.exit === Exit.notFound && error.code !== 'mount-not-found') return { kind: 'none' };
    throw error;
  }
};
