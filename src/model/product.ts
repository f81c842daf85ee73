/** The servers whose real names and habits are known (`services/products.ts` has the data). */
export type ServiceName = 'workspaces' | 'secrets' | 'jobs';

export type ProductName =
  'documented' | 'hcp-terraform' | 'terraform-enterprise' | 'otf' | 'vault' | 'openbao' | 'nomad';

/** What is spoken while nobody says what a server is: the documents' own names. */
export const documented = 'documented' satisfies ProductName;

export const serviceNames: readonly ServiceName[] = ['workspaces', 'secrets', 'jobs'];

export const productsOf: Readonly<Record<ServiceName, readonly ProductName[]>> = {
  workspaces: ['documented', 'hcp-terraform', 'terraform-enterprise', 'otf'],
  secrets: ['documented', 'vault', 'openbao'],
  jobs: ['documented', 'nomad'],
};
