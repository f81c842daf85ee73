/** Adds the token and the headers that a product wants: all of it is the product's data. */
import type { HttpRequest } from '../http/http.ts';
import type { Product } from './products.ts';

const credentials = (product: Product, token: string | undefined): Readonly<Record<string, string>> => {
  if (token === undefined) return {};
  return product.tokenHeader === 'authorization'
    ? { authorization: `Bearer ${token}` }
    : { [product.tokenHeader]: token };
};

/** The request as the product wants it; `token` undefined sends none. */
export const authorize = (request: HttpRequest, product: Product, token: string | undefined): HttpRequest => {
  const listing = request.method === 'LIST' && product.list === 'GET';
  const write = request.method !== 'GET' && request.method !== 'LIST';
  const typed = request.body !== undefined || (write && product.typedWithoutBody);
  return {
    ...request,
    method: listing ? 'GET' : request.method,
    query: listing ? [...request.query, ['list', 'true']] : request.query,
    headers: {
      accept: product.mediaType,
      ...(typed ? { 'content-type': product.mediaType } : {}),
      ...product.headers,
      ...request.headers,
      ...credentials(product, token),
    },
    secrets:
      token === undefined
        ? request.secrets
        : [...request.secrets, { name: `TRIVET_${product.service.toUpperCase()}_TOKEN`, value: token }],
  };
};
