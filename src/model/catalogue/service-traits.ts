/** Facts about each service for its settings: the form of its addresses, and what it needs besides a token. */
import type { ServiceName } from './product.ts';

/** Settings that a request may need beside address and token, and their TRIVET_ variables. */
type ContextVariables = Readonly<
  Partial<Record<'organization' | 'namespace' | 'region', `TRIVET_${string}`>>
>;

interface ServiceTraits {
  /** The end of the documents' {base_url}, which a vendor's address lacks. */
  readonly suffix: string;
  /** The beginning of the documented paths: a base URL must not end in it. */
  readonly inPaths?: string;
  readonly context: ContextVariables;
  /** The namespace goes in a header, and is not a parameter of the operations. */
  readonly namespaceInHeader?: true;
  /** Its engines are mounted at paths that a profile may name. */
  readonly mounts?: true;
  /** A right is a path and a capability, so it follows from the request. */
  readonly policiesNamePaths?: true;
}

export const serviceTraits: Readonly<Record<ServiceName, ServiceTraits>> = {
  workspaces: { suffix: '/api/v2', context: { organization: 'TRIVET_ORGANIZATION' } },
  secrets: {
    suffix: '/v1',
    context: { namespace: 'TRIVET_SECRETS_NAMESPACE' },
    mounts: true,
    policiesNamePaths: true,
    namespaceInHeader: true,
  },
  jobs: {
    suffix: '',
    inPaths: '/v1',
    context: { namespace: 'TRIVET_JOBS_NAMESPACE', region: 'TRIVET_JOBS_REGION' },
  },
};
