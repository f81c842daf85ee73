/** Tests that a registration whose namespace only the job file names is undone in that namespace. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { batchFile, serviceFile, useFolder } from '../../support/job-files.ts';
import { useSandbox } from '../../support/sandbox.ts';

const bench = useSandbox({ fresh: true });
const file = useFolder();

let config = '';
beforeEach(() => {
  config = mkdtempSync(join(tmpdir(), 'trivet-file-namespace-'));
});
afterEach(() => rmSync(config, { recursive: true, force: true }));

const trivet = (line: string, env: Readonly<Record<string, string>> = {}) =>
  bench.trivet(line, { env: { TRIVET_CONFIG_DIR: config, ...env } });

const succeeds = async (line: string, env?: Readonly<Record<string, string>>): Promise<string> => {
  const { code, stdout, stderr } = await trivet(line, env);
  expect(code, stderr).toBe(0);
  return stdout.trim();
};

const priorityIn = async (namespace: string): Promise<string> =>
  succeeds(`job show here --namespace ${namespace} --field Priority`);

const latestOf = async (command: string): Promise<string> => {
  const all = JSON.parse(await succeeds('changes -o json')) as readonly { id: string; command: string }[];
  return all.find((one) => one.command === command)?.id ?? '';
};

const profiles: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'no namespace': {},
  'another namespace': { TRIVET_JOBS_NAMESPACE: 'default' },
  'the namespace of the file': { TRIVET_JOBS_NAMESPACE: 'batch' },
};

const changes: readonly (readonly [command: string, words: string])[] = [
  ['job register', 'job register'],
  ['job update', 'job update here'],
];

test.each(
  changes.flatMap(([command, line]) =>
    Object.keys(profiles).map((profile) => [command, profile, line] as const),
  ),
)(
  'undo of `%s` brings the version of the file namespace back, with %s configured',
  async (command, profile, line) => {
    const env = profiles[profile];
    const path = (name: string, more: string): string => file(`${name}.nomad.hcl`, serviceFile('here', more));
    // Another job with this ID, which the change must not touch.
    await succeeds(`job register ${path('default', '  priority = 33')}`);
    await succeeds(`job register ${path('first', '  namespace = "batch"\n  priority = 41')}`, env);
    await succeeds(`${line} ${path('second', '  namespace = "batch"\n  priority = 42')}`, env);
    const id = await latestOf(command);
    expect(await priorityIn('batch')).toBe('42');
    const preview = await trivet(`undo ${id} --dry-run`, env);
    expect(preview.stdout + preview.stderr).not.toContain('already');
    await succeeds(`undo ${id} --yes`, env);
    expect([await priorityIn('batch'), await priorityIn('default')]).toEqual(['41', '33']);
  },
);

test.each(Object.keys(profiles))(
  'undo of a new job stops it in the namespace of its file, with %s configured',
  async (profile) => {
    const env = profiles[profile];
    await succeeds(
      `job register ${file('new.nomad.hcl', serviceFile('here', '  namespace = "batch"'))}`,
      env,
    );
    await succeeds(`undo ${await latestOf('job register')} --yes`, env);
    expect(await succeeds('job show here --namespace batch --field Stop')).toBe('true');
  },
);

test('undo of a mark reads the job in the namespace of the change', async () => {
  // Without a deployment, which would mark the version as well.
  await succeeds(`job register ${file('batch.nomad.hcl', batchFile('once', '  namespace = "batch"'))}`);
  await succeeds('job stable once 0 --namespace batch');
  await succeeds(`undo ${await latestOf('job stable')} --yes`);
  expect(await succeeds('job show once --namespace batch --field Stable')).toBe('false');
});
