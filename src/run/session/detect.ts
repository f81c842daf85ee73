/** Detects a product by headers, and by documents that only one product has. */
import type { ServerKind, ServiceName } from '../../catalogue/product.ts';
import type { Endpoint } from '../../config/endpoint.ts';
import { loadService, serviceOf } from '../../services/index.ts';
import type { Seen } from '../../services/service.ts';
import type { Probe, ProbeOptions } from './probe.ts';
import type { HttpResponse } from '../../catalogue/http.ts';
import { generic, productsOfFamily } from '../../catalogue/product.ts';
import type { Call } from '../../services/call.ts';
import type { Reporter } from '../reporter.ts';

export interface Asker {
  probe(service: ServiceName, path: string, options?: ProbeOptions): Promise<Probe>;
}

export const detectedIn = (service: ServiceName, { response, document }: Probe): ServerKind | undefined =>
  serviceOf(service).identify(response, document);

/** Returns product, edition and version; undefined if no reply shows them. */
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

/** Detects with the endpoint's token if nothing is shown without one. */
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

export type ServerProducts = Map<string, Promise<ServerKind | undefined>>;

/** Remembers a product; if only a family is known, the server is asked later. */
export const rememberSeen = (products: ServerProducts, baseUrl: string, seen: Seen | undefined): void => {
  if (seen?.product !== undefined) products.set(baseUrl, Promise.resolve({ product: seen.product }));
};

export const productOfServer = (
  { baseUrl, service }: Endpoint,
  asker: Asker,
  products: ServerProducts,
): Promise<ServerKind | undefined> => {
  const known = products.get(baseUrl);
  if (known !== undefined) return known;
  // The change itself reports why the server is unreachable.
  const asking = detectAsOwner(asker, service).catch(() => undefined);
  products.set(baseUrl, asking);
  return asking;
};

/** Warns if a reply looks like another product's. */
export const noteProduct = (
  { operation, service, server: { endpoint, product } }: Call,
  response: HttpResponse,
  reporter: Pick<Reporter, 'warnOnce'>,
): void => {
  const seen = service.detect(response);
  if (seen === undefined) return;
  if (seen.product === undefined ? seen.family === product.family : seen.product === endpoint.product) return;
  // The sandbox accepts both names.
  if (endpoint.productChosen && endpoint.product === generic) return;
  const found = seen.product === undefined ? productsOfFamily(seen.family) : [seen.product];
  const [one, ...others] = found;
  // The server says which product of a family it is.
  const [how, kept] = others.length === 0 ? [`use --product ${one}, or run`, one] : ['run', 'detect'];
  reporter.warnOnce(
    `the server looks like ${found.join(' or ')}, but trivet is using product ${endpoint.product}: ${how} ` +
      `trivet profile set ${endpoint.profile ?? 'NAME'} --${operation.service}-product ${kept}`,
  );
};
