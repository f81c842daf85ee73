/** A change by `--body` is the change by flags: it leaves the same receipt. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { own } from '../../src/documents/json/json.ts';
import { parseJson } from '../../src/documents/json/lossless.ts';
import type { Sandbox } from '../../src/sandbox/start.ts';
import { runCli } from '../support/run-cli.ts';
import type { Stage } from './examples.ts';
import { examples, openExample, startDoors } from './examples.ts';

let sandbox: Sandbox;
let kept: string;

beforeAll(async () => {
  ({ sandbox, kept } = await startDoors());
});
afterAll(async () => {
  await sandbox.close();
  rmSync(kept, { recursive: true, force: true });
});

/** The words of an example without those that its body has. */
const withoutBody = ({ command, typed }: Stage): readonly string[] => {
  const inBody = (key: string): boolean =>
    command.operations.some(({ operation }) => operation.parameters[key]?.in === 'body');
  return [
    ...command.path.split(' '),
    ...typed.positionals.flatMap(({ words }) => words),
    ...[...typed.flags].flatMap(([{ key, name }, values]) =>
      inBody(key) || ['body', 'set', 'unset'].includes(key) ? [] : values.map((one) => `--${name}=${one}`),
    ),
  ];
};

/** The changes of the receipts, without what two equal runs do not share. */
const changesIn = (folder: string): readonly string[] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
    .filter((line) => line.includes('"change"'))
    .map((line) => line.replaceAll(/(?<="after":)"[0-9a-f]{64}"/g, '"hash"'));

/** What an example leaves by these words; undefined where they are refused. */
const left = async (stage: Stage, line: readonly string[]) => {
  const { typed: _, ...options } = stage.options;
  await stage.release();
  rmSync(join(stage.cwd, 'config', 'receipts'), { recursive: true, force: true });
  writeFileSync(join(stage.cwd, 'body.json'), bodies.get(stage) ?? '');
  const { code } = await runCli(line, { ...options, env: stage.env });
  const changes = changesIn(join(stage.cwd, 'config', 'receipts'));
  return code === 0 && changes.length > 0 ? changes : undefined;
};

const bodies = new Map<Stage, string>();

/** What differs by its ID. */
const alike = (text: string): string =>
  text
    .replaceAll(/(?<=\/)[A-Za-z0-9]{24}\b/g, 'lease')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id');

let compared = 0;

// An update merges a body, which cannot leave a field out as `--unset` does.
test.each(examples.filter((argv) => !argv.includes(' -- ') && !argv.includes(' --unset ')))(
  '%s',
  async (argv) => {
    const stage = await openExample(argv, sandbox, kept);
    try {
      const { command, words: line, options } = stage;
      const { positional = [], operations } = command;
      const isPlain = positional.every(({ variadic }) => variadic !== true);
      if (!isPlain || operations.every(({ operation }) => operation.effect === 'read')) return;
      const shown = await runCli([...line, '--dry-run', '-o', 'json'], { ...options, env: stage.env });
      if (shown.code !== 0 || !shown.stdout.startsWith('{')) return;
      const body = own(own(parseJson(shown.stdout), 'request'), 'body');
      if (body === undefined || body === null || JSON.stringify(body).includes('$TRIVET_SECRET')) return;
      bodies.set(stage, JSON.stringify(body));
      const byFlags = await left(stage, [...line, '--yes']);
      const byBody = await left(stage, [...withoutBody(stage), '--body', '@body.json', '--yes']);
      if (byFlags === undefined || byBody === undefined) return;
      compared += 1;
      expect(byBody.map(alike)).toEqual(byFlags.map(alike));
    } finally {
      await stage.close();
    }
  },
);

test('most changes with a body were compared', () => {
  expect(compared).toBeGreaterThan(50);
});
