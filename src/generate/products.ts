/** The products of all services at once; at run time the program loads only those of one. */
import type { ProductName, ServiceName } from '../model/catalogue/product.ts';
import { products as jobs } from '../services/jobs/nomad.ts';
import type { Product } from '../services/product.ts';
import { products as workspaces } from '../services/workspaces/terraform.ts';
import { products as secrets } from '../services/secrets/vault.ts';

const families = { workspaces, secrets, jobs };

export const productNamed = (service: ServiceName, name: ProductName): Product => {
  const found = families[service].find((product) => product.name === name);
  if (found === undefined) throw new Error(`no product ${name} for ${service}`);
  return found;
};
