/** A product that leaves a decision out does not compile. */
import type { ProductFacts } from '../facts.ts';

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

export const products = [
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
