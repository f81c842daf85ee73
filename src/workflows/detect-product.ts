/** Asks a server what it is: from its headers and from documents that one product alone has. */
import { Exit, TrivetError } from '../model/error.ts';
import { textAt } from '../model/json.ts';
import type { ProductName, ServiceName } from '../model/product.ts';
import type { Probe, ProbeOptions } from '../runtime/probe.ts';
import type { Session } from '../runtime/session.ts';
import { serviceOf } from '../services/index.ts';

export interface Detected {
  readonly product: ProductName;
  readonly version: string | undefined;
}

/** What the reply betrays, or undefined. */
export const detectedIn = (service: ServiceName, { response, document }: Probe): Detected | undefined => {
  const product = serviceOf(service).identify(response, document);
  const version = textAt(document, 'version') ?? textAt(document, 'Version');
  // A build without a version calls it that.
  return product === undefined
    ? undefined
    : { product, version: version === 'unknown' ? undefined : version };
};

/** What the server is, or undefined when no reply tells. */
export const detect = async (
  session: Session,
  service: ServiceName,
  options: ProbeOptions = {},
): Promise<Detected | undefined> => {
  for (const { path, atOrigin } of serviceOf(service).questions) {
    const probe = await session.probe(service, path, {
      ...options,
      ...(atOrigin === true ? { atOrigin } : {}),
    });
    const found = detectedIn(service, probe);
    if (found !== undefined) return found;
  }
  return undefined;
};

/**
 * @param url the server that is asked
 * @throws TrivetError exit 8, when it cannot be reached or does not say
 */
export const detectProduct = async (
  session: Session,
  service: ServiceName,
  url: string | undefined,
): Promise<ProductName> => {
  const found = await detect(session, service, url === undefined ? {} : { url });
  if (found !== undefined) return found.product;
  throw new TrivetError('not-detected', Exit.unreachable, `the ${service} server does not say what it is`, {
    hint: `Name it: --${service}-product PRODUCT.`,
  });
};
