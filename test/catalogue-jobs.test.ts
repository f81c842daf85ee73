/** Compares every parameter of the job operations with test/seeds/3-jobs.md: place, type, default, required, limits. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Operation } from '../src/catalogue/operation.ts';
import type { Parameter } from '../src/catalogue/parameter.ts';
import { documentedName } from '../src/catalogue/parameter.ts';
import { restart } from '../src/commands/job/operations/restart.ts';
import { allOperations, declaredOperations, operationNamed } from './support/catalogue.ts';

const seed = readFileSync(new URL('seeds/3-jobs.md', import.meta.url), 'utf8');

const section = (heading: string): string => {
  const start = seed.indexOf(`### ${heading} `);
  const end = seed.indexOf('\n#', start + 4);
  return seed.slice(start, end === -1 ? undefined : end);
};

const line = (start: string): string => seed.split('\n').find((one) => one.startsWith(start)) ?? '';

/** The section of the reads describes each of them in a line, and others have a section of their own. */
const reads: Readonly<Record<string, string>> = {
  'job.submission': line('- GET /v1/job/:job_id/submission'),
  'job.versions': line('- GET /v1/job/:job_id/versions'),
  'job.allocations': line('- GET /v1/job/:job_id/allocations'),
  'job.deployments': line('- GET /v1/job/:job_id/allocations'),
};

interface Documented {
  readonly name: string;
  readonly type: string;
  readonly default: string;
}

const described =
  /`?([A-Za-z_0-9]+)`? \((given as required|required|optional|string|integer|int|bool|map of string to string|JSON map|JSON|JobSubmission)(?:, (required|optional|empty|false|0|nil))?(?=[;,)])/g;

const documentedIn = ({ id, source }: Operation): readonly Documented[] =>
  [
    ...(source === '3 §4.3.1'
      ? (reads[id] ?? '')
      : section(typeof source === 'string' ? source.replace('3 §', '') : '')
    ).matchAll(described),
  ]
    .map(([, name = '', type = '', value = '']) => ({ name, type, default: value }))
    .filter(({ name }) => name !== 'EvalOptions')
    // "Stated for POST /v1/jobs".
    .filter(({ name }) => !(id === 'job.update' && name === 'PreserveCounts'));

/** The catalogue's types that each documented type allows. */
const types: Readonly<Record<string, readonly string[]>> = {
  string: ['string', 'text', 'secret', 'bytes'],
  int: ['integer'],
  integer: ['integer'],
  bool: ['boolean'],
  'map of string to string': ['map'],
  JSON: ['json'],
  // Of the map the document describes only Group, which is the value.
  'JSON map': ['string'],
  JobSubmission: ['json'],
  required: ['json'],
  'given as required': ['json'],
};

const defaults: Readonly<Record<string, RegExp>> = {
  empty: /^empty/,
  false: /^false/,
  0: /^0/,
  nil: /^(?:none|not checked)/,
};

/** Parameters every operation has besides: the path, values of the context, and those only real servers support. */
const beside = new Set(['job_id', 'namespace', 'region', 'stale', 'reverse']);

const parameterOf = (operation: Operation, name: string): Parameter | undefined =>
  Object.entries(operation.parameters).find(([key, one]) => documentedName(key, one) === name)?.[1];

// What is beyond the documents is in docs/coverage.md.
const jobOperations = allOperations.filter(
  ({ id, source }) => id.startsWith('job.') && typeof source === 'string',
);

describe.each(jobOperations.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
  const documented = documentedIn(operation);

  test('has the documented parameters and no others', () => {
    const ours = Object.entries(operation.parameters).map(([key, one]) => documentedName(key, one));
    expect(ours.filter((name) => !beside.has(name)).sort((a, b) => a.localeCompare(b))).toEqual(
      documented.map(({ name }) => name).sort((a, b) => a.localeCompare(b)),
    );
  });

  test.each(documented.map((one) => [one.name, one] as const))('%s is as documented', (name, one) => {
    const parameter = parameterOf(operation, name);
    expect(types[one.type]).toContain(parameter?.type);
    const required = /required/.test(one.type) || one.default === 'required';
    expect(parameter?.required === true).toBe(required);
    const wanted = defaults[one.default];
    if (wanted === undefined) expect(one.default).toMatch(/^(?:required|optional)?$/);
    else expect(parameter?.default).toMatch(wanted);
  });

  test('takes the namespace as a query parameter, and * only in a list', () => {
    const { namespace } = operation.parameters;
    expect(namespace).toMatchObject({
      in: 'query',
      type: 'string',
      default: 'default',
      context: 'namespace',
    });
    expect(namespace?.limits === undefined).toBe(id === 'job.list');
  });

  test('keeps slashes of the job ID in the path', () => {
    if (!operation.path.includes('{job_id}')) return;
    expect(operation.parameters['job_id']).toMatchObject({ in: 'path', required: true, slashes: 'kept' });
  });
});

// The rows of a restart are made by trivet.
test('every table and record names the fields without which a reply is not its own', async () => {
  const unnamed = (await declaredOperations())
    .filter(({ id, service }) => service === 'jobs' && id !== restart.id)
    .filter(({ view }) => view.kind === 'table' || (view.kind === 'record' && view.open !== true))
    .filter(({ view }) => !('essential' in view) || (view.essential ?? []).length === 0);
  expect(unnamed.map(({ id }) => id)).toEqual([]);
});

test('every operation with described parameters is compared', () => {
  const count = jobOperations.flatMap(documentedIn).length;
  expect(count).toBe(59);
});

test('parameters are where the document puts them', () => {
  const inQuery: Readonly<Record<string, readonly string[]>> = {
    'job.list': ['prefix', 'next_token', 'per_page', 'filter', 'meta'],
    'job.dispatch': ['IdempotencyToken'],
    'job.stop': ['eval_priority', 'global', 'purge', 'no_shutdown_delay'],
    'job.submission': ['version'],
    'job.versions': ['diffs'],
    'job.allocations': ['all'],
    'job.deployments': ['all'],
    'job.action': ['action', 'alloc_id', 'task', 'tty', 'ws_handshake'],
  };
  for (const operation of jobOperations) {
    const names = Object.entries(operation.parameters)
      .filter(([key, one]) => one.in === 'query' && !beside.has(key))
      .map(([key, one]) => documentedName(key, one));
    expect([operation.id, names]).toEqual([operation.id, inQuery[operation.id] ?? []]);
  }
});

test('limits the payload to 65536 bytes as documented', () => {
  expect(operationNamed('job.dispatch').rules).toContainEqual({
    rule: 'maxBytes',
    parameter: 'Payload',
    bytes: 65_536,
    servers: ['generic'],
  });
});

/** Column B of the table in section 4 of the document. */
const blocking = new Set(
  seed
    .split('\n')
    .map((row) => row.split('|').map((cell) => cell.trim()))
    .filter(([, , path = '', b = '']) => path.includes('/job') && b.startsWith('yes'))
    .map(([, method, path]) => `${method} ${path}`),
);

test('only operations that support blocking queries can be watched', async () => {
  const { allCommands } = await import('./support/catalogue.ts');
  for (const command of allCommands.filter(
    ({ path, operations }) => path.startsWith('job ') && operations.length > 0,
  )) {
    const operation = command.operations[0]?.operation;
    const row = `${operation?.method} ${operation?.path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
    expect([command.path, command.local?.['watch'] !== undefined]).toEqual([command.path, blocking.has(row)]);
  }
});
