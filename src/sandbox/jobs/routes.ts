import type { SandboxRequest } from '../contract.ts';
import type { Handler } from './operations/call.ts';
import { dispatchJob } from './operations/dispatch.ts';
import { evaluateJob, forcePeriodic } from './operations/evaluate.ts';
import { listJobs } from './operations/list.ts';
import { parseJob } from './operations/parse.ts';
import { planJob } from './operations/plan.ts';
import {
  readActions,
  readAllocations,
  readDeployment,
  readDeployments,
  readEvaluations,
  readJob,
  readSubmission,
  readSummary,
  readVersions,
} from './operations/read.ts';
import { registerJob } from './operations/register.ts';
import { revertJob, setStability } from './operations/revert.ts';
import { readScale, scaleJob } from './operations/scale.ts';
import { readServices } from './operations/services.ts';
import { stopJob } from './operations/stop.ts';
import { validateJob } from './operations/validate.ts';
import { COLLECTIONS, RECORDS, recordMethods, type Methods } from './record-routes.ts';
import { Refusal } from './wire/failure.ts';

const ROOTS: Readonly<Record<string, Methods>> = {
  '/v1/jobs': { GET: listJobs, POST: registerJob },
  '/v1/jobs/parse': { POST: parseJob },
  '/v1/validate/job': { POST: validateJob },
  ...COLLECTIONS,
};

const JOB: Methods = { GET: readJob, POST: registerJob, DELETE: stopJob };

function refusePlain(): never {
  throw new Refusal(500, 'websocket connection not found in context');
}

const PARTS: Readonly<Record<string, Methods>> = {
  submission: { GET: readSubmission },
  versions: { GET: readVersions },
  allocations: { GET: readAllocations },
  evaluations: { GET: readEvaluations },
  deployments: { GET: readDeployments },
  deployment: { GET: readDeployment },
  summary: { GET: readSummary },
  dispatch: { POST: dispatchJob },
  revert: { POST: revertJob },
  stable: { POST: setStability },
  evaluate: { POST: evaluateJob },
  plan: { POST: planJob },
  'periodic/force': { POST: forcePeriodic },
  scale: { GET: readScale, POST: scaleJob },
  services: { GET: readServices },
  actions: { GET: readActions },
  action: { GET: refusePlain, POST: refusePlain },
};

export interface JobPath {
  readonly jobId: string;
  readonly part: string | undefined;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new Refusal(400, `invalid URL escape in "${segment}"`);
  }
}

/** A slash in an ID need not be encoded, but then the ID's end can be mistaken for a part. */
export function splitJobPath(path: string): JobPath {
  const segments = path.split('/');
  for (const length of [2, 1]) {
    const part = segments.slice(-length).join('/');
    if (segments.length > length && Object.hasOwn(PARTS, part)) {
      return { jobId: segments.slice(0, -length).map(decode).join('/'), part };
    }
  }
  return { jobId: segments.map(decode).join('/'), part: undefined };
}

const JOB_PREFIX = '/v1/job/';
/** Section 4 gives this path without the version. */
const SERVICES_PREFIX = '/job/';

export function jobPath(path: string): JobPath | undefined {
  if (path.startsWith(JOB_PREFIX)) return splitJobPath(path.slice(JOB_PREFIX.length));
  return path.startsWith(SERVICES_PREFIX) ? splitJobPath(path.slice(SERVICES_PREFIX.length)) : undefined;
}

function otherMethods(path: string): Methods | undefined {
  return Object.hasOwn(ROOTS, path) ? ROOTS[path] : recordMethods(path, decode);
}

function withMethods(path: string, methods: object): readonly string[] {
  return Object.keys(methods).map((method) => `${method} ${path}`);
}

/** For the comparison with requests that matched nothing. */
export const allRoutes: readonly string[] = [
  ...Object.entries(ROOTS).flatMap(([path, methods]) => withMethods(path, methods)),
  ...Object.entries(RECORDS).flatMap(([path, methods]) =>
    withMethods(`/v1/${path.replace('*', '{id}')}`, methods),
  ),
  ...withMethods('/v1/job/{job_id}', JOB),
  ...Object.entries(PARTS).flatMap(([part, methods]) => withMethods(`/v1/job/{job_id}/${part}`, methods)),
];

export interface Route {
  readonly handler: Handler;
  readonly jobId: string;
}

export function findRoute(request: Pick<SandboxRequest, 'method' | 'path'>): Route {
  const place = jobPath(request.path);
  if (place?.jobId === '') throw new Refusal(404, 'job not found');
  const part = place?.part === undefined ? JOB : PARTS[place.part];
  const methods = place === undefined ? otherMethods(request.path) : part;
  // An unknown route has an empty body.
  if (methods === undefined) throw new Refusal(404, '');
  const method = request.method === 'PUT' ? 'POST' : request.method;
  const handler = method === 'GET' || method === 'POST' || method === 'DELETE' ? methods[method] : undefined;
  if (handler === undefined) throw new Refusal(405, 'Invalid method');
  return { handler, jobId: place?.jobId ?? '' };
}
