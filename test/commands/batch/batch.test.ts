/** The words of a line, and a journal after lost replies and Ctrl-C (G8). test/transcripts/batch holds the rest. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { jsonIn } from '../../../src/documents/json/lossless.ts';
import { textAt } from '../../../src/documents/json/json.ts';
import { shellWords } from '../../../src/catalogue/text/shell-words.ts';
import { useServers } from '../../support/counting-server.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet } = useSandbox({ fresh: true });
const serve = useServers();

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-batch-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const journal = (): string => join(folder, 'journal');

const results = (
  stdout: string,
): readonly { item: number; exit: number; output: unknown; error: unknown }[] =>
  stdout
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .sort((a, b) => a.item - b.item);

describe('a line', () => {
  test.each([
    ['a b  c', ['a', 'b', 'c']],
    [`a "b c" 'd e' f\\ g`, ['a', 'b c', 'd e', 'f g']],
    [`--reason="it's" ''`, ["--reason=it's", '']],
    ['# comment', []],
    ['', []],
    [' \t ', []],
    ['\ta \u00a0b\u2003c\r', ['a', 'b', 'c']],
    [`\ta \u00a0b\u2003c ''\r`, ['a', 'b', 'c', '']],
    ['a # comment', ['a']],
    ['a#b', ['a#b']],
    [String.raw`"a\"b\c"`, [String.raw`a"b\c`]],
  ])('is split into arguments: %s', (line, words) => {
    expect(shellWords(line)).toEqual(words);
  });

  test('with an unclosed quote is refused', () => {
    expect(shellWords('a "b')).toBeUndefined();
  });
});

describe('the journal', () => {
  const stdin = 'workspace create one\nworkspace create two\n';

  test('has the token of a dispatch before it is sent', async () => {
    let before = '';
    const server = await serve((request, response) => {
      before = readFileSync(journal(), 'utf8');
      request.resume();
      response.writeHead(400).end('refused');
    });
    const env = { TRIVET_JOBS_URL: server.origin };
    await trivet(`batch run - --journal ${journal()}`, {
      stdin: 'job dispatch report --meta month=2026-11\n',
      env,
    });
    const token = server.seen[0]?.query['IdempotencyToken'];
    expect(token).toMatch(/^[0-9a-f]{8}-/);
    const begun = before.split('\n').find((entry) => entry.startsWith('{"item"'));
    expect(textAt(jsonIn(begun ?? ''), 'token')).toBe(token);
  });

  test('causes an item of unknown outcome to be looked up instead of sent again', async () => {
    const stdin = 'workspace create three\n';
    let answers = false;
    const server = await serve((request, response) => {
      if (!answers) request.socket.destroy();
      else if (request.method === 'GET') response.writeHead(404, json).end('{"errors":[{"status":"404"}]}');
      else response.writeHead(201, json).end(workspaceReply);
    });
    const env = { TRIVET_WORKSPACES_URL: `${server.origin}/api/v2` };
    const lost = await trivet(`batch run - --journal ${journal()}`, { stdin, env });
    expect(lost.code).toBe(10);
    expect(results(lost.stdout)[0]).toMatchObject({ exit: 9 });
    expect(lost.stderr).toContain('0 done, 0 failed, 1 unknown\nTo continue');
    answers = true;
    const resumed = await trivet(`batch run - --journal ${journal()} --resume`, { stdin, env });
    expect(resumed.code).toBe(10);
    expect(results(resumed.stdout)[0]).toMatchObject({
      exit: 9,
      lookUp: { command: 'trivet workspace show demo/three', exit: 5 },
    });
    expect(server.seen.map(({ method }) => method)).toEqual(['POST', 'GET']);
    const retried = await trivet(`batch run - --journal ${journal()} --resume --retry-unknown`, {
      stdin,
      env,
    });
    expect(retried.code).toBe(0);
  });

  /** Ctrl-C in the middle of a request: what the server does next waits until trivet has noticed it. */
  const interruption = () => {
    let signal = (_number: number): void => undefined;
    let next = (): unknown => undefined;
    return {
      options: {
        onStart: (deliver: (number: number) => void) => {
          signal = deliver;
        },
        onStderr: (text: string) => {
          if (text.includes('Waiting for the reply')) next();
        },
      },
      press: (then: () => unknown) => {
        next = then;
        signal(2);
      },
    };
  };

  test('records an item as done if its reply had arrived at Ctrl-C', async () => {
    let isInterrupted = false;
    const ctrlC = interruption();
    const server = await serve((_, response) => {
      const reply = () => response.writeHead(201, json).end(workspaceReply);
      if (isInterrupted) reply();
      else ctrlC.press(reply);
      isInterrupted = true;
    });
    const env = { TRIVET_WORKSPACES_URL: `${server.origin}/api/v2` };
    const line = `batch run - --parallel 1 --journal ${journal()}`;
    const stopped = await trivet(line, {
      stdin,
      env,
      ...ctrlC.options,
    });
    expect(stopped.code).toBe(130);
    expect(results(stopped.stdout)).toMatchObject([{ item: 1, exit: 0 }]);
    const resumed = await trivet(`${line} --resume`, { stdin, env });
    expect(resumed.code).toBe(0);
    expect(server.seen.map(({ body }) => JSON.parse(body).data.attributes.name)).toEqual(['one', 'two']);
  });

  test('records an item as unknown if Ctrl-C did not wait for its reply', async () => {
    let answers = false;
    const ctrlC = interruption();
    const server = await serve((request, response) => {
      if (answers) response.writeHead(200, json).end(workspaceReply);
      else ctrlC.press(() => request.socket.destroy());
    });
    const env = { TRIVET_WORKSPACES_URL: `${server.origin}/api/v2` };
    const stopped = await trivet(`batch run - --parallel 1 --journal ${journal()}`, {
      stdin,
      env,
      ...ctrlC.options,
    });
    expect(results(stopped.stdout)).toMatchObject([
      { item: 1, exit: 9, error: { code: 'unknown-outcome', lookUp: 'trivet workspace show demo/one' } },
    ]);
    answers = true;
    await trivet(`batch run - --parallel 1 --journal ${journal()} --resume`, { stdin, env });
    expect(server.seen.map(({ method, url }) => `${method} ${url.split('/').at(-1)}`)).toEqual([
      'POST workspaces',
      'GET one',
      'POST workspaces',
    ]);
  });
});

const json = { 'content-type': 'application/vnd.api+json' };
const workspaceReply =
  '{"data":{"type":"workspaces","id":"ws-0123456789abcdef","attributes":{"name":"one"}}}';
