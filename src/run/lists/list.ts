/** The only way to read a list. Pages come in order, with a window of concurrent requests if their number is known. */
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { at, isArray, textAt } from '../../documents/json/json.ts';
import type { Exact, Operation } from '../../catalogue/operation.ts';
import { asRead, paginationOf } from '../../catalogue/operation.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import { wordOf } from '../../catalogue/text/server-text.ts';
import { loadService, serviceOf } from '../../services/index.ts';
import type { PageRequest, ServiceCode } from '../../services/service.ts';
import { Exit, TrivetError } from '../../system/error.ts';
import type { ListPage } from './list-page.ts';
import { onlyPage, rowsOfList, tooLong } from './list-page.ts';
import type { ListWhere } from './selection.ts';
import type { CallInput, CallOptions, Session } from '../session/session.ts';
import type { Outcome } from '../session/outcome.ts';

interface ListedScope {
  readonly part: 'organization' | 'namespace';
  readonly name: string;
}

interface ListHow {
  readonly every?: CallOptions | undefined;
  readonly first?: CallOptions;
  readonly own?: true;
  /** Entries of a page, for a list that has pages only on request, by the last key of the page before. */
  readonly byKey?: number;
  /** If the list is empty, this scope must exist: some servers send an empty list for a missing one. */
  readonly scope?: ListedScope | undefined;
  readonly where?: ListWhere | undefined;
}

interface OwnList {
  readonly session: Session;
  readonly operation: Operation;
  readonly input: InputRecord;
  readonly options: CallOptions;
  readonly where?: ListWhere | undefined;
}

/** Only a list with conditions loads what reads them. */
export const loadSelection = () => import('./selection.ts');

/** Pages in flight at once: hides latency and keeps memory flat. */
const windowSize = 4;

/** Bytes. If the first page is larger, the others are requested one at a time. */
const maxPageBytes = 4 * 1024 * 1024;

/** The largest page that servers accept, for fewer round trips. */
const pageSize = '100';

/** Entries of a page. Without a size the jobs service sends the whole list at once. */
const tokenPageSize = 500;

/** A hundred items each: a million in total. */
const maxPages = 10_000;

/** Names that are remembered to leave out repeated items of a numbered list. */
const maxItems = 500_000;

/** A server that ignores paging parameters sends one page forever: the list is incomplete. */
const notWhole = (message: string): TrivetError =>
  new TrivetError('not-supported', Exit.unavailable, `${message}: the list is incomplete`, {
    hint: 'If trivet knows the product of this server, name it with --product.',
  });

const digestOf = (bytes: Uint8Array | string): string =>
  process.getBuiltinModule('node:crypto').createHash('sha256').update(bytes).digest('base64');

interface PageGuard {
  /** @throws TrivetError if the page is an earlier one again, or one too many */
  page(page: Outcome): void;
  /** @throws TrivetError if the token led to an earlier page */
  token(token: string): void;
}

const createPageGuard = (): PageGuard => {
  const known = new Set<string>();
  let pages = 0;
  const isNew = (text: Uint8Array | string): boolean => {
    const before = known.size;
    return known.add(digestOf(text)).size > before;
  };
  return {
    page: ({ response }) => {
      pages += 1;
      if (pages > maxPages) throw tooLong(`the list has more than ${maxPages} pages`);
      if (!isNew(response.body)) throw notWhole(`the server sent page ${pages} twice`);
    },
    token: (token) => {
      if (!isNew(`token ${token}`)) throw notWhole('the server sent the same page token twice');
    },
  };
};

type Send = (operation: Operation, input: InputRecord, options?: CallOptions) => Promise<Outcome>;

const tokenPage = ({ per_page, limit }: InputRecord): NonNullable<CallOptions['query']> =>
  per_page === undefined
    ? [['per_page', String(typeof limit === 'number' ? Math.min(limit, tokenPageSize) : tokenPageSize)]]
    : [];

/** @throws TrivetError if the server announces more pages than are read */
const lastPage = (document: Json): number => {
  const total = at(document, 'meta', 'pagination', 'total-pages');
  if ((typeof total === 'number' || typeof total === 'bigint') && total > maxPages) {
    throw tooLong(`the server announces ${total} pages, and at most ${maxPages} are read`);
  }
  return typeof total === 'number' ? total : Number.POSITIVE_INFINITY;
};

/** The page that probably reaches `limit`: pages after it are requested one at a time. */
const enough = (first: Json, limit: InputRecord[string]): number => {
  const data = at(first, 'data');
  const known = typeof limit === 'number' && isArray(data) && data.length > 0;
  return known ? Math.ceil(limit / data.length) : Number.POSITIVE_INFINITY;
};

/** @param document of the reply, where it is not the whole one */
const pageOf = (reply: Outcome, number = 1, token?: string, document = reply.document): ListPage => {
  const { operation, response } = reply;
  const service = serviceOf(operation.service);
  return {
    ...reply,
    document,
    sent: document,
    items: service.readItems(document, operation.view),
    next: paginationOf(operation) && service.nextPage(operation, response, reply.document, { number, token }),
  };
};

async function* numbered(
  session: Session,
  operation: Operation,
  input: InputRecord,
  send: Send,
): AsyncGenerator<ListPage> {
  const service = serviceOf(operation.service);
  const { pageNames } = await session.product(operation.service);
  const [numberName, sizeName] = pageNames?.[operation.id] ?? ['page[number]', 'page[size]'];
  const sized: readonly (readonly [string, string])[] =
    input['page[size]'] === undefined ? [[sizeName, pageSize]] : [];
  const unwanted = new AbortController();
  const seen = new Set<string>();
  const fresh = (page: Outcome, number: number): ListPage =>
    pageOf(page, number, undefined, service.unseen?.(page.document, seen));
  const reply = await send(operation, input, { query: sized });
  const first = fresh(reply, 1);
  yield first;
  if (first.next === undefined) return;
  const guard = createPageGuard();
  guard.page(reply);
  const end = lastPage(reply.document);
  const small = reply.response.body.length <= maxPageBytes;
  const ahead = Number.isFinite(end) && small ? enough(reply.document, input['limit']) : 1;
  const ask = (number: number): Promise<Outcome> =>
    send(
      operation,
      { ...input, 'page[number]': undefined },
      {
        query: [...sized, [numberName, String(number)]],
        signal: unwanted.signal,
        maxBytes: ahead > 1 ? maxPageBytes : undefined,
      },
    );
  const pending = new Map<number, Promise<Outcome>>();
  let next = 2;
  try {
    for (let number = 2; number <= end; number += 1) {
      while (next <= end && pending.size < (next <= ahead ? windowSize : 1)) {
        const asked = ask(next);
        // The failure is thrown when its page is due; until then it must not count as unhandled.
        asked.catch(() => undefined);
        pending.set(next, asked);
        next += 1;
      }
      const came = await pending.get(number);
      pending.delete(number);
      if (came === undefined) return;
      guard.page(came);
      const page = fresh(came, number);
      yield page;
      if (service.otherPage?.(came.document, number, seen.size) === true) {
        throw notWhole(`the server replied to the request for page ${number} with another page`);
      }
      if (seen.size > maxItems) throw tooLong(`the list has more than ${maxItems} items`);
      if (page.next === undefined) return;
    }
  } finally {
    // The list ended early, so pages in flight are aborted and not retried.
    unwanted.abort();
    await Promise.allSettled(pending.values());
  }
}

async function* tokened(operation: Operation, input: InputRecord, send: Send): AsyncGenerator<ListPage> {
  const sized = tokenPage(input);
  const guard = createPageGuard();
  let query: PageRequest['query'] = [];
  for (let number = 1; ; number += 1) {
    const token = query.find(([name]) => name === 'next_token')?.[1];
    const page = pageOf(await send(operation, input, { query: [...sized, ...query] }), number, token);
    if (number > 1) guard.page(page);
    yield page;
    if (page.next === undefined) return;
    if (number === 1) guard.page(page);
    query = page.next.query;
    for (const [name, value] of query) if (name === 'next_token') guard.token(value);
  }
}

async function* keyed(
  operation: Operation,
  input: InputRecord,
  send: Send,
  size: number,
): AsyncGenerator<ListPage> {
  const guard = createPageGuard();
  for (let after: string | undefined; ; guard.token(after)) {
    const query: (readonly [string, string])[] = [['limit', String(size)]];
    if (after !== undefined) query.push(['after', after]);
    const page = pageOf(await send(operation, input, { query }));
    yield page;
    after = textAt(page.items.at(-1) ?? null, 'key');
    if (page.items.length !== size || after === undefined) return;
  }
}

const isOnePage = (input: InputRecord): boolean =>
  input['page[number]'] !== undefined || input['next_token'] !== undefined;

/** @throws TrivetError not-found, if the list is empty because its scope does not exist or is not visible */
const refuseUnseen = async (
  session: Session,
  { operation: { service, id }, product }: Outcome,
  { part, name }: ListedScope,
): Promise<void> => {
  // The namespace `*` always exists.
  if (name === '*') return;
  // Other servers refuse the list of a missing scope.
  if (product.emptyLists[id] === undefined) return;
  const { scopes }: ServiceCode = await loadService(service);
  const path = scopes?.[part]?.one?.(name);
  if (path === undefined) return;
  const { response } = await session.probe(service, path, { withToken: true });
  if (response.status !== 404 && response.status !== 403) return;
  throw new TrivetError(
    'not-found',
    Exit.notFound,
    `${part} ${wordOf(name)} does not exist, or the token cannot see it`,
    { hint: `Check the name of the ${part}.` },
  );
};

async function* everyPage(
  session: Session,
  operation: Operation,
  input: InputRecord,
  { every, first, own, byKey, scope }: ListHow,
): AsyncGenerator<ListPage> {
  let begun = false;
  const send: Send = (wanted, given, options) => {
    const begin = begun ? undefined : first;
    begun = true;
    const query = [every, begin, options].flatMap((one) => one?.query ?? []);
    const all =
      every === undefined && begin === undefined ? options : { ...every, ...begin, ...options, query };
    return own === true ? session.call(wanted, given, all) : session.readPage(asRead(wanted), given, all);
  };
  let pages: AsyncIterable<ListPage>;
  if (byKey !== undefined) pages = keyed(operation, input, send, byKey);
  else if (paginationOf(operation) === undefined || isOnePage(input)) {
    yield pageOf(await send(operation, input));
    return;
  } else
    pages =
      paginationOf(operation) === 'page-number'
        ? numbered(session, operation, input, send)
        : tokened(operation, input, send);
  let isEmpty = true;
  for await (const page of pages) {
    if (scope !== undefined && isEmpty && page.items.length === 0) await refuseUnseen(session, page, scope);
    isEmpty = false;
    yield page;
  }
}

export async function* readList<O extends Operation, In extends CallInput<O, CallOptions>>(
  session: Session,
  operation: O,
  given: Exact<In, CallInput<O, CallOptions>>,
  how: ListHow = {},
): AsyncGenerator<ListPage> {
  const { where, every, own = false } = how;
  if (where === undefined) {
    yield* everyPage(session, operation, given, how);
    return;
  }
  const { selectionOf } = await loadSelection();
  const rows = (other: Operation, input: InputRecord) =>
    rowsOfList(everyPage(session, other, input, { every }));
  const selection = await selectionOf({
    session,
    operation,
    input: given,
    where,
    every,
    own,
    rows,
  });
  let isWhole = false;
  try {
    for await (const page of everyPage(session, operation, selection.input, how))
      yield await selection.select(page);
    isWhole = true;
  } finally {
    selection.end(isWhole);
  }
}

export const ownList = (
  { session, operation, input, options, where }: OwnList,
  how: Pick<ListHow, 'every' | 'first' | 'where'> = {},
): AsyncGenerator<ListPage> =>
  readList(session, operation, input, { where, ...how, every: { ...options, ...how.every }, own: true });

/** Every row of a list that is read beside the command. */
export const readRows = <O extends Operation, In extends CallInput<O, CallOptions>>(
  session: Session,
  operation: O,
  input: Exact<In, CallInput<O, CallOptions>>,
  every?: CallOptions,
): Promise<readonly JsonObject[]> => rowsOfList(readList(session, operation, input, { every }));

export const ownReply = (context: OwnList): Promise<ListPage> => onlyPage(ownList(context));
