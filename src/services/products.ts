import { memoize } from '../system/values/memoize.ts';
import type { InputRecord } from '../catalogue/parameter.ts';
import type { Operation } from '../catalogue/operation.ts';
import {
  generic,
  matchesServer,
  namesMatching,
  productsOf,
  serverProductOf,
  serverTitle,
} from '../catalogue/product.ts';
import type { Beyond, ServerKind, ServiceName } from '../catalogue/product.ts';
import { loadService } from './index.ts';
import type { KnownError, Product } from './product.ts';
import type { MakeProduct } from './service.ts';

const madeBy = memoize((make: MakeProduct) => {
  const made = new Map<string, Product>();
  return (server: ServerKind): Product => {
    const key = `${server.product} ${server.edition ?? ''} ${server.version ?? ''}`;
    const known = made.get(key) ?? make(serverProductOf(server));
    made.set(key, known);
    return known;
  };
});

const makeOf = async (service: ServiceName): Promise<MakeProduct> => (await loadService(service)).products;

export const productOf = async (service: ServiceName, server: ServerKind): Promise<Product> => {
  if (!productsOf[service].includes(server.product))
    throw new Error(`no product ${server.product} for ${service}`);
  return madeBy(await makeOf(service))(server);
};

export const productsOfService = async (service: ServiceName): Promise<readonly Product[]> => {
  const make = madeBy(await makeOf(service));
  return productsOf[service].map((product) => make({ product }));
};

const names = (id: string, operation: string): boolean =>
  id.endsWith('.') ? operation.startsWith(id) : operation === id;

const hasBeyond = (product: Product, { servers }: Beyond): boolean =>
  product.family === generic || matchesServer(servers, product);

const lower = (summary: string): string => summary.slice(0, 1).toLowerCase() + summary.slice(1);

export const lacking = (product: Product, operation: Operation): string | undefined => {
  const { source, summary } = operation;
  if (typeof source === 'object' && !hasBeyond(product, source)) {
    return `${serverTitle(product.title, product)} cannot ${lower(summary)}: only ${namesMatching(source.servers).join(' and ')} can`;
  }
  const { lacks } = product;
  for (const id in lacks) {
    if (names(id, operation.id)) return lacks[id];
  }
  return undefined;
};

const inputsBeyond = memoize(({ parameters }: Operation) =>
  Object.entries(parameters).flatMap(([key, { source }]) =>
    source === undefined ? [] : [[key, source] as const],
  ),
);

export const lackingInputs = (
  product: Product,
  operation: Operation,
  input: InputRecord,
): readonly string[] => {
  const beyond = inputsBeyond(operation);
  if (beyond.length === 0) return [];
  return beyond.flatMap(([key, source]) =>
    input[key] === undefined || hasBeyond(product, source) ? [] : [key],
  );
};

export const knownError = (
  product: Product,
  operation: string,
  status: number,
  text: string,
): KnownError | undefined =>
  product.errors.find(
    (known) =>
      known.status.includes(status) &&
      (known.operations === undefined || known.operations.some((id) => names(id, operation))) &&
      known.text.test(text),
  );
