/** Determines the API of a path. All three share one origin, so the first words of the path decide. */
import type { ServiceName } from './contract.ts';

/**
 * First words below `/v1/` of the jobs API, including routes that the sandbox lacks, so that the jobs service
 * refuses these. A secrets mount cannot have one of these names.
 */
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

/** Reports whether a word directly below `/v1/` belongs to the jobs API. */
export function isJobsWord(word: string): boolean {
  return JOBS_WORDS.has(word);
}

/** Returns the API of a path; undefined if it belongs to none of the three. */
export function serviceOfPath(path: string): ServiceName | undefined {
  if (path.startsWith('/api/') || ['/.well-known/terraform.json', '/version'].includes(path))
    return 'workspaces';
  // test/seeds/3-jobs.md §4 gives the path of a job's services without the version.
  if (/^\/job\/.+\/services$/u.test(path)) return 'jobs';
  const [empty, version, word] = path.split('/', 3);
  if (empty !== '' || version !== 'v1' || word === undefined) return undefined;
  return isJobsWord(word) ? 'jobs' : 'secrets';
}
