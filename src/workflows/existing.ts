/** Looks up an object before a write that depends on whether it exists. */
import type { JsonObject } from '../model/json.ts';
import { Exit, TrivetError } from '../model/error.ts';
import type { Outcome } from '../runtime/session.ts';
import { serviceOf } from '../services/index.ts';

export type Existing =
  | { readonly kind: 'data'; readonly data: JsonObject }
  | { readonly kind: 'none' }
  /** The token is not allowed to read it. */
  | { readonly kind: 'unreadable' };

/**
 * Returns the reply of a look-up, or undefined where there is no such object.
 * @throws TrivetError for every other failure, including a missing mount
 */
export const unlessMissing = async (look: () => Promise<Outcome>): Promise<Outcome | undefined> => {
  try {
    return await look();
  } catch (error) {
    const missing =
      error instanceof TrivetError && error.exit === Exit.notFound && error.code !== 'mount-not-found';
    if (missing) return undefined;
    throw error;
  }
};

/**
 * Returns the item of a look-up.
 * @throws TrivetError for every failure except "not found" and "not allowed"
 */
export const existing = async (look: () => Promise<Outcome>): Promise<Existing> => {
  try {
    const outcome = await unlessMissing(look);
    if (outcome === undefined) return { kind: 'none' };
    const { document, operation } = outcome;
    const [data] = serviceOf(operation.service).readItems(document, operation.view);
    return data === undefined ? { kind: 'none' } : { kind: 'data', data };
  } catch (error) {
    if (error instanceof TrivetError && error.code === 'denied') return { kind: 'unreadable' };
    throw error;
  }
};
