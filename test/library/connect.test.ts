/** The library: commands as functions, whose values and results are typed and never text. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { connect } from '../support/connect.ts';
import { quietIo } from '../support/quiet-io.ts';
import { environmentOf, useSandbox } from '../support/sandbox.ts';

const bench = useSandbox({ fresh: true });
const home = mkdtempSync(join(tmpdir(), 'trivet-library-'));
afterAll(() => rmSync(home, { recursive: true }));

const library = (env: Readonly<Record<string, string>> = {}) =>
  connect(quietIo({ ...environmentOf(bench.sandbox()), ...env }, home));

const changes = () => bench.requests().filter(({ method }) => method !== 'GET');

test('a read returns the document', async () => {
  const { exit, output, error } = await library().run('workspace show', { workspace: 'dns-prod' });
  expect({ exit, error }).toEqual({ exit: 0, error: undefined });
  expect(output).toMatchObject({ data: { type: 'workspaces', attributes: { name: 'dns-prod' } } });
});

test('a change takes values as they are, also those that look like flags', async () => {
  const { exit } = await library().run('workspace lock', { workspace_id: 'dns-qa', reason: '--yes' });
  expect(exit).toBe(0);
  expect(changes().map(({ body }) => body)).toEqual([{ reason: '--yes' }]);
});

test('an error is an object that says what happened to the change', async () => {
  const connection = library();
  await connection.run('workspace lock', { workspace_id: 'dns-qa' });
  const { exit, error, output } = await connection.run('workspace lock', { workspace_id: 'dns-qa' });
  expect({ exit, output }).toEqual({ exit: 6, output: null });
  expect(error).toMatchObject({
    code: 'conflict',
    effect: 'unchanged',
    details: { reason: 'already-locked' },
  });
});

test('a change of many returns a row for each object', async () => {
  const { exit, output, notes } = await library().run(
    'workspace lock',
    {},
    { where: ['name~dns-*', 'locked=false'], flags: { yes: true } },
  );
  expect(exit).toBe(0);
  expect(output).toMatchObject(changes().map(() => ({ result: 'done', reason: null, exit: 0 })));
  expect(changes().length).toBeGreaterThan(1);
  expect(notes.at(-1)).toBe(`${changes().length} done, 0 failed`);
});

test('a change of many that matches nothing returns an empty list', async () => {
  const { exit, output } = await library().run(
    'workspace lock',
    {},
    { where: ['name~nosuch*'], flags: { yes: true } },
  );
  expect([exit, output]).toEqual([0, []]);
});

test('a question that nobody can be asked is an error, and nothing is sent', async () => {
  const { exit, error } = await library().run('workspace delete', { workspace: 'dns-prod' });
  expect(exit).toBe(2);
  expect(error).toMatchObject({ effect: 'not-sent', details: { reason: 'confirmation-required' } });
  expect(changes()).toEqual([]);
});

test('a read-only environment refuses changes, and rules are checked before anything is sent', async () => {
  const refused = await library({ TRIVET_READ_ONLY: '1' }).run('workspace lock', { workspace_id: 'dns-qa' });
  expect(refused.exit).toBe(4);
  const wrong = await library().run('job scale', { job_id: 'web', group: 'app', count: -1 });
  expect(wrong.exit).toBe(2);
  expect(changes()).toEqual([]);
});

test('an unknown command is an error with what was meant', async () => {
  const { exit, error } = await library().run('workspace lokc');
  expect(exit).toBe(2);
  expect(error?.details.hint).toContain('workspace lock');
});
