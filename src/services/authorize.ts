import type { HttpRequest, Secret } from '../catalogue/http.ts';
import type { Method } from '../catalogue/operation.ts';
import type { Product } from './product.ts';

type Headers = Readonly<Record<string, string>>;

export interface Authorization {
  readonly headers: Headers;
  readonly secrets: readonly Secret[];
}

const credentials = (product: Product, token: string | undefined): Headers => {
  if (token === undefined) return {};
  return product.tokenHeader === 'authorization'
    ? { authorization: `Bearer ${token}` }
    : { [product.tokenHeader]: token };
};

export const authorization = (
  { method, body }: Pick<HttpRequest, 'method' | 'body'>,
  own: Headers,
  product: Product,
  token: string | undefined,
): Authorization => {
  const change = method !== 'GET' && method !== 'LIST';
  const typed = body !== undefined || (change && product.typedWithoutBody);
  const type = (method === 'PATCH' ? product.patchType : undefined) ?? product.mediaType;
  return {
    headers: {
      accept: product.mediaType,
      ...(typed ? { 'content-type': type } : {}),
      ...product.headers,
      ...own,
      ...credentials(product, token),
    },
    secrets:
      token === undefined ? [] : [{ name: `TRIVET_${product.service.toUpperCase()}_TOKEN`, value: token }],
  };
};

export const sentAs = (method: Method, product: Product): Pick<HttpRequest, 'method' | 'query'> =>
  method === 'LIST' && product.list === 'GET'
    ? { method: 'GET', query: [['list', 'true']] }
    : { method, query: [] };
