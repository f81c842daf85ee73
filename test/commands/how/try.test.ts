/** Tests `trivet how --try`: an answer's lines run in a sandbox of their own, which the reports describe. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/start.ts';
import { startSandbox } from '../../../src/sandbox/start.ts';
import { runBin } from '../../support/run-bin.ts';
import { environmentOf } from '../../support/sandbox.ts';

/** The servers of the user, which a trial must not reach. */
let servers: Sandbox;
beforeAll(async () => {
  servers = await startSandbox();
});
afterAll(async () => servers.close());

interface Ran {
  readonly line: string;
  readonly exit?: number;
  readonly output?: string;
  readonly refused?: string;
  readonly changes?: readonly string[];
  readonly differences?: readonly string[];
  readonly files?: readonly string[];
}

const how = async (question: string) => {
  const env = { ...environmentOf(servers), TRIVET_PROFILE: 'none-of-yours' };
  const words = question.split(' ');
  const result = await runBin(['how', ...words], { env });
  return { ...result, servers: servers.requests.list().length };
};

const ask = async (question: string) => {
  const { stdout, code, servers: requests } = await how(`${question} -o json`);
  const [answer] = JSON.parse(stdout) as readonly { readonly ran: readonly Ran[] }[];
  return { code, requests, ran: answer?.ran ?? [] };
};

const asked = new Map<string, ReturnType<typeof ask>>();
const ran = (question: string): ReturnType<typeof ask> => {
  const answer = asked.get(question) ?? ask(question);
  asked.set(question, answer);
  return answer;
};

test('each line says what it printed, its exit code, and what it changed', async () => {
  const { code, requests, ran: lines } = await ran('scale a task group --try 1');
  expect({ code, requests }).toEqual({ code: 0, requests: 0 });
  expect(lines[0]).toMatchObject({ line: expect.stringContaining('job scale web app 3') as string, exit: 0 });
  expect(lines[0]?.changes?.join('\n')).toContain('job.scaled web app 3 (POST /v1/job/web/scale)');
  expect(lines[0]?.differences).toEqual(['job default web: TaskGroups.app.Count: 1 -> 3']);
});

test('lines that are not steps begin with the sandbox as it was', async () => {
  const { ran: lines } = await ran('scale a task group --try 1');
  expect(lines[1]?.line).toContain('job scale web 3');
  expect(lines[1]?.differences).toEqual(lines[0]?.differences);
});

test('a person reads what a program gets', async () => {
  const { stdout, code } = await how('scale a task group --try 1');
  expect(code).toBe(0);
  expect(stdout).toContain('\n   $ trivet job scale web app 3 ');
  expect(stdout).toContain('   Exit code 0.\n   Changed in the sandbox:\n');
  expect(stdout).toContain('   What differs:\n     job default web: TaskGroups.app.Count: 1 -> 3\n');
});

test('a line that only reads changes nothing', async () => {
  const { stdout } = await how('list pki roles --try 1');
  expect(stdout).toContain('Exit code 0. Nothing was changed.');
});

test('a job file is there, and files that a line leaves are listed', async () => {
  const { ran: register } = await ran('register a job --try 1');
  expect(register.find(({ exit }) => exit === 0)?.differences).toContain(
    'job default web: Meta.color: green -> blue',
  );
  const { ran: issue } = await ran('issue a certificate for a name --try 1');
  expect(issue.find(({ files = [] }) => files.length > 0)?.files).toContain('www/cert.pem');
});

test('a line that needs something of the user is not run, and says why', async () => {
  const { ran: lines } = await ran('revoke a certificate --try 1');
  expect(lines.filter(({ refused }) => refused !== undefined).map(({ refused }) => refused)).toEqual([
    'it reads cert.pem, a file of yours',
    'FIELD stands for a value of yours',
  ]);
});

test('an answer of which no line can be run is refused', async () => {
  const { code, stdout, stderr } = await how('log out of a service --try 1');
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('this answer cannot be tried in a sandbox');
  expect(stderr).toContain('keeper of your system');
});

test.each([
  ['lock a workspace --try 4', '--try must be from 1 to 3'],
  ['xyzzy --try 1', '--try 1: there are 0 answers'],
  ['--try 1', '--try needs a question'],
])('trivet how %s is refused', async (question, text) => {
  const { code, stdout, stderr } = await how(question);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(text);
});

test('the exit code is that of the first line that does not succeed', async () => {
  const { code, ran: lines } = await ran('promote a deployment --try 1');
  const failed = lines.find(({ exit = 0 }) => exit !== 0);
  expect(failed?.output).toContain('has ended');
  expect(code).toBe(failed?.exit);
});

test('a line that asks is not asked about: it runs in a sandbox', async () => {
  const { code, ran: lines } = await ran('restart a job --try 1');
  expect(lines.map(({ line }) => line).join('\n')).not.toContain('--yes');
  const exits = lines.filter(({ refused }) => refused === undefined).map(({ exit }) => exit);
  expect({ code, exits }).toEqual({ code: 0, exits: [0, 0] });
  expect(lines[0]?.changes).not.toEqual([]);
});

test('most answers have a line that can be tried', () => {
  const { recipes } = JSON.parse(readFileSync(join(inject('built'), 'dist', 'how.json'), 'utf8')) as {
    readonly recipes: readonly {
      readonly lines: readonly string[];
      readonly untried: Readonly<Record<string, string>>;
    }[];
  };
  const tried = recipes.filter(({ lines, untried }) => lines.some((line) => untried[line] === undefined));
  expect(tried.length / recipes.length).toBeGreaterThan(0.6);
});
