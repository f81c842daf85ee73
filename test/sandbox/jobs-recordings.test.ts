import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../support/sandbox-types.ts';
import { asObject, asText, openJobs, type JobsFixture, type JsonBody } from './jobs-fixture.ts';

const FOLDER = new URL('../recordings/jobs/', import.meta.url);

interface Recording {
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly body: { readonly json?: Json } | null;
  };
  readonly response: {
    readonly status: number;
    readonly body: { readonly json?: Json; readonly text?: string } | null;
  };
}

function recording(name: string): Recording {
  return JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8')) as Recording;
}

/** Maps with arbitrary keys: only their values are compared. */
const OPEN = new Set([
  'Config',
  'Details',
  'DesiredTGUpdates',
  'DimensionExhausted',
  'Env',
  'FailedTGAllocs',
  'Meta',
  'NodesAvailable',
  'QueuedAllocations',
  'ResourcesExhausted',
  'Summary',
  'TaskStates',
  'Updates',
  'VariableFlags',
]);

/** The names of all members as paths; entries of a list or of such a map share theirs. */
function memberPaths(value: Json | undefined, path = '', found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) memberPaths(item, path, found);
  } else if (typeof value === 'object' && value !== null) {
    const name = path.slice(path.lastIndexOf('.') + 1);
    // The groups of a deployment and of a scale status are a map, those of a job a list.
    const open = OPEN.has(name) || (name === 'TaskGroups' && !('Name' in value) && !('Tasks' in value));
    for (const [key, item] of Object.entries(value as JsonBody)) {
      const next = open ? `${path}.*` : `${path}.${key}`;
      if (!OPEN.has(name) || name !== 'Config') found.add(next);
      if (name !== 'Config') memberPaths(item, next, found);
    }
  }
  return found;
}

function recordedPaths(...operations: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const file of readdirSync(FOLDER)) {
    const name = file.replace(/\.json$/u, '');
    if (!operations.some((operation) => name === operation || name.startsWith(`${operation}.`))) continue;
    const { status, body } = recording(name).response;
    if (status === 200) memberPaths(body?.json, '', found);
  }
  return found;
}

describe('the members of replies', () => {
  let jobs: JobsFixture;

  beforeAll(async () => {
    jobs = openJobs(false);
    await jobs.ask('POST', '/v1/job/api/scale', {
      body: { Count: 3, Target: { Group: 'web' }, Message: 'm', Meta: { a: 'b' } },
    });
    jobs.clock.advance(10_000);
  });

  it.each([
    ['/v1/jobs?meta=true&namespace=*', 'job.list'],
    ['/v1/job/api', 'job.show'],
    ['/v1/job/nightly', 'job.show'],
    ['/v1/job/api/submission?version=1', 'job.submission'],
    ['/v1/job/api/versions?diffs=true', 'job.versions'],
    ['/v1/job/api/allocations', 'job.allocations'],
    ['/v1/job/broken/allocations', 'job.allocations'],
    ['/v1/job/api/evaluations', 'job.evaluations'],
    ['/v1/job/huge/evaluations', 'job.evaluations'],
    ['/v1/job/api/deployments', 'job.deployments'],
    ['/v1/job/api/deployment', 'job.deployment'],
    ['/v1/job/api/summary', 'job.summary'],
    ['/v1/job/api/scale', 'job.scale-status'],
    ['/v1/job/api/services', 'job.services'],
    ['/v1/job/api/actions', 'job.actions'],
    ['/v1/namespaces', 'server.namespaces'],
  ])('of %s are all in %s', async (target, operation) => {
    const known = recordedPaths(operation);
    const mine = memberPaths((await jobs.ask('GET', target)).json);
    expect(known.size).toBeGreaterThan(0);
    expect(mine.size).toBeGreaterThan(0);
    // A difference between versions may contain anything that a plan shows.
    const plans = operation === 'job.versions' ? recordedPaths('job.plan') : new Set<string>();
    const diffs = [...plans].map((path) => path.replace(/^\.Diff\b/u, '.Diffs'));
    expect([...mine].filter((path) => !known.has(path) && !diffs.includes(path))).toEqual([]);
  });

  it.each([
    [
      'POST',
      '/v1/jobs',
      { Job: { ID: 'n', Type: 'batch', TaskGroups: [{ Name: 'g', Tasks: [{ Name: 't', Driver: 'd' }] }] } },
      'job.register',
    ],
    [
      'POST',
      '/v1/job/api/plan',
      {
        Job: {
          ID: 'api',
          Type: 'service',
          TaskGroups: [{ Name: 'web', Tasks: [{ Name: 't', Driver: 'd' }] }],
        },
        Diff: true,
      },
      'job.plan',
    ],
    ['POST', '/v1/job/report/dispatch', { Meta: { month: '1' } }, 'job.dispatch'],
    ['POST', '/v1/job/nightly/periodic/force', {}, 'job.periodic.force'],
    ['POST', '/v1/job/api/scale', { Target: { Group: 'web' }, Message: 'm' }, 'job.scale'],
    ['POST', '/v1/job/cache/stable', { JobID: 'cache', JobVersion: 0, Stable: false }, 'job.stable'],
    ['POST', '/v1/job/api/revert', { JobID: 'api', JobVersion: 0 }, 'job.revert'],
    ['POST', '/v1/job/api/evaluate', { JobID: 'api' }, 'job.evaluate'],
    ['DELETE', '/v1/job/import-01', undefined, 'job.stop'],
    ['POST', '/v1/validate/job', { Job: { ID: 'n' } }, 'server.validate'],
    ['POST', '/v1/validate/job', { Job: { ID: 'a b' } }, 'server.validate-invalid'],
  ] as const)('of %s %s %j are all in %s', async (method, target, body, operation) => {
    const answer = await jobs.ask(method, target, body === undefined ? {} : { body });
    expect(answer.status).toBe(200);
    const known = recordedPaths(operation);
    expect([...memberPaths(answer.json)].filter((path) => !known.has(path))).toEqual([]);
  });
});

/** Sorts lists of named objects by name, and removes numbers that differ from run to run. */
function comparable(value: Json | undefined): Json {
  if (Array.isArray(value)) {
    const items = (value as readonly Json[]).map(comparable);
    const nameOf = (item: Json): string => JSON.stringify(item);
    return items.sort((left, right) => (nameOf(left) < nameOf(right) ? -1 : 1));
  }
  if (typeof value !== 'object' || value === null) return value ?? null;
  const entries = Object.entries(value as JsonBody)
    .map(([key, item]) => [key, comparable(item)] as const)
    .sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries);
}

async function replay(jobs: JobsFixture, name: string): Promise<{ mine: JsonBody; recorded: JsonBody }> {
  const { request, response } = recording(name);
  const body = request.body?.json;
  const answer = await jobs.ask(request.method, request.path, body === undefined ? {} : { body });
  if (answer.status !== 200) throw new Error(answer.text);
  jobs.clock.advance(20_000);
  return { mine: asObject(answer.json), recorded: asObject(response.body?.json) };
}

describe('recorded requests', () => {
  it('produce the recorded diff of a plan', async () => {
    const jobs = openJobs();
    await replay(jobs, 'job.register.service-with-submission');
    const { mine, recorded } = await replay(jobs, 'job.plan.changed-with-diff');
    expect(mine['Annotations']).toEqual(recorded['Annotations']);
    expect(mine['Warnings']).toBe(recorded['Warnings']);
    const [diff, wanted] = [asObject(mine['Diff']), asObject(recorded['Diff'])];
    expect(diff['Fields']).toEqual(wanted['Fields']);
    const [group] = wanted['TaskGroups'] as unknown[];
    // The recorded group also has an object without any change.
    expect(diff['TaskGroups']).toEqual([{ ...(group as object), Objects: null }]);
  });

  it('produce the recorded diff of a new job', async () => {
    const { mine, recorded } = await replay(openJobs(), 'job.plan');
    expect(comparable(mine)).toEqual(comparable(recorded));
  });

  const parsed = readdirSync(FOLDER)
    .map((file) => file.replace(/\.json$/u, ''))
    .filter((name) => /^job\.parse(\.|$)/u.test(name) && name !== 'job.parse.variable-flags-ignored')
    .filter((name) => recording(name).response.status === 200);

  it.each(parsed)('parse %s to the recorded job', async (name) => {
    const { mine, recorded } = await replay(openJobs(), name);
    expect(mine).toEqual(recorded);
  });

  it('use flags when parsing, unlike the recorded server', async () => {
    const { request } = recording('job.parse.variable-flags-ignored');
    const body = asObject(request.body?.json);
    const answer = await openJobs().ask('POST', '/v1/jobs/parse', { body });
    const [name] = Object.keys(asObject(body['VariableFlags']));
    expect(JSON.stringify(answer.json)).toContain(asText(asObject(body['VariableFlags'])[name ?? '']));
  });
});
