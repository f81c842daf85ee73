/** Adds the token and the headers that a product wants: all of it is the product's data. */
import type { HttpRequest, Secret } from '../http/http.ts';
import type { Product } from './product.ts';

type Headers = Readonly<Record<string, string>>;

const credentials = (product: Product, token: string | undefined): Headers => {
  if (token === undefined) return {};
  return product.tokenHeader === 'authorization'
    ? { authorization: `Bearer ${token}` }
    : { [product.tokenHeader]: token };
};

/** What the requests with the same headers of their own get: of a batch, all of them. */
interface Authorized {
  readonly product: Product;
  readonly token: string | undefined;
  readonly typed: boolean;
  readonly headers: Headers;
  readonly secrets: readonly Secret[];
}

const known = new WeakMap<Headers, Authorized>();

const authorized = (
  own: Headers,
  product: Product,
  token: string | undefined,
  typed: boolean,
): Authorized => {
  const before = known.get(own);
  if (before?.product === product && before.token === token && before.typed === typed) return before;
  const headers = {
    accept: product.mediaType,
    ...(typed ? { 'content-type': product.mediaType } : {}),
    ...product.headers,
    ...own,
    ...credentials(product, token),
  };
  const name = `TRIVET_${product.service.toUpperCase()}_TOKEN`;
  const secrets = token === undefined ? [] : [{ name, value: token }];
  const now = { product, token, typed, headers, secrets };
  known.set(own, now);
  return now;
};

/** The request as the product wants it; `token` undefined sends none. */
export const authorize = (request: HttpRequest, product: Product, token: string | undefined): HttpRequest => {
  const listing = request.method === 'LIST' && product.list === 'GET';
  const write = request.method !== 'GET' && request.method !== 'LIST';
  const typed = request.body !== undefined || (write && product.typedWithoutBody);
  const { headers, secrets } = authorized(request.headers, product, token, typed);
  return {
    ...request,
    method: listing ? 'GET' : request.method,
    query: listing ? [...request.query, ['list', 'true']] : request.query,
    headers,
    secrets: request.secrets.length === 0 ? secrets : [...request.secrets, ...secrets],
  };
};
