import { flags } from './flags.ts';
import { products } from './products.ts';

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
