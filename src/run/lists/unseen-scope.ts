/** Some servers send an empty list for a scope that does not exist. */
import type { Json } from '../../documents/json/json.ts';
import { wordOf } from '../../catalogue/text/server-text.ts';
import type { Read } from '../../catalogue/operation.ts';
import { loadService, serviceOf } from '../../services/index.ts';
import type { ServiceCode } from '../../services/service.ts';
import { Exit, TrivetError } from '../../system/error.ts';
import type { Session } from '../session/session.ts';

interface ListedScope {
  readonly part: 'organization' | 'namespace';
  readonly name: string;
}

/**
 * Fails if the server does not have, or show, the scope of an empty list.
 * @throws TrivetError not-found
 */
export const refuseUnseen = async (
  session: Session,
  list: Read,
  { part, name }: ListedScope,
): Promise<void> => {
  const { service } = list;
  // `*` is never missing.
  if (name === '*') return;
  // Other servers have refused the list itself.
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

export const isEmptyList = (list: Read, document: Json): boolean =>
  serviceOf(list.service).readItems(document, list.view).length === 0;
