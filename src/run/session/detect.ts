/** Finds out the product of a server, from its headers and from documents that only one product has. */
import type { ServerKind, ServiceName } from '../../catalogue/product.ts';
import type { Endpoint } from '../../config/endpoint.ts';
import { loadService, serviceOf } from '../../services/index.ts';
import type { Seen } from '../../services/service.ts';
import type { Probe, ProbeOptions } from './probe.ts';

/** Sends one request of the detection. */
export interface Asker {
  probe(service: ServiceName, path: string, options?: ProbeOptions): Promise<Probe>;
}

/** What the reply reveals of its server, or undefined. */
export const detectedIn = (service: ServiceName, { response, document }: Probe): ServerKind | undefined =>
  serviceOf(service).identify(response, document);

/** The product of the server with its edition and version, or undefined if no reply reveals it. */
export const detect = async (
  asker: Asker,
  service: ServiceName,
  options: ProbeOptions = {},
): Promise<ServerKind | undefined> => {
  for (const { path, atOrigin } of (await loadService(service)).adapter.questions) {
    const probe = await asker.probe(service, path, {
      ...options,
      ...(atOrigin === true ? { atOrigin } : {}),
    });
    const found = detectedIn(service, probe);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** Like `detect`, but with the endpoint's token if the server reveals nothing without one. */
export const detectAsOwner = async (
  asker: Asker,
  service: ServiceName,
  options: ProbeOptions = {},
): Promise<ServerKind | undefined> => {
  const found = await detect(asker, service, options);
  const { agent } = serviceOf(service);
  if (found !== undefined || agent === undefined) return found;
  const { document } = await asker.probe(service, agent.path, { ...options, withToken: true });
  return agent.identify(document);
};

/** What servers are by base URL, for those without a chosen product; undefined if not revealed. */
export type ServerProducts = Map<string, Promise<ServerKind | undefined>>;

/** Keeps the product that the headers of a reply show. If they show only a family, the server is asked later. */
export const rememberSeen = (products: ServerProducts, baseUrl: string, seen: Seen | undefined): void => {
  if (seen?.product !== undefined) products.set(baseUrl, Promise.resolve({ product: seen.product }));
};

/** The product of an endpoint's server: known from replies, or requested once. */
export const productOfServer = (
  { baseUrl, service }: Endpoint,
  asker: Asker,
  products: ServerProducts,
): Promise<ServerKind | undefined> => {
  const known = products.get(baseUrl);
  if (known !== undefined) return known;
  // The change itself will report why the server is unreachable.
  const asking = detectAsOwner(asker, service).catch(() => undefined);
  products.set(baseUrl, asking);
  return asking;
};
