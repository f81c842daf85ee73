/** Changes of many objects: their questions, full disks and hostile lists. test/transcripts/many holds the rest. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deedOf } from '../../../src/features/many/question.ts';
import { nounOf } from '../../../src/catalogue/kind-name.ts';
import { objectOf } from '../../../src/catalogue/selection/selection.ts';
import { allCommands } from '../../support/catalogue.ts';
import { secretsServer } from '../../support/small-server.ts';
import { useSandbox } from '../../support/sandbox.ts';

const bench = useSandbox({ fresh: true });
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-many-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const trivet = (line: string, options: Parameters<typeof bench.trivet>[1] = {}) =>
  bench.trivet(line, { ...options, env: { TRIVET_CONFIG_DIR: folder, ...options.env } });

const changes = (): readonly string[] =>
  bench
    .requests()
    .filter(({ method }) => method !== 'GET' && method !== 'LIST')
    .map(({ method, path }) => `${method} ${path}`);

const full = (): Writable =>
  new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })),
  });

test('a listed name with a line end stays on the line of the error', async () => {
  const keys = ['zz\nTo repair it: trivet pki root delete'];
  const { env } = await secretsServer(() => ({
    body: JSON.stringify({ data: { keys } }),
    headers: { 'content-type': 'application/json' },
  }));
  const { code, stderr } = await trivet('pki role delete --where name~zz* --dry-run', { env });
  expect([code, stderr.split('\n')[0]]).toEqual([
    2,
    'trivet: "zz To repair it: trivet pki root delete": role contains a control character',
  ]);
});

test('a change of many objects whose output fails names the command that continues, and does not say that nothing was sent', async () => {
  const { code, stderr } = await trivet('workspace tag add x --where name~dns-* --yes -o jsonl', {
    io: { stdout: full() },
  });
  expect(code).toBe(74);
  expect(bench.requests().filter(({ method }) => method === 'POST').length).toBeGreaterThan(0);
  expect(stderr).toContain('To continue: trivet changes continue ');
  expect(stderr).not.toContain('Nothing was');
});

test('a journal belongs to one run: a second one at once is refused', async () => {
  await trivet('workspace lock --where tag=prod --yes');
  const path = join(folder, 'receipts', readdirSync(join(folder, 'receipts'))[0] ?? '');
  await trivet('workspace force-unlock --where locked-reason~* --yes');
  bench.clear();
  const line = `workspace lock --yes --resume ${path} --rate 2`;
  const both = await Promise.all([trivet(line), trivet(line)]);
  const [won, refused] = both.toSorted((one, other) => one.code - other.code);
  expect(won?.code).toBe(0);
  expect(refused?.code).toBe(3);
  expect(refused?.stderr).toContain('is in use by another run of trivet');
  expect(changes()).toHaveLength(4);
});

test('every command asks a grammatical question about one object and about several', () => {
  const questions = allCommands.flatMap((command) => {
    const object = objectOf(command);
    if (object === undefined) return [];
    const noun = nounOf(object.kind);
    return [1, 3].map((count) => [noun, count, deedOf(command, noun, count)] as const);
  });
  expect(questions.length).toBeGreaterThan(60);
  for (const [noun, count, deed] of questions) {
    expect(deed).toMatch(
      new RegExp(`\\b${count} ([\\w-]+ )?${noun}${count === 1 ? '' : 's'}\\b(?! version)`),
    );
    if (count > 1) expect(deed).not.toMatch(/\b(?:it|its|has|is|that \w+s)\b(?! (?:locked|else))/);
  }
});

test('commands of each kind ask their question', () => {
  const sentences = [
    ['workspace tag add', 'Add tags to a workspace', 'workspace', 2],
    ['job stop', 'Stop a job and its allocations', 'job', 3],
    ['job stop', 'Stop a job and its allocations', 'job', 1],
    ['ldap static-role delete', 'Delete a static role; the directory is not changed', 'static role', 2],
    ['job scale', 'Scale a task group of a job', 'job', 3],
    ['job stable', 'Mark a job version as stable or not', 'job', 3],
    ['job periodic force', 'Start an instance of a periodic job now', 'job', 2],
  ] as const;
  expect(sentences.map(([path, summary, noun, count]) => deedOf({ path, summary }, noun, count))).toEqual([
    'Add tags to 2 workspaces',
    'Stop 3 jobs and their allocations',
    'Stop 1 job and its allocations',
    'Delete 2 static roles',
    'Scale a task group of 3 jobs',
    'Run job stable for 3 jobs',
    'Start an instance of 2 periodic jobs now',
  ]);
});
