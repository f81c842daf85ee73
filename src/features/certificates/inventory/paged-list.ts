/** A large list does not fit into one reply. */
import type { Json } from '../../../documents/json/json.ts';
import { own, textsAt } from '../../../documents/json/json.ts';
import { createPageGuard } from '../../../run/lists/page-guard.ts';
import type { Session } from '../../../run/session/session.ts';
import type { listDetailed, listRevoked } from '../../../commands/pki/operations/cert.ts';

const pageSize = 10_000;

export interface PagedList {
  readonly mount: string;
  readonly pages: readonly Json[];
}

/** @throws TrivetError if the server repeats a page */
export const pagedList = async (
  session: Session,
  operation: typeof listDetailed | typeof listRevoked,
  mount: string | undefined,
): Promise<PagedList> => {
  const guard = createPageGuard();
  const pages: Json[] = [];
  let after: string | undefined;
  for (;;) {
    const query: (readonly [string, string])[] = [['limit', String(pageSize)]];
    if (after !== undefined) query.push(['after', after]);
    const page = await session.lookUp(operation, mount === undefined ? {} : { mount }, { query });
    const data = own(page.document, 'data') ?? null;
    const keys = textsAt(data, 'keys');
    pages.push(data);
    after = keys.at(-1);
    if (keys.length !== pageSize || after === undefined) {
      const named = page.input['mount'];
      return { mount: typeof named === 'string' ? named : '', pages };
    }
    guard.token(after);
  }
};
