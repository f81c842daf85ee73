import { paginationOf } from '../../catalogue/operation.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import type { View } from '../../catalogue/view.ts';
import { serviceOf } from '../../services/index.ts';
import { tooLong } from './page-guard.ts';
import type { Outcome } from '../session/outcome.ts';

/** Bytes in memory at once. */
const maxMergedBytes = 48 * 1024 * 1024;

export const withoutBody = (page: Outcome): Outcome => ({
  ...page,
  response: { ...page.response, body: new Uint8Array(0) },
});

interface Merged {
  readonly first: Outcome;
  readonly document: Json;
  readonly items: readonly JsonObject[];
  /** False if the limit ended it. */
  readonly complete: boolean;
}

/**
 * Up to `limit` items; undefined without a page.
 * @throws TrivetError if the pages are too large for memory
 */
export const mergedPages = async (
  pages: AsyncIterable<Outcome>,
  view: View,
  limit: number | undefined,
): Promise<Merged | undefined> => {
  const documents: Json[] = [];
  let first: Outcome | undefined;
  let count = 0;
  let bytes = 0;
  let complete = true;
  for await (const page of pages) {
    first ??= withoutBody(page);
    bytes += page.response.body.length;
    if (bytes > maxMergedBytes) throw tooLong(`the list is larger than ${maxMergedBytes >> 20} MiB`);
    const service = serviceOf(page.operation.service);
    documents.push(page.document);
    count += service.readItems(page.document, view).length;
    if (limit !== undefined && count >= limit) {
      complete = false;
      break;
    }
  }
  if (first === undefined) return undefined;
  const service = serviceOf(first.operation.service);
  const whole =
    documents.length === 1 && paginationOf(first.operation) === undefined
      ? (documents[0] ?? null)
      : service.mergePages(documents, limit);
  return { first, document: whole, items: service.readItems(whole, view), complete };
};
