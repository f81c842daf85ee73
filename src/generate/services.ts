/** What readers of the catalogue need of all services at once; the program loads the products of one. */
import { speakerOf } from '../model/catalogue/product.ts';
import type { ProductName, ServiceName } from '../model/catalogue/product.ts';
import { productFrom as jobs } from '../services/jobs/nomad.ts';
import type { Envelope } from '../services/envelope.ts';
import type { Product } from '../services/product.ts';
import { secrets as secretsEnvelope } from '../services/secrets/envelope.ts';
import { workspaces as workspacesEnvelope } from '../services/workspaces/envelope.ts';
import { productFrom as workspaces } from '../services/workspaces/terraform.ts';
import { productFrom as secrets } from '../services/secrets/vault.ts';

const families = { workspaces, secrets, jobs };

/** The schemas of documents; a service without one prints its items bare. */
export const envelopes: Readonly<Partial<Record<ServiceName, Envelope>>> = {
  workspaces: workspacesEnvelope,
  secrets: secretsEnvelope,
};

/** The newest of a product. */
export const productNamed = (service: ServiceName, product: ProductName): Product =>
  families[service](speakerOf({ product }));
