/** A product that leaves a decision out does not compile. */
import type { ProductFacts } from '../facts.ts';

type Decision =
  | 'hcl1'
  | 'submissions'
  /** Whether a revert takes tokens of Consul and Vault. */
  | 'revert-tokens';

export const products = [
  {
    product: 'nomad',
    title: 'Nomad',
    supports: {
      hcl1: { until: '1.9' },
      submissions: { since: '1.6' },
      'revert-tokens': { until: '1.10' },
    },
  },
] as const satisfies readonly ProductFacts<Decision>[];
