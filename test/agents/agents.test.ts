/** Twenty tasks of an operator, solved by a script that reads descriptions, through each door; see README.md. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Sandbox } from '../../src/sandbox/start.ts';
import { startSandbox } from '../../src/sandbox/start.ts';
import { openMcp } from '../support/mcp.ts';
import { runCli, words } from '../support/run-cli.ts';
import { environmentOf } from '../support/sandbox.ts';
import { commandDoor, skill } from './command-door.ts';
import type { Memory } from './command-door.ts';
import type { Door } from './door.ts';
import type { Answer } from './planner.ts';
import { solve } from './planner.ts';
import type { Task } from './tasks.ts';
import { tasks } from './tasks.ts';
import { toolDoor } from './tool-door.ts';
import type { Tool } from './tool-door.ts';

const folder = mkdtempSync(join(tmpdir(), 'trivet-agents-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A quarter of an hour after the start: what a scenario began is over. */
const begin = Date.parse('2026-01-01T00:00:00Z');
const later = begin + 900_000;

interface Solved {
  readonly answer: Answer | undefined;
  readonly correct: boolean;
  readonly calls: number;
  readonly bytes: number;
}

interface Stage {
  readonly sandbox: Sandbox;
  readonly env: Readonly<Record<string, string>>;
}

const staged = async (scenario: string | undefined): Promise<Stage> => {
  const sandbox = await startSandbox({
    seed: 'agents',
    begin: { at: begin, frozen: true },
    ...(scenario === undefined ? {} : { scenarios: [scenario] }),
  });
  await sandbox.ask('POST /-/clock', JSON.stringify({ set: new Date(later).toISOString() }));
  return { sandbox, env: { ...environmentOf(sandbox), TRIVET_STATE_DIR: join(folder, 'state') } };
};

const fits = (expected: readonly string[] | RegExp, values: readonly unknown[]): boolean => {
  const texts = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  return expected instanceof RegExp
    ? texts.length > 0 && texts.every((text) => expected.test(text))
    : JSON.stringify(texts.toSorted()) === JSON.stringify([...expected].toSorted());
};

const judged = async (task: Task, answer: Answer | undefined, { sandbox, env }: Stage): Promise<boolean> => {
  const changes = sandbox.effects.list().length;
  if (task.after === undefined) {
    const known = Object.entries(task.known ?? {});
    return (
      changes === 0 &&
      answer !== undefined &&
      known.every(([fact, expected]) =>
        fits(
          expected,
          answer.map((one) => one[fact]),
        ),
      )
    );
  }
  const [line, printed] = task.after;
  const { stdout } = await runCli(words(line), { env, now: () => later });
  return answer !== undefined && changes > 0 && stdout.trim() === printed;
};

const withDoor = async (
  task: Task,
  use: (stage: Stage) => Promise<{ readonly door: Door; readonly end: () => Promise<unknown> }>,
): Promise<Solved> => {
  const stage = await staged(task.scenario);
  try {
    stage.sandbox.effects.clear();
    const { door, end } = await use(stage);
    const { ask, want } = task;
    const answer = await solve(door, { ask, want });
    await end();
    return { answer, correct: await judged(task, answer, stage), ...door.spent() };
  } finally {
    await stage.sandbox.close();
  }
};

/** What a session reads once, by how the server was started. */
const lists = new Map<string, readonly Tool[]>();

const byTools = (task: Task): Promise<Solved> =>
  withDoor(task, async ({ env }) => {
    const start = task.start ?? [];
    const session = await openMcp(start, {
      env,
      now: () => later,
      answer: () => ({ action: 'accept', content: { confirm: true } }),
    });
    const { tools } = await session.client.listTools();
    lists.set(start.join(' '), tools);
    return { door: toolDoor(session, tools), end: () => session.end() };
  });

const memory: Memory = new Map();

const byCommands = (task: Task): Promise<Solved> =>
  withDoor(task, async ({ env }) => {
    const readOnly: Readonly<Record<string, string>> = task.want.length > 0 ? { TRIVET_READ_ONLY: '1' } : {};
    const run = (argv: readonly string[]) =>
      runCli(['--no-input', ...argv], { env: { ...env, ...readOnly }, now: () => later });
    return { door: commandDoor(run, memory), end: () => Promise.resolve() };
  });

const kilobytes = (bytes: number): string => (bytes / 1024).toFixed(1);
const sum = (all: readonly Solved[]): readonly [number, number] => [
  all.reduce((total, { calls }) => total + calls, 0),
  all.reduce((total, { bytes }) => total + bytes, 0),
];

test(
  'a script that reads only descriptions solves twenty tasks through each door',
  { timeout: 300_000 },
  async () => {
    expect(tasks).toHaveLength(20);
    const tools: Solved[] = [];
    const commands: Solved[] = [];
    for (const task of tasks) {
      tools.push(await byTools(task));
      commands.push(await byCommands(task));
    }
    const wrong = tasks.flatMap(({ title }, index) =>
      [tools[index], commands[index]].flatMap((solved, door) =>
        solved?.correct === true
          ? []
          : [{ title, door: ['tools', 'commands'][door], answer: solved?.answer }],
      ),
    );
    expect(wrong).toEqual([]);

    const row = (cells: readonly (string | number)[]): string => cells.join('\t');
    const listed = [...lists.values()].map((list) => JSON.stringify({ tools: list }).length);
    const totals = [sum(tools), sum(commands)].flatMap(([calls, bytes]) => [calls, kilobytes(bytes)]);
    const table = [
      row(['task', 'mcp calls', 'mcp KB', 'commands', 'commands KB']),
      ...tasks.map(({ title }, index) =>
        row([
          title,
          ...[tools[index], commands[index]].flatMap((one) => [one?.calls ?? 0, kilobytes(one?.bytes ?? 0)]),
        ]),
      ),
      row(['all twenty', ...totals]),
      row([
        'read once',
        listed.length,
        kilobytes(listed.reduce((a, b) => a + b, 0)),
        1,
        kilobytes(skill.length),
      ]),
      '',
    ].join('\n');
    // Calls are exact; descriptions can grow by a word without a new table.
    const file = join(import.meta.dirname, 'table.tsv');
    if (process.env['TRIVET_TABLE'] === 'write') writeFileSync(file, table);
    const cells = (text: string): readonly (readonly string[])[] =>
      text.split('\n').map((line) => line.split('\t'));
    const near = (written: string, now: string): boolean =>
      now === written ||
      (/^\d+\.\d$/.test(now) &&
        Math.abs(Number(now) - Number(written)) <= Math.max(0.2, Number(written) * 0.1));
    const committed = cells(readFileSync(file, 'utf8'));
    const same = cells(table).every((line, at) =>
      line.every((cell, place) => near(committed[at]?.[place] ?? '', cell)),
    );
    expect(same ? 'the committed table' : table).toBe('the committed table');

    // Before: 8 calls and 14 KB for the first four, after a list of 87 to 116 KB.
    const [calls, bytes] = sum(tools.slice(0, 4));
    const diagnosis = JSON.stringify({ tools: lists.get('') }).length;
    expect(calls).toBeLessThanOrEqual(8);
    expect(bytes).toBeLessThanOrEqual(0.6 * 14 * 1024);
    expect(diagnosis).toBeLessThanOrEqual(0.6 * 87 * 1024);
  },
);
