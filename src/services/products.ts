/** Names and replies of real servers, as data (docs/products.md is made from it). */
import { perObject } from '../model/per-object.ts';
import { productsOf, speakerOf } from '../model/product.ts';
import type { ServerKind, ServiceName, Speaker } from '../model/product.ts';
import type { KnownError, Product } from './product.ts';

/** Makes the product of a server: of the documented one, and of those of the service's family. */
type Make = (server: Speaker) => Product;

/** A command speaks to one service: the products of the others are not loaded for it. */
const families: Readonly<Record<ServiceName, () => Promise<Make>>> = {
  workspaces: async () => (await import('./terraform.ts')).productFrom,
  secrets: async () => (await import('./vault.ts')).productFrom,
  jobs: async () => (await import('./nomad.ts')).productFrom,
};

/** Compared by identity, to keep what was derived from it: one for each kind of server. */
const madeBy = perObject((make: Make) => {
  const made = new Map<string, Product>();
  return (server: ServerKind): Product => {
    const key = `${server.product} ${server.edition ?? ''} ${server.version ?? ''}`;
    const known = made.get(key) ?? make(speakerOf(server));
    made.set(key, known);
    return known;
  };
});

export const productOf = async (service: ServiceName, server: ServerKind): Promise<Product> => {
  if (!productsOf[service].includes(server.product))
    throw new Error(`no product ${server.product} for ${service}`);
  return madeBy(await families[service]())(server);
};

/** The newest of every product of a service. */
export const productsOfService = async (service: ServiceName): Promise<readonly Product[]> => {
  const make = madeBy(await families[service]());
  return productsOf[service].map((product) => make({ product }));
};

/** True for the operation of that ID, and for every one below an ID that ends in a dot. */
const names = (id: string, operation: string): boolean =>
  id.endsWith('.') ? operation.startsWith(id) : operation === id;

/** Why the product lacks the operation, or undefined. */
export const lacking = ({ lacks }: Product, operation: string): string | undefined => {
  for (const id in lacks) {
    if (names(id, operation)) return lacks[id];
  }
  return undefined;
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
