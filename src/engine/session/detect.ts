/** Finds out the product of a server, from its headers and from documents that only one product has. */
import { textAt } from '../../model/json/json.ts';
import type { ProductName, ServiceName } from '../../model/catalogue/product.ts';
import type { Endpoint } from '../../profiles/endpoint.ts';
import { serviceOf } from '../../services/index.ts';
import type { Probe, ProbeOptions } from './probe.ts';

/** Sends one request of the detection. */
export interface Asker {
  probe(service: ServiceName, path: string, options?: ProbeOptions): Promise<Probe>;
}

export interface Detected {
  readonly product: ProductName;
  readonly version: string | undefined;
}

/** The product that the reply reveals, or undefined. */
export const detectedIn = (service: ServiceName, { response, document }: Probe): Detected | undefined => {
  const product = serviceOf(service).identify(response, document);
  const version = textAt(document, 'version') ?? textAt(document, 'Version');
  // A build without a version has this name.
  return product === undefined
    ? undefined
    : { product, version: version === 'unknown' ? undefined : version };
};

/** The product of the server, or undefined if no reply reveals it. */
export const detect = async (
  asker: Asker,
  service: ServiceName,
  options: ProbeOptions = {},
): Promise<Detected | undefined> => {
  for (const { path, atOrigin } of serviceOf(service).questions) {
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
): Promise<Detected | undefined> => {
  const found = await detect(asker, service, options);
  const { agent } = serviceOf(service);
  if (found !== undefined || agent === undefined) return found;
  const { document } = await asker.probe(service, agent.path, { ...options, withToken: true });
  return agent.identify(document);
};

/** The products of servers by base URL, for servers without a chosen product; undefined if not revealed. */
export type ServerProducts = Map<string, Promise<ProductName | undefined>>;

/** The product of an endpoint's server: known from replies, or requested once. */
export const productOfServer = (
  { baseUrl, service }: Endpoint,
  asker: Asker,
  products: ServerProducts,
): Promise<ProductName | undefined> => {
  const known = products.get(baseUrl);
  if (known !== undefined) return known;
  const asking = detectAsOwner(asker, service).then(
    (found) => found?.product,
    // The change itself will report why the server is unreachable.
    () => undefined,
  );
  products.set(baseUrl, asking);
  return asking;
};
