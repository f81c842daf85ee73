import type { Principal, PrincipalName } from '../../contract.ts';
import type { JobRight } from '../../rights.ts';
import { denied } from '../wire/failure.ts';

export type Capability = JobRight;

const READ: readonly Capability[] = ['list-jobs', 'read-job', 'read-job-scaling', 'node-read', 'agent-read'];
const REVIEW: readonly Capability[] = [...READ, 'parse-job', 'plan-job'];
const OPERATE: readonly Capability[] = [
  ...READ,
  'parse-job',
  'submit-job',
  'dispatch-job',
  'scale-job',
  'read-logs',
  'read-fs',
  'alloc-lifecycle',
];

interface Grant {
  readonly capabilities: ReadonlySet<Capability>;
  /** Undefined allows every namespace. */
  readonly namespaces: ReadonlySet<string> | undefined;
}

const GRANTS: Readonly<Record<PrincipalName, Grant>> = {
  owner: {
    capabilities: new Set([...OPERATE, 'policy-override', 'alloc-exec', 'alloc-node-exec'] as const),
    namespaces: undefined,
  },
  operator: { capabilities: new Set(OPERATE), namespaces: undefined },
  reviewer: { capabilities: new Set(REVIEW), namespaces: undefined },
  // Limited to a namespace, to test checks of the namespace (section 5).
  reader: { capabilities: new Set(READ), namespaces: new Set(['default']) },
  organization: { capabilities: new Set(), namespaces: undefined },
};

export function allows(principal: Principal | undefined, namespace: string, capability: Capability): boolean {
  if (principal === undefined) return false;
  if (principal.rights !== undefined) return principal.rights.has(capability);
  const grant = GRANTS[principal.name];
  const inNamespace = grant.namespaces?.has(namespace) ?? true;
  return inNamespace && grant.capabilities.has(capability);
}

/** Any right in a namespace suffices. */
export function sees(principal: Principal | undefined, namespace: string): boolean {
  return principal?.rights !== undefined || allows(principal, namespace, 'list-jobs');
}

export function requireCapability(
  principal: Principal | undefined,
  namespace: string,
  anyOf: readonly Capability[],
): Principal {
  if (principal === undefined || !anyOf.some((one) => allows(principal, namespace, one))) throw denied();
  return principal;
}
