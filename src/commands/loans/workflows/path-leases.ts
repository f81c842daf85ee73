import { textAt } from '../../../documents/json/json.ts';
import { TrivetError } from '../../../system/error.ts';
import { onlyPage } from '../../../run/lists/list-page.ts';
import { readList } from '../../../run/lists/list.ts';
import type { Session } from '../../../run/session/session.ts';
import type { Outcome } from '../../../run/session/outcome.ts';
import { list } from '../../lease/operations.ts';
import { leaseEnd } from './give-back.ts';

interface Leases {
  readonly ids: readonly string[];
  readonly response: Outcome['response'];
}

/** Undefined if the leases cannot be listed. */
export const leasesBelow = async (session: Session, path: string): Promise<Leases | undefined> => {
  try {
    const every = { ignoreInterrupt: true } as const;
    const { items, response } = await onlyPage(readList(session, list, { prefix: path }, { every }));
    const keys = items.map((item) => textAt(item, 'key') ?? '').filter((key) => !key.endsWith('/'));
    return { ids: keys.map((key) => `${path}/${key}`), response };
  } catch (error) {
    if (error instanceof TrivetError) return undefined;
    throw error;
  }
};

const mostLookUps = 50;

/** Milliseconds: servers end a request after 90 s, and until then one without a reply can still give something. */
export const longestRequest = 120_000;

/** Milliseconds between the clocks of a cluster's servers. */
export const clockDifference = 60_000;

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The time in which a request can give something, by the server's clock. */
export const requestSpan = (from: number): Span => ({ from, to: from + longestRequest + clockDifference });

/** Leases by the server's clock; undefined if the token may not see all, or there are too many. */
export const issuedIn = async (
  session: Session,
  ids: readonly string[],
  { from, to }: Span,
): Promise<readonly string[] | undefined> => {
  if (ids.length > mostLookUps) return undefined;
  const found = await Promise.all(ids.map((id) => leaseEnd(session, id).catch(() => undefined)));
  if (found.includes(undefined)) return undefined;
  return ids.filter((_, index) => {
    const lease = found[index];
    if (lease?.ended !== false) return false;
    const { issued = from } = lease;
    return issued >= from && issued <= to;
  });
};
