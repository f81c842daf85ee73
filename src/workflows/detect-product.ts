/** Asks a server what it is: from its headers and from documents that one product alone has. */
import { Exit, TrivetError } from '../model/error.ts';
import { textAt } from '../model/json.ts';
import type { ProductName, ServiceName } from '../model/product.ts';
import type { Probe, ProbeOptions } from '../runtime/probe.ts';
import type { Session } from '../runtime/session.ts';
import { serviceOf } from '../services/index.ts';

interface Question {
  readonly path: string;
  readonly atOrigin?: true;
}

/** Reads that need no token. */
const questions: Readonly<Record<ServiceName, readonly Question[]>> = {
  workspaces: [{ path: '/ping' }, { path: '/version', atOrigin: true }],
  secrets: [{ path: '/sys/health' }],
  jobs: [{ path: '/v1/status/leader' }, { path: '/v1/jobs' }],
};

export interface Detected {
  readonly product: ProductName;
  readonly version: string | undefined;
}

/** OpenBao counts from 2; Vault is at 1. */
const secretsProduct = (version: string): ProductName => (/^[01]\./.test(version) ? 'vault' : 'openbao');

/** What the reply betrays, or undefined. */
export const detectedIn = (service: ServiceName, { response, document }: Probe): Detected | undefined => {
  const version = textAt(document, 'version') ?? textAt(document, 'Version');
  if (service === 'secrets') {
    return version === undefined ? undefined : { product: secretsProduct(version), version };
  }
  // OTF says `Version`, `Commit` and `Built` beside its API.
  if (service === 'workspaces' && textAt(document, 'Commit') !== undefined)
    return { product: 'otf', version };
  const product = serviceOf(service).detect(response);
  return product === undefined ? undefined : { product, version };
};

/** What the server is, or undefined when no reply tells. */
export const detect = async (
  session: Session,
  service: ServiceName,
  options: ProbeOptions = {},
): Promise<Detected | undefined> => {
  for (const { path, atOrigin } of questions[service]) {
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
