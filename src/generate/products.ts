/** The products of all services at once; at run time the program loads only those of one. */
import { speakerOf } from '../model/product.ts';
import type { ProductName, ServiceName } from '../model/product.ts';
import { productFrom as jobs } from '../services/nomad.ts';
import type { Product } from '../services/product.ts';
import { productFrom as workspaces } from '../services/terraform.ts';
import { productFrom as secrets } from '../services/vault.ts';

const families = { workspaces, secrets, jobs };

/** The newest of a product. */
export const productNamed = (service: ServiceName, product: ProductName): Product =>
  families[service](speakerOf({ product }));
