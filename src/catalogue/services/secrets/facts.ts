import type { ProductFacts } from '../facts.ts';

const flags = {
  namespace: {
    short: 'n',
    in: 'local',
    scope: 'server',
    type: 'string',
    summary: 'Namespace of the secrets service',
    complete: 'secrets-namespace',
    metavar: 'path',
  },
  'wrap-ttl': {
    in: 'local',
    scope: 'output',
    of: 'document',
    reply: true,
    type: 'duration',
    summary: 'Wrap the reply in a single-use token',
    metavar: 'duration',
  },
  'fail-on-warning': {
    in: 'local',
    scope: 'item',
    reply: true,
    type: 'boolean',
    summary: 'Exit 1 when the server warns',
  },
} as const;

/** A product that leaves a decision out does not compile. */
type Decision =
  | 'custom-messages'
  | 'detailed-certificates'
  /** Whether names of static roles and library sets may have slashes. */
  | 'hierarchical-names'
  | 'identity-federation'
  | 'listed-static-roles'
  | 'mfa'
  /** Bounds of validity, and other fields of certificates that only OpenBao has. */
  | 'pki-bounds'
  | 'role-patches'
  | 'session-tokens'
  /** Whether long session names are truncated silently; other servers refuse them. */
  | 'truncated-session-names';

const products = [
  {
    product: 'vault',
    title: 'Vault',
    supports: {
      'custom-messages': { since: '1.16', edition: 'enterprise' },
      'detailed-certificates': false,
      'hierarchical-names': { since: '1.17' },
      'identity-federation': { since: '1.16', edition: 'enterprise' },
      'listed-static-roles': true,
      mfa: true,
      'pki-bounds': false,
      'role-patches': { since: '1.11' },
      'session-tokens': true,
      'truncated-session-names': true,
    },
  },
  {
    product: 'openbao',
    title: 'OpenBao',
    supports: {
      'custom-messages': false,
      'detailed-certificates': { since: '2.2' },
      'hierarchical-names': false,
      'identity-federation': false,
      'listed-static-roles': false,
      mfa: false,
      'pki-bounds': true,
      'role-patches': true,
      'session-tokens': false,
      'truncated-session-names': false,
    },
  },
] as const satisfies readonly ProductFacts<Decision>[];

export const secrets = {
  family: 'vault',
  usualProduct: 'vault+ent',
  suffix: '/v1',
  context: { namespace: 'own' },
  mounts: true,
  policiesNamePaths: true,
  headers: { namespace: 'x-vault-namespace', wrapTtl: 'x-vault-wrap-ttl' },
  vendorVariables: ['BAO_ADDR', 'BAO_NAMESPACE', 'VAULT_ADDR', 'VAULT_NAMESPACE'],
  flags,
  products,
} as const;
