/** What an empty list means on a server that also sends one for a scope that does not exist. */
import type { Json } from '../../documents/json/json.ts';
import { wordOf } from '../../catalogue/text/server-text.ts';
import type { Read } from '../../catalogue/operation.ts';
import { loadService, serviceOf } from '../../services/index.ts';
import type { ServiceCode } from '../../services/service.ts';
import { Exit, TrivetError } from '../../system/error.ts';
import type { Session } from '../session/session.ts';

/** The part of a server that a list is of. */
interface ListedScope {
  readonly part: 'organization' | 'namespace';
  readonly name: string;
}

/**
 * Fails if an empty list is that of a scope that the server does not have, or does not show: nothing in it can be judged.
 * @throws TrivetError not-found
 */
export const refuseUnseen = async (
  session: Session,
  list: Read,
  { part, name }: ListedScope,
): Promise<void> => {
  const { service } = list;
  // All that the token may see is never missing.
  if (name === '*') return;
  // A server that reports such a scope has refused the list itself.
  if ((await session.product(service)).emptyLists[list.id] === undefined) return;
  const { scopes }: ServiceCode = await loadService(service);
  const path = (await scopes?.())?.default[part]?.one?.(name);
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

/** Whether the reply to a list has nothing in it. */
export const isEmptyList = (list: Read, document: Json): boolean =>
  serviceOf(list.service).readItems(document, list.view).length === 0;
