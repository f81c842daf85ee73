/** All pages of a list, in order: an ordered window of concurrent requests where the number of pages is known. */
import type { Json } from '../model/json.ts';
import { at } from '../model/json.ts';
import type { Operation } from '../model/operation.ts';
import type { InputRecord } from '../model/parameter.ts';
import { serviceOf } from '../services/index.ts';
import type { CallOptions, Outcome, Session } from './session.ts';

/** Pages in flight at once: latency is hidden, memory stays flat. */
const windowSize = 4;

/** Fewer round trips: the largest page that servers grant. */
const pageSize = '100';

/** Without a size the jobs service answers with everything at once: pages keep the memory flat. */
const tokenPageSize = 500;

const tokenPage = ({ per_page, limit }: InputRecord): CallOptions['query'] =>
  per_page === undefined
    ? [['per_page', String(typeof limit === 'number' ? Math.min(limit, tokenPageSize) : tokenPageSize)]]
    : [];

const lastPage = (document: Json): number | undefined => {
  const total = at(document, 'meta', 'pagination', 'total-pages');
  return typeof total === 'number' ? total : undefined;
};

async function* numbered(
  session: Session,
  operation: Operation,
  input: InputRecord,
): AsyncGenerator<Outcome> {
  const service = serviceOf(operation.service);
  const sized: readonly (readonly [string, string])[] =
    input['page[size]'] === undefined ? [['page[size]', pageSize]] : [];
  const ask = (number: number): Promise<Outcome> =>
    session.call(
      operation,
      { ...input, 'page[number]': undefined },
      options([...sized, ['page[number]', String(number)]]),
    );
  const first = await session.call(operation, input, options(sized));
  yield first;
  const more = (page: Outcome, number: number): boolean =>
    service.nextPage(operation, page.response, page.document, { number, token: undefined }) !== undefined;
  if (!more(first, 1)) return;
  const end = lastPage(first.document) ?? Number.POSITIVE_INFINITY;
  const pending = new Map<number, Promise<Outcome>>();
  let next = 2;
  for (let number = 2; number <= end; number += 1) {
    const width = Number.isFinite(end) ? windowSize : 1;
    while (next <= end && pending.size < width) {
      const asked = ask(next);
      // Its failure is met when its turn comes; until then it must not count as unhandled.
      asked.catch(() => undefined);
      pending.set(next, asked);
      next += 1;
    }
    const busy = session.reporter.busy(operation.summary);
    if (Number.isFinite(end)) busy.update(number - 1, end);
    const page = await Promise.resolve(pending.get(number)).finally(() => busy.end());
    pending.delete(number);
    if (page === undefined) return;
    yield page;
    if (!more(page, number)) return;
  }
}

async function* tokened(session: Session, operation: Operation, input: InputRecord): AsyncGenerator<Outcome> {
  const service = serviceOf(operation.service);
  const sized = tokenPage(input) ?? [];
  let query: CallOptions['query'] = [];
  for (let number = 1; ; number += 1) {
    const page = await session.call(operation, input, options([...sized, ...(query ?? [])]));
    yield page;
    const token = query?.find(([name]) => name === 'next_token')?.[1];
    const next = service.nextPage(operation, page.response, page.document, { number, token });
    if (next === undefined) return;
    query = next.query;
  }
}

const options = (query: readonly (readonly [string, string])[]): CallOptions => ({ query });

/** True when the user asked for one page and no more. */
const onePage = (input: InputRecord): boolean =>
  input['page[number]'] !== undefined || input['next_token'] !== undefined;

/** One outcome a page. An operation without pagination, or one page asked for, gives one. */
export async function* pagesOf(
  session: Session,
  operation: Operation,
  input: InputRecord,
): AsyncGenerator<Outcome> {
  if (operation.pagination === undefined || onePage(input)) {
    yield await session.call(operation, input);
    return;
  }
  yield* operation.pagination === 'page-number'
    ? numbered(session, operation, input)
    : tokened(session, operation, input);
}
