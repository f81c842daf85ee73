import type { ProductFacts } from '../facts.ts';

const flags = {
  namespace: {
    short: 'n',
    in: 'local',
    scope: 'server',
    type: 'string',
    summary: 'Namespace of the jobs service',
    complete: 'jobs-namespace',
    metavar: 'name',
  },
  region: {
    in: 'local',
    scope: 'server',
    type: 'string',
    summary: 'Region of the jobs service',
    metavar: 'name',
  },
} as const;

/** A product that leaves a decision out does not compile. */
type Decision =
  | 'hcl1'
  | 'submissions'
  /** Whether a revert takes tokens of Consul and Vault. */
  | 'revert-tokens';

const products = [
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

export const jobs = {
  family: 'nomad',
  usualProduct: 'nomad',
  suffix: '',
  inPaths: '/v1',
  anyCase: true,
  context: { namespace: 'own', region: 'own' },
  defaultNamespace: 'default',
  // Variables of tasks and of the job, templates, payloads, and the source that holds all of them.
  usualSecrets: ['Env', 'EmbeddedTmpl', 'Payload', 'Variables', 'VariableFlags', 'Source'],
  freeTexts: ['args', 'Args', 'Meta'],
  vendorVariables: ['NOMAD_ADDR', 'NOMAD_NAMESPACE', 'NOMAD_REGION'],
  flags,
  products,
} as const;
