/** The known keys of a job, compared with every job that a real server returned. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readYaml } from '../../src/documents/read-yaml.ts';
import { jobKeys } from '../../src/commands/job/document-keys.ts';
import { unknownKeys } from '../../src/commands/state/workflows/objects/unknown-keys.ts';

const folder = resolve(import.meta.dirname, '../recordings');

/** Every object with TaskGroups and an ID, wherever it stands. */
const jobsIn = (value: unknown): readonly object[] => {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(jobsIn);
  const isJob = 'TaskGroups' in value && Array.isArray(value.TaskGroups) && 'Datacenters' in value;
  return isJob ? [value, ...inner] : inner;
};

const recorded = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => jobsIn(JSON.parse(readFileSync(join(folder, name), 'utf8'))));

const faultsOf = (job: object): readonly string[] => {
  const [node] = readYaml(JSON.stringify(job)).documents;
  return node === undefined ? ['no document'] : unknownKeys(node, jobKeys, 'the job').map(({ text }) => text);
};

describe('the keys of a job', () => {
  test('are known for every job that a real server returned', () => {
    expect(recorded.length).toBeGreaterThan(20);
    expect(new Set(recorded.flatMap(faultsOf))).toEqual(new Set());
  });

  test('are known at every depth, whatever their case, and a near one is named', () => {
    const tasks = [{ Name: 't', driver: 'exec', Config: { anything: 1 }, Resorces: {} }];
    expect(
      faultsOf({ TaskGroups: [{ Cuont: 3, Tasks: tasks, Volumes: { data: { Typ: 'host' } } }] }),
    ).toEqual([
      '"Cuont" is not a key of TaskGroups, and the server would ignore it. Did you mean "Count"?',
      '"Resorces" is not a key of Tasks, and the server would ignore it. Did you mean "Resources"?',
      '"Typ" is not a key of data, and the server would ignore it. Did you mean "Type"?',
    ]);
  });
});
