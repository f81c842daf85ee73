import type { usageError } from '../system/error.ts';
import { localError } from '../system/error.ts';
import {
  productNamed,
  productsOf,
  serviceTraits,
  type ProductName,
  type ServiceName,
} from '../catalogue/product.ts';
import { parseBaseUrl } from './base-url.ts';
import type { EndpointCandidate, ContextPlan, PemPlan, TokenAccess, UnreadToken } from './candidate.ts';
import type { Sourced } from './endpoint.ts';
import type { Surroundings } from '../system/surroundings.ts';
import { refuseSkipVerify, setting, type Environment } from '../system/environment.ts';
import { filePlan, textPlan } from './tokens/unread-token.ts';

export const ownPrefix = (service: ServiceName): string => `TRIVET_${service.toUpperCase()}_`;

/** @param error usage for a flag, local for a setting */
export const checkProduct = (
  service: ServiceName,
  { value, source }: Sourced<string>,
  error: typeof usageError,
): Sourced<ProductName> => {
  const known = productNamed(service, value);
  if (known !== undefined) return { value: known, source };
  throw error(
    `${source}: ${JSON.stringify(value.slice(0, 40))} is not a product of the ${service} service`,
    `Use one of ${productsOf[service].join(', ')}.`,
  );
};

export const contextVariables = (service: ServiceName): readonly (readonly [key: string, name: string])[] =>
  Object.entries(serviceTraits[service].context).map(([key, whose]) => [
    key,
    `${whose === 'shared' ? 'TRIVET_' : ownPrefix(service)}${key.toUpperCase()}`,
  ]);

const ownContext = (service: ServiceName, env: Environment): ContextPlan =>
  Object.fromEntries(contextVariables(service).map(([key, name]) => [key, setting(env, name)]));

const ownToken = (
  prefix: string,
  surroundings: Surroundings,
  access: TokenAccess,
): UnreadToken | undefined => {
  const text = setting(surroundings.env, `${prefix}TOKEN`);
  const file = setting(surroundings.env, `${prefix}TOKEN_FILE`);
  if (text !== undefined && file !== undefined) {
    throw localError(`${text.source} and ${file.source} are both set`, 'Unset one of them.');
  }
  if (text !== undefined) return textPlan(text.value, text.source);
  return file && filePlan(file.value, file.source, surroundings, access);
};

export const ownCandidate = (
  service: ServiceName,
  surroundings: Surroundings,
  access: TokenAccess,
): EndpointCandidate => {
  const { env } = surroundings;
  const prefix = ownPrefix(service);
  refuseSkipVerify(env, [`${prefix}SKIP_VERIFY`]);
  const pem = (name: string): PemPlan | undefined => {
    const path = setting(env, prefix + name);
    return path && { kind: 'file', path: path.value, source: path.source };
  };
  const url = setting(env, `${prefix}URL`);
  const product = setting(env, `${prefix}PRODUCT`);
  return {
    kind: 'own',
    label: `${prefix}URL`,
    url: url && { ...parseBaseUrl(url.value, url.source, service), source: url.source },
    token: ownToken(prefix, surroundings, access),
    product: product && checkProduct(service, product, localError),
    tls: { ca: pem('CA_FILE'), cert: pem('CLIENT_CERT'), key: pem('CLIENT_KEY') },
    context: ownContext(service, env),
  };
};
