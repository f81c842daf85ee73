import type { Json } from '../../documents/json/json.ts';
import { at, isArray } from '../../documents/json/json.ts';
import type { Exact, Operation } from '../../catalogue/operation.ts';
import { asRead, paginationOf } from '../../catalogue/operation.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import { serviceOf } from '../../services/index.ts';
import { createPageGuard, notWhole, refusePages, tooLong } from './page-guard.ts';
import type { CallInput, CallOptions, Session } from '../session/session.ts';
import type { Outcome } from '../session/outcome.ts';

/** Hides latency and keeps memory flat. */
const windowSize = 4;

/** Bytes: after a larger first page, others are requested one at a time; none in a window may be larger. */
const maxPageBytes = 4 * 1024 * 1024;

/** The largest that servers accept. */
const pageSize = '100';

/** Without a size the jobs service sends everything at once. */
const tokenPageSize = 500;

type Send = (operation: Operation, input: InputRecord, options?: CallOptions) => Promise<Outcome>;

const tokenPage = ({ per_page, limit }: InputRecord): CallOptions['query'] =>
  per_page === undefined
    ? [['per_page', String(typeof limit === 'number' ? Math.min(limit, tokenPageSize) : tokenPageSize)]]
    : [];

const lastPage = (document: Json): number => {
  const total = at(document, 'meta', 'pagination', 'total-pages');
  refusePages(total);
  return typeof total === 'number' ? total : Number.POSITIVE_INFINITY;
};

/** Drops repeated items of a numbered list by name. */
const maxItems = 500_000;

/** The page that probably reaches `limit`: later ones are requested one at a time. */
const enough = (first: Json, limit: InputRecord[string]): number => {
  const data = at(first, 'data');
  const known = typeof limit === 'number' && isArray(data) && data.length > 0;
  return known ? Math.ceil(limit / data.length) : Number.POSITIVE_INFINITY;
};

async function* numbered(
  session: Session,
  operation: Operation,
  input: InputRecord,
  send: Send,
): AsyncGenerator<Outcome> {
  const service = serviceOf(operation.service);
  const { pageNames } = await session.product(operation.service);
  const [numberName, sizeName] = pageNames?.[operation.id] ?? ['page[number]', 'page[size]'];
  const sized: readonly (readonly [string, string])[] =
    input['page[size]'] === undefined ? [[sizeName, pageSize]] : [];
  const unwanted = new AbortController();
  const seen = new Set<string>();
  const fresh = (page: Outcome): Outcome => {
    const document = service.unseen?.(page.document, seen);
    return document === undefined ? page : { ...page, document };
  };
  const first = await send(operation, input, { query: sized });
  yield fresh(first);
  const more = (page: Outcome, number: number): boolean =>
    service.nextPage(operation, page.response, page.document, { number, token: undefined }) !== undefined;
  if (!more(first, 1)) return;
  const guard = createPageGuard();
  guard.page(first);
  const end = lastPage(first.document);
  const small = first.response.body.length <= maxPageBytes;
  const ahead = Number.isFinite(end) && small ? enough(first.document, input['limit']) : 1;
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
        // Thrown in its turn; until then it must not count as unhandled.
        asked.catch(() => undefined);
        pending.set(next, asked);
        next += 1;
      }
      const page = await pending.get(number);
      pending.delete(number);
      if (page === undefined) return;
      guard.page(page);
      yield fresh(page);
      if (service.otherPage?.(page.document, number, seen.size) === true) {
        throw notWhole(`the server replied to the request for page ${number} with another page`);
      }
      if (seen.size > maxItems) throw tooLong(`the list has more than ${maxItems} items`);
      if (!more(page, number)) return;
    }
  } finally {
    // The list ended early: aborts pages in flight.
    unwanted.abort();
    await Promise.allSettled(pending.values());
  }
}

async function* tokened(operation: Operation, input: InputRecord, send: Send): AsyncGenerator<Outcome> {
  const service = serviceOf(operation.service);
  const sized = tokenPage(input) ?? [];
  const guard = createPageGuard();
  let query: CallOptions['query'] = [];
  for (let number = 1; ; number += 1) {
    const page = await send(operation, input, { query: [...sized, ...(query ?? [])] });
    if (number > 1) guard.page(page);
    yield page;
    const token = query?.find(([name]) => name === 'next_token')?.[1];
    const next = service.nextPage(operation, page.response, page.document, { number, token });
    if (next === undefined) return;
    if (number === 1) guard.page(page);
    for (const [name, value] of next.query) if (name === 'next_token') guard.token(value);
    query = next.query;
  }
}

const onePage = (input: InputRecord): boolean =>
  input['page[number]'] !== undefined || input['next_token'] !== undefined;

/**
 * One outcome per page, without repeated items.
 * @param how `lookUp` for a list that another operation needs
 * @param options of every request, and of the first one only
 */
export async function* pagesOf<O extends Operation, In extends CallInput<O, CallOptions>>(
  session: Session,
  operation: O,
  input: Exact<In, CallInput<O, CallOptions>>,
  how: 'call' | 'lookUp' = 'call',
  { every, first }: { readonly every?: CallOptions | undefined; readonly first?: CallOptions } = {},
): AsyncGenerator<Outcome> {
  let begun = false;
  const send: Send = (wanted, given, options) => {
    const own = begun ? undefined : first;
    begun = true;
    const query = [...(own?.query ?? []), ...(options?.query ?? [])];
    const all = every === undefined && own === undefined ? options : { ...every, ...own, ...options, query };
    return how === 'call' ? session.call(wanted, given, all) : session.lookUp(asRead(wanted), given, all);
  };
  if (paginationOf(operation) === undefined || onePage(input)) {
    yield await send(operation, input);
    return;
  }
  yield* paginationOf(operation) === 'page-number'
    ? numbered(session, operation, input, send)
    : tokened(operation, input, send);
}
