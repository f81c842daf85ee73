import { textsAt, at } from '../../../documents/json/json.ts';
import { TrivetError } from '../../../system/error.ts';
import type { Session } from '../../../run/session/session.ts';
import type { Outcome } from '../../../run/session/outcome.ts';
import { list } from '../../lease/operations.ts';
import { leaseEnd } from './give-back.ts';

interface Leases {
  readonly ids: readonly string[];
  readonly response: Outcome['response'];
}

/** Undefined if they cannot be listed. */
export const leasesBelow = async (session: Session, path: string): Promise<Leases | undefined> => {
  try {
    const { document, response } = await session.lookUp(
      list,
      { prefix: path },
      { unwrapped: true, ignoreInterrupt: true },
    );
    const keys = textsAt(at(document, 'data'), 'keys').filter((key) => !key.endsWith('/'));
    return { ids: keys.map((key) => `${path}/${key}`), response };
  } catch (error) {
    if (error instanceof TrivetError) return undefined;
    throw error;
  }
};

const mostLookUps = 50;

/** By the server's clock; undefined if the token may not see all, or there are too many. */
export const issuedSince = async (
  session: Session,
  ids: readonly string[],
  since: number,
): Promise<readonly string[] | undefined> => {
  if (ids.length > mostLookUps) return undefined;
  const found = await Promise.all(ids.map((id) => leaseEnd(session, id).catch(() => undefined)));
  if (found.includes(undefined)) return undefined;
  return ids.filter((_, index) => {
    const lease = found[index];
    return lease?.ended === false && (lease.issued ?? since) >= since;
  });
};
