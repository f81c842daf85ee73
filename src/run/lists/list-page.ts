/** What the pages of a list become: one page, all rows, or one document. */
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { paginationOf } from '../../catalogue/operation.ts';
import { serviceOf } from '../../services/index.ts';
import type { PageRequest } from '../../services/service.ts';
import { Exit, TrivetError } from '../../system/error.ts';
import type { Outcome } from '../session/outcome.ts';

export interface ListPage extends Outcome {
  readonly items: readonly JsonObject[];
  readonly next: PageRequest | undefined;
  /** The document with the rows that conditions left out, to tell an empty list from one without a match. */
  readonly sent: Json;
}

/** Bytes of pages that are merged into one document, and so are in memory at once. */
const maxMergedBytes = 48 * 1024 * 1024;

export const tooLong = (message: string): TrivetError =>
  new TrivetError('too-large', Exit.unreachable, message, {
    hint: 'Ask for less, with --limit or a filter.',
  });

export const firstPage = async (pages: AsyncIterable<ListPage>): Promise<ListPage> => {
  for await (const page of pages) return page;
  throw new TypeError('a list has a first page');
};

export const onlyPage = async (pages: AsyncIterable<ListPage>): Promise<ListPage> => {
  let only: ListPage | undefined;
  for await (const page of pages) only = page;
  if (only === undefined) throw new TypeError('a list has a page');
  return only;
};

export const rowsOfList = async (pages: AsyncIterable<ListPage>): Promise<readonly JsonObject[]> => {
  const rows: JsonObject[] = [];
  for await (const { items } of pages) for (const item of items) rows.push(item);
  return rows;
};

/** Leaves out the bytes of a page, which would be in memory twice. */
export const withoutBody = <Page extends Outcome>(page: Page): Page => ({
  ...page,
  response: { ...page.response, body: new Uint8Array(0) },
});

export interface WholeList {
  readonly first: ListPage;
  readonly document: Json;
  readonly items: readonly JsonObject[];
  readonly complete: boolean;
}

/** @throws TrivetError if the pages do not fit in memory */
export const wholeList = async (pages: AsyncIterable<ListPage>, limit?: number): Promise<WholeList> => {
  const documents: Json[] = [];
  let first: ListPage | undefined;
  let count = 0;
  let bytes = 0;
  let complete = true;
  for await (const page of pages) {
    first ??= withoutBody(page);
    bytes += page.response.body.length;
    if (bytes > maxMergedBytes) throw tooLong(`the list is larger than ${maxMergedBytes >> 20} MiB`);
    documents.push(page.document);
    count += page.items.length;
    if (limit !== undefined && count >= limit) {
      complete = false;
      break;
    }
  }
  if (first === undefined) throw new TypeError('a list has a first page');
  const { service, view } = first.operation;
  const isOne = documents.length === 1 && paginationOf(first.operation) === undefined;
  const adapter = serviceOf(service);
  const document = isOne ? (documents[0] ?? null) : adapter.mergePages(documents, limit);
  return { first, document, items: adapter.readItems(document, view), complete };
};
