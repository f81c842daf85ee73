/** The namespaces to list: all (`--namespace '*'`), or those of the profile. */
import type { ObjectKind } from '../../../../catalogue/kind.ts';
import { namedNamespaces } from '../../../../config/named-mounts.ts';
import type { ServiceName } from '../../../../catalogue/product.ts';
import { serviceNames, serviceTraits } from '../../../../catalogue/product.ts';
import { storageNamespace, withoutSlash } from '../../../../catalogue/storage-path.ts';
import { at, isArray } from '../../../../documents/json/json.ts';
import type { Session } from '../../../../run/session/session.ts';
import { memoize } from '../../../../system/values/memoize.ts';

export const everyNamespace = '*';

export const listsEvery = ({ namespaceField, list }: ObjectKind): boolean =>
  namespaceField !== undefined && list !== undefined;

const below = async (session: Session, service: ServiceName, path: string): Promise<readonly string[]> => {
  const inside = path.split('/').map(encodeURIComponent).join('/');
  const { response, document } = await session.probe(
    service,
    `${path === '' ? '' : `/${inside}`}/sys/namespaces`,
    { withToken: true, query: [['list', 'true']] },
  );
  if (response.status === 403)
    session.reporter.warnOnce(
      'the token is not allowed to list namespaces of the secrets service: what is in them is not exported',
    );
  const keys = response.status === 200 ? at(document, 'data', 'keys') : undefined;
  return (isArray(keys) ? keys : []).flatMap((key) => (typeof key === 'string' ? [withoutSlash(key)] : []));
};

const allBelow = async (session: Session, service: ServiceName): Promise<readonly string[]> => {
  const { context } = await session.endpoint(service);
  const start = storageNamespace(context.namespace?.value);
  const found: string[] = [];
  // Paths begin at the namespace of the settings.
  const waiting = [''];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    found.push([start, path].filter((name) => name !== '').join('/'));
    for (const name of await below(session, service, path))
      waiting.push(path === '' ? name : `${path}/${name}`);
  }
  return found;
};

const known = memoize<Session, Map<ServiceName, Promise<readonly string[]>>>(() => new Map());

/** The namespace of the settings comes first; undefined for only that one, or if one list has all. */
export const namespacesFor = async (
  session: Session,
  kind: ObjectKind,
  asked: string | undefined,
): Promise<readonly string[] | undefined> => {
  if (!kind.scope.includes('namespace')) return undefined;
  if (serviceTraits[kind.service].headers === undefined) {
    const named = namedNamespaces((await session.endpoint(kind.service)).context);
    return asked === undefined && named.length > 1 ? named : undefined;
  }
  if (asked !== everyNamespace) return undefined;
  const lists = known(session);
  const found = lists.get(kind.service) ?? allBelow(session, kind.service);
  lists.set(kind.service, found);
  return found;
};

/** Jobs of other namespaces seem to be absent. */
export const sayOneNamespace = async (session: Session, asked: string | undefined): Promise<void> => {
  for (const service of serviceNames) {
    const { context, headers } = serviceTraits[service];
    if (context.namespace === undefined || headers !== undefined || asked !== undefined) continue;
    const named = await session.endpoint(service).then(
      (endpoint) => namedNamespaces(endpoint.context),
      () => undefined,
    );
    if (named?.length === 0)
      session.reporter.note(`${service}: only namespace default is exported; all of them: --namespace '*'`);
  }
};
