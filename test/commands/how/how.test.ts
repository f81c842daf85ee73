/** Tests `trivet how`: questions as people type them have their answer among the first three. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCli, words } from '../../support/run-cli.ts';

const ask = async (question: string) => {
  const { stdout } = await runCli([...words('how -o json'), ...question.split(' ')]);
  return JSON.parse(stdout) as readonly {
    readonly title: string;
    readonly lines: readonly string[];
    readonly guide: string | null;
  }[];
};

const rowsOf = (name: string): readonly (readonly string[])[] =>
  readFileSync(join(import.meta.dirname, name), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));

/** A question, and what a line of an answer or the page of its guide has to fit. */
const questions = rowsOf('questions.tsv');

describe('the first answer', () => {
  test.each(rowsOf('first-answers.tsv'))(
    'is what the person means: %s',
    async (question = '', wanted = '') => {
      const answers = await ask(question);
      expect(answers[0]?.lines[0]?.slice('trivet '.length, wanted.length + 'trivet '.length)).toBe(wanted);
      expect(answers.flatMap(({ lines }) => lines).filter((line) => / --yes\b/.test(line))).toEqual([]);
    },
  );
});

describe('a question is answered among the first three', () => {
  test.each(questions)('finds a way to answer: %s', async (question = '', wanted = '') => {
    const answers = await ask(question);
    expect(answers.length).toBeGreaterThan(0);
    expect(answers.length).toBeLessThanOrEqual(3);
    const lines = answers.flatMap(({ lines: all, guide }) => [...all, `trivet help guide ${guide}`]);
    expect(lines.join('\n')).toMatch(new RegExp(wanted));
  });
});

test.each([
  ['runs of a workspace', 'runs'],
  ['list runs', 'runs'],
  ['start a run', 'runs'],
  ['queue a run', 'runs'],
  ['make a token', 'making, renewing and revoking tokens'],
  [
    'create an agent pool',
    'agent pools, policy sets, notifications, run triggers, SSH keys and the registry',
  ],
  ['set a variable', 'variables'],
  ['terraform state outputs', 'state outputs'],
  ['show outputs of a workspace', 'state outputs'],
  ['read the state of a workspace', 'state versions'],
  ['read a kv secret', 'key-value secrets'],
  ['write a policy', 'policies'],
  ['list auth methods', 'auth methods'],
  ['enable an auth method', 'auth methods'],
  ['list mounts', 'mounts of secrets engines'],
  ['mount a secrets engine', 'mounts of secrets engines'],
  ['list nodes', 'nodes'],
  ['create a volume', 'volumes'],
  ['delete a volume', 'volumes'],
])('says first that it is not covered: %s', async (question, subject) => {
  const [answer] = await ask(question);
  expect(answer?.title).toMatch(new RegExp(`^Not covered: ${subject}\\. Use `));
});

test.each([
  'show the state of a job',
  'keep desired state in git',
  'how to make output json',
  'use trivet with an agent',
])('does not say that something else is not covered: %s', async (question) => {
  const answers = await ask(question);
  expect(answers[0]?.title).not.toContain('Not covered');
});

test('why a job crashes is looked at before anything is changed', async () => {
  const answers = await ask('why does my job keep crashing');
  const lines = answers.flatMap(({ lines: all }) => all);
  expect(lines[0]).toMatch(/^trivet job (?:logs|status)/);
  expect(lines.join('\n')).toContain('trivet job status');
  expect(lines.filter((line) => /job (?:fail|stop|restart|promote|revert)/.test(line))).toEqual([]);
});
