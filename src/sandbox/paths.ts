/** Which of the three APIs a path belongs to. All share one origin, so the first words of the paths decide. */
import type { ServiceName } from './contract.ts';

/**
 * First words below `/v1/` that are the jobs API's, also where the sandbox has no such route: an unknown route is
 * refused in the shape of the API that it was meant for. A secrets mount cannot have one of these names.
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

/** Whether a word directly below `/v1/` belongs to the jobs API. */
export function isJobsWord(word: string): boolean {
  return JOBS_WORDS.has(word);
}

/** The API of a path, or undefined when none of the three has paths like it. */
export function serviceOfPath(path: string): ServiceName | undefined {
  if (path.startsWith('/api/')) return 'workspaces';
  // Document 3, section 4, gives the path of a job's services without the version.
  if (/^\/job\/.+\/services$/u.test(path)) return 'jobs';
  const [empty, version, word] = path.split('/', 3);
  if (empty !== '' || version !== 'v1' || word === undefined) return undefined;
  return isJobsWord(word) ? 'jobs' : 'secrets';
}
