import type { ServiceName } from './contract.ts';

/** Words below `/v1/` of the jobs API, also of routes that the sandbox lacks. No secrets mount can have these names. */
const JOBS_WORDS: ReadonlySet<string> = new Set([
  'acl',
  'agent',
  'allocation',
  'allocations',
  'client',
  'deployment',
  'deployments',
  'evaluation',
  'evaluations',
  'event',
  'job',
  'jobs',
  'metrics',
  'namespace',
  'namespaces',
  'node',
  'nodes',
  'operator',
  'plugin',
  'plugins',
  'quota',
  'quotas',
  'regions',
  'scaling',
  'search',
  'sentinel',
  'service',
  'services',
  'status',
  'system',
  'usage',
  'validate',
  'var',
  'vars',
  'volume',
  'volumes',
]);

export function isJobsWord(word: string): boolean {
  return JOBS_WORDS.has(word);
}

export function serviceOfPath(path: string): ServiceName | undefined {
  if (path.startsWith('/api/') || ['/.well-known/terraform.json', '/version'].includes(path))
    return 'workspaces';
  if (/^\/job\/.+\/services$/u.test(path)) return 'jobs';
  const [empty, version, word] = path.split('/', 3);
  if (empty !== '' || version !== 'v1' || word === undefined) return undefined;
  return isJobsWord(word) ? 'jobs' : 'secrets';
}
