/** Names and replies of real servers, as data (docs/products.md is made from it). */
import type { ProductName, ServiceName } from '../model/catalogue/product.ts';
import type { KnownError, Product } from './product.ts';

/** A command speaks to one service: the products of the others are not loaded for it. */
const families: Readonly<Record<ServiceName, () => Promise<{ readonly products: readonly Product[] }>>> = {
  workspaces: () => import('./workspaces/terraform.ts'),
  secrets: () => import('./secrets/vault.ts'),
  jobs: () => import('./jobs/nomad.ts'),
};

export const productOf = async (service: ServiceName, name: ProductName): Promise<Product> => {
  const { products } = await families[service]();
  const found = products.find((product) => product.name === name);
  if (found === undefined) throw new Error(`no product ${name} for ${service}`);
  return found;
};

/** Every product of a service. */
export const productsOfService = async (service: ServiceName): Promise<readonly Product[]> =>
  (await families[service]()).products;

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
