/** What real servers call things and how they answer, as data (docs/products.md is made from it). */
import type { ProductName, ServiceName } from '../model/product.ts';
import { documentedJobs, nomad } from './nomad.ts';
import type { KnownError, Product } from './product.ts';
import { documentedWorkspaces, hcpTerraform, otf, terraformEnterprise } from './terraform.ts';
import { documentedSecrets, openbao, vault } from './vault.ts';

export type { KnownError, Product };

const all: readonly Product[] = [
  documentedWorkspaces,
  hcpTerraform,
  terraformEnterprise,
  otf,
  documentedSecrets,
  vault,
  openbao,
  documentedJobs,
  nomad,
];

export const productOf = (service: ServiceName, name: ProductName): Product => {
  const found = all.find((product) => product.service === service && product.name === name);
  if (found === undefined) throw new Error(`no product ${name} for ${service}`);
  return found;
};

/** Why the product lacks the operation, or undefined. */
export const lacking = (product: Product, operation: string): string | undefined =>
  Object.entries(product.lacks).find(([id]) =>
    id.endsWith('.') ? operation.startsWith(id) : operation === id,
  )?.[1];

export const knownError = (
  product: Product,
  operation: string,
  status: number,
  text: string,
): KnownError | undefined =>
  product.errors.find(
    (known) =>
      known.status.includes(status) &&
      (known.operations === undefined ||
        known.operations.some((id) => (id.endsWith('.') ? operation.startsWith(id) : operation === id))) &&
      known.text.test(text),
  );
