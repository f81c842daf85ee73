/** The products of all services at once; at run time the program loads only those of one. */
import { speakerOf } from '../model/catalogue/product.ts';
import type { ProductName, ServiceName } from '../model/catalogue/product.ts';
import { productFrom as jobs } from '../services/jobs/nomad.ts';
import type { Product } from '../services/product.ts';
import { productFrom as workspaces } from '../services/workspaces/terraform.ts';
import { productFrom as secrets } from '../services/secrets/vault.ts';

const families = { workspaces, secrets, jobs };

/** The newest of a product. */
export const productNamed = (service: ServiceName, product: ProductName): Product =>
  families[service](speakerOf({ product }));
