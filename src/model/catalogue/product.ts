/** The servers whose real names and habits are known (`services/products.ts` has the data). */
export type ServiceName = 'workspaces' | 'secrets' | 'jobs';

export type ProductName =
  | 'documented'
  | 'hcp-terraform'
  | 'terraform-enterprise'
  | 'otf'
  | 'vault'
  | 'openbao'
  | 'nomad';

/** The documented names, used while the product of a server is unknown. */
export const documented = 'documented' satisfies ProductName;

export const serviceNames: readonly ServiceName[] = ['workspaces', 'secrets', 'jobs'];

export const productsOf: Readonly<Record<ServiceName, readonly ProductName[]>> = {
  workspaces: ['documented', 'hcp-terraform', 'terraform-enterprise', 'otf'],
  secrets: ['documented', 'vault', 'openbao'],
  jobs: ['documented', 'nomad'],
};
