/** Runs the scripts of this folder, each in a sandbox of its own; README.md says how to add one. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSandbox } from '../../src/sandbox/start.ts';
import type { Part, Ran } from '../support/acceptance.ts';
import {
  inWordsOf,
  isPlain,
  printedBy,
  readScript,
  titleOf,
  withPlaceholders,
  writeScript,
} from '../support/acceptance.ts';
import { runCli, words } from '../support/run-cli.ts';
import { environmentOf } from '../support/sandbox.ts';
import type { Served } from '../support/served.ts';
import { serveProgram } from '../support/served.ts';

const accept = process.env['TRIVET_ACCEPT'] !== undefined;
const folder = import.meta.dirname;
const scripts = readdirSync(folder)
  .filter((name) => name.endsWith('.txt'))
  .map((name) => ({ path: join(folder, name), parts: readScript(readFileSync(join(folder, name), 'utf8')) }))
  .map((script) => ({ ...script, title: titleOf(script.parts) ?? script.path }));

let served: Served;
beforeAll(async () => {
  served = await serveProgram();
});
afterAll(() => served.close());

/** The sandbox lives in this process, which therefore must not wait for the shell. */
const shell = (command: string, cwd: string, env: Readonly<Record<string, string>>): Promise<Ran> =>
  new Promise((done) => {
    const child = execFile('sh', ['-c', command], { cwd, env }, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : error === null ? 0 : 1;
      done({ code, stdout, stderr });
    });
    child.stdin?.end();
  });

/** Runs the commands of a script, and returns it with what they printed. */
const run = async (parts: readonly Part[]): Promise<readonly Part[]> => {
  const settings = parts.filter((part) => part.kind === 'setting');
  const valuesOf = (wanted: string): readonly string[] =>
    settings.flatMap(({ name, value }) => (name === wanted ? [value] : []));
  const faults = valuesOf('fault');
  const only = valuesOf('only')[0]?.toUpperCase();
  const sandbox = await startSandbox({ faults });
  const cwd = mkdtempSync(join(tmpdir(), 'trivet-acceptance-'));
  const home = { HOME: cwd, TRIVET_CONFIG_DIR: join(cwd, '.config', 'trivet') };
  const before = process.cwd();
  let as: keyof typeof sandbox.tokens = 'owner';
  const ran: Part[] = [];
  try {
    for (const part of parts) {
      if (part.kind === 'setting' && part.name === 'as') {
        const { value } = part;
        const known = Object.keys(sandbox.tokens).find((name): name is typeof as => name === value);
        if (known === undefined) throw new Error(`@as is one of ${Object.keys(sandbox.tokens).join(', ')}`);
        as = known;
      }
      if (part.kind !== 'command') {
        ran.push(part);
        continue;
      }
      const { command, prints } = part;
      const services = Object.entries(environmentOf(sandbox, as)).filter(
        ([name]) => only === undefined || name.startsWith(`TRIVET_${only}_`),
      );
      const env = { ...Object.fromEntries(services), ...home };
      const path = [served.bin, process.env['PATH'] ?? ''].join(delimiter);
      // Files on a command line are relative to the working directory of the process.
      process.chdir(cwd);
      const result = isPlain(command)
        ? await runCli(words(command).slice(1), { env, cwd, world: { home: cwd } }).finally(() =>
            process.chdir(before),
          )
        : await shell(command, cwd, { ...env, PATH: path });
      const printed = inWordsOf(prints, printedBy(result));
      ran.push({ ...part, prints: accept ? printed.map((line) => withPlaceholders(line, cwd)) : printed });
    }
    return ran;
  } finally {
    process.chdir(before);
    await sandbox.close();
    rmSync(cwd, { recursive: true, force: true });
  }
};

describe('a script passes', () => {
  test.each(scripts)('if users see this: $title', async ({ path, parts }) => {
    const ran = await run(parts);
    if (accept) writeFileSync(path, writeScript(ran));
    else expect(writeScript(ran)).toBe(writeScript(parts));
  });
});

describe('a script', () => {
  test('has a title that says what it shows', () => {
    expect(scripts.filter(({ parts }) => titleOf(parts) === undefined)).toEqual([]);
    expect(new Set(scripts.map(({ title }) => title)).size).toBe(scripts.length);
    expect(scripts.length).toBeGreaterThanOrEqual(10);
  });

  test.each([
    ['a line before any command', 'hello\n', 'line 1: a line of output follows a command'],
    [
      'a setting that does not exist',
      '# It works\n@user reader\n',
      'line 2: a setting is one of @as …, @only …, @fault …',
    ],
  ])('is refused for %s', (_, text, why) => {
    expect(() => readScript(text)).toThrow(why);
  });

  test('is written as it was read', () => {
    const text = '# It works\n@as reader\n\n$ cat <<EOF\n> a\n> EOF\na\n\n  b\n\n$ false\n[exit 1]\n';
    expect(writeScript(readScript(text))).toBe(text);
  });

  test.each([
    ['trivet job list', true],
    ["trivet job list --where 'ID~w*'", true],
    ['trivet job list --where ID~w*', false],
    ['trivet job list | wc -l', false],
    ['TRIVET_READ_ONLY=1 trivet job stop web', false],
    ['echo trivet', false],
  ])('starts no shell for what a shell would not change: %s', (command, plain) => {
    expect(isPlain(command)).toBe(plain);
  });
});

describe('what a command prints', () => {
  const printed = [
    'locked web at 2026-05-01T10:00:00Z',
    '3 done',
    '! note: http://127.0.0.1:8321/v1',
    '[exit 10]',
  ];

  test('agrees with placeholders, and with dots for any lines', () => {
    for (const expected of [
      printed,
      ['locked <id> at <time>', '<number> done', '! note: <address>/v1', '[exit 10]'],
      ['locked <any>', '...', '[exit 10]'],
      ['...', '! note: <any>', '...'],
      ['...'],
    ]) {
      expect(inWordsOf(expected, printed)).toEqual(expected);
    }
  });

  test.each([
    [['locked <id> at <number>', '3 done', '! note: <any>', '[exit 10]']],
    [['locked <any>', '3 done', '! note: <any>']],
    [['locked <any>', '...', '[exit 1]']],
    [['locked <any>', '...', '[exit 10]', 'more']],
    [['locked <name> at <any>', '...']],
    [[]],
  ])('differs from %j', (expected) => {
    expect(inWordsOf(expected, printed)).not.toEqual(expected);
  });

  test('has marks for standard error, the exit code and a missing end of line', () => {
    expect(printedBy({ code: 5, stdout: 'a\n\nb', stderr: 'c\n\nd\n' })).toEqual([
      'a',
      '',
      'b[no newline]',
      '! c',
      '!',
      '! d',
      '[exit 5]',
    ]);
  });
});
