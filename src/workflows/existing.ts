/** What is there already: asked before a write that depends on it. */
import type { JsonObject } from '../model/json.ts';
import { Exit, TrivetError } from '../model/error.ts';
import type { Outcome } from '../runtime/session.ts';
import { serviceOf } from '../services/index.ts';

export type Existing =
  | { readonly kind: 'data'; readonly data: JsonObject }
  | { readonly kind: 'none' }
  /** The token may not read it. */
  | { readonly kind: 'unreadable' };

/**
 * The item of a look-up.
 * @throws TrivetError for every failure but "there is none" and "not allowed"
 */
export const existing = async (look: () => Promise<Outcome>): Promise<Existing> => {
  try {
    const { document, operation } = await look();
    const [data] = serviceOf(operation.service).readItems(document, operation.view);
    return data === undefined ? { kind: 'none' } : { kind: 'data', data };
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    if (error.code === 'denied') return { kind: 'unreadable' };
    if (error.exit === Exit.notFound && error.code !== 'mount-not-found') return { kind: 'none' };
    throw error;
  }
};
