/** `trivet batch run`: results, journal, resumption: nothing is done twice (G8). */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { shellWords } from '../../../src/model/shell-words.ts';
import { useServers } from '../../support/counting-server.ts';
import { runCli } from '../../support/run-cli.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, requests, clear, sandbox } = useSandbox({ fresh: true });
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

const created = (): number =>
  sandbox()
    .effects.list()
    .filter(({ what }) => what.startsWith('workspace.created')).length;

describe('words of a line', () => {
  test.each([
    ['a b  c', ['a', 'b', 'c']],
    [`a "b c" 'd e' f\\ g`, ['a', 'b c', 'd e', 'f g']],
    [`--reason="it's" ''`, ["--reason=it's", '']],
    ['# comment', []],
    ['a # comment', ['a']],
    ['a#b', ['a#b']],
    [String.raw`"a\"b\c"`, [String.raw`a"b\c`]],
  ])('%s', (line, words) => {
    expect(shellWords(line)).toEqual(words);
  });

  test('an open quote is none', () => {
    expect(shellWords('a "b')).toBeUndefined();
  });
});

test('runs every item and prints one JSON line each', async () => {
  const stdin = [
    '# three items',
    'workspace create one',
    '["workspace","create","two","--description","two words"]',
    'trivet workspace show demo/one --field id',
  ].join('\n');
  const { code, stdout, stderr } = await trivet('batch run - --parallel 1', { stdin });
  expect(code).toBe(0);
  expect(results(stdout)).toMatchObject([
    { item: 1, exit: 0, error: null, output: { data: { attributes: { name: 'one' } } } },
    { item: 2, exit: 0, output: { data: { attributes: { description: 'two words' } } } },
    { item: 3, exit: 0, output: expect.stringMatching(/^ws-/) },
  ]);
  expect(stderr).toMatch(/3 done, 0 failed/);
});

test('a failed item is told with its error, the others go on, exit 10', async () => {
  const { code, stdout } = await trivet('batch run -', {
    stdin: 'workspace lock dns-prod\nworkspace lock network-prod\nworkspace lst\n',
  });
  expect(code).toBe(10);
  expect(results(stdout)).toMatchObject([
    { exit: 6, error: { code: 'conflict', exit: 6 } },
    { exit: 0, error: null },
    { exit: 2, error: { code: 'usage' } },
  ]);
});

test('nobody is asked: a confirmation needs --yes on the item or the batch', async () => {
  const stdin = 'workspace delete billing-dev\n';
  expect((await trivet('batch run -', { stdin, typed: 'y' })).code).toBe(10);
  expect((await trivet('batch run - --yes', { stdin })).code).toBe(0);
});

test('the whole file is read before the first item is run', async () => {
  const { code, stderr } = await trivet('batch run -', {
    stdin: 'workspace create one\nworkspace "create\n',
  });
  expect(code).toBe(2);
  expect(stderr).toMatch(/line 2 has a quote that is not closed/);
  expect(requests()).toEqual([]);
});

test.each([
  ['', /no command in the file/],
  ['batch run x\n', /cannot run trivet batch/],
  ['["a", 1]\n', /no JSON array of words/],
])('%j is refused', async (stdin, message) => {
  const { code, stderr } = await trivet('batch run -', { stdin });
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
});

describe('journal', () => {
  const stdin = 'workspace create one\nworkspace create two\n';

  test('counts the items as the results do', async () => {
    await trivet(`batch run - --journal ${journal()} --parallel 1`, {
      stdin: 'workspace create one\nworkspace show nope\n',
    });
    const [, ...entries] = readFileSync(journal(), 'utf8').trim().split('\n');
    expect(entries.map((entry) => JSON.parse(entry))).toEqual([
      { item: 1 },
      { item: 1, exit: 0 },
      { item: 2 },
      { item: 2, exit: 5 },
    ]);
  });

  test('is 0600, and an existing one is not overwritten', async () => {
    expect((await trivet(`batch run - --journal ${journal()}`, { stdin })).code).toBe(0);
    expect(statSync(journal()).mode & 0o777).toBe(0o600);
    const again = await trivet(`batch run - --journal ${journal()}`, { stdin });
    expect(again.code).toBe(3);
    expect(again.stderr).toMatch(/--resume/);
    const nowhere = await trivet(`batch run - --journal ${folder}/no/journal`, { stdin });
    expect({ code: nowhere.code, said: nowhere.stderr }).toEqual({
      code: 3,
      said: expect.stringContaining('its folder does not exist'),
    });
  });

  test('a resumed run skips what is done', async () => {
    await trivet(`batch run - --journal ${journal()}`, { stdin });
    clear();
    const { code, stderr, stdout } = await trivet(`batch run - --journal ${journal()} --resume`, { stdin });
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toMatch(/2 were done before/);
    expect(requests()).toEqual([]);
  });

  test('killed after any byte of the journal, no item is done twice', async () => {
    await trivet(`batch run - --journal ${journal()} --parallel 1`, { stdin });
    const whole = readFileSync(journal());
    const header = whole.indexOf('\n') + 1;
    for (let cut = header; cut <= whole.length; cut += 3) {
      writeFileSync(journal(), whole.subarray(0, cut));
      await trivet(`batch run - --journal ${journal()} --resume --parallel 1`, { stdin });
    }
    // Items that were started without a result are looked up by hand, never sent again by themselves; those that
    // the journal does not know are refused by the server, since the name is taken.
    expect(created()).toBe(2);
  });

  test('an item of unknown outcome is not sent again, its look-up is run', async () => {
    const lost = await trivet(`batch run - --journal ${journal()}`, {
      stdin: 'workspace create three\n',
      env: { TRIVET_WORKSPACES_URL: `${await hangingUp()}/api/v2` },
    });
    expect(lost.code).toBe(10);
    expect(results(lost.stdout)[0]).toMatchObject({ exit: 9 });
    clear();
    const resumed = await trivet(`batch run - --journal ${journal()} --resume`, {
      stdin: 'workspace create three\n',
    });
    expect(resumed.code).toBe(10);
    expect(results(resumed.stdout)[0]).toMatchObject({
      exit: 9,
      lookUp: { command: 'trivet workspace show demo/three', exit: 5 },
    });
    expect(requests().map(({ method }) => method)).toEqual(['GET']);
    const retried = await trivet(`batch run - --journal ${journal()} --resume --retry-unknown`, {
      stdin: 'workspace create three\n',
    });
    expect(retried.code).toBe(0);
  });

  test('an item that a kill cut off is looked up as well, at the server that its line names', async () => {
    const line = 'workspace create four --organization demo --timeout 50s\n';
    await trivet(`batch run - --journal ${journal()}`, { stdin: line });
    const [header = ''] = readFileSync(journal(), 'utf8').split('\n');
    writeFileSync(journal(), `${header}\n{"item":1}\n`);
    clear();
    const resumed = await trivet(`batch run - --journal ${journal()} --resume`, { stdin: line });
    expect(results(resumed.stdout)[0]).toMatchObject({
      exit: 9,
      lookUp: {
        command: 'trivet workspace show demo/four',
        exit: 0,
        output: { data: { type: 'workspaces' } },
      },
    });
    expect(requests().map(({ method }) => method)).toEqual(['GET']);
  });

  test('an item that was done when Ctrl-C came is done', async () => {
    let interrupt = (): void => undefined;
    const server = await serve((_, response) => {
      interrupt();
      setImmediate(() => {
        response.writeHead(201, { 'content-type': 'application/vnd.api+json' });
        response.end('{"data":{"type":"workspaces","id":"ws-0123456789abcdef","attributes":{"name":"a"}}}');
      });
    });
    const env = { TRIVET_WORKSPACES_URL: `${server.origin}/api/v2` };
    const line = `batch run - --parallel 1 --journal ${journal()}`;
    const stopped = await trivet(line, {
      stdin,
      env,
      onStart: (signal) => {
        interrupt = () => signal(2);
      },
    });
    expect(stopped.code).toBe(130);
    expect(results(stopped.stdout)).toMatchObject([{ item: 1, exit: 0 }]);
    interrupt = () => undefined;
    const resumed = await trivet(`${line} --resume`, { stdin, env });
    expect(resumed.code).toBe(0);
    expect(server.seen.map(({ body }) => JSON.parse(body).data.attributes.name)).toEqual(['one', 'two']);
  });

  test('an item whose reply Ctrl-C did not wait for is of unknown outcome', async () => {
    let interrupt = (): void => undefined;
    const server = await serve((request) => {
      interrupt();
      setImmediate(() => request.socket.destroy());
    });
    const stopped = await trivet(`batch run - --parallel 1 --journal ${journal()}`, {
      stdin,
      env: { TRIVET_WORKSPACES_URL: `${server.origin}/api/v2` },
      onStart: (signal) => {
        interrupt = () => signal(2);
      },
    });
    expect(results(stopped.stdout)).toMatchObject([
      { item: 1, exit: 9, error: { code: 'unknown-outcome', lookUp: 'trivet workspace show demo/one' } },
    ]);
    clear();
    await trivet(`batch run - --parallel 1 --journal ${journal()} --resume`, { stdin });
    expect(requests().map(({ method, path }) => `${method} ${path.split('/').at(-1)}`)).toEqual([
      'GET one',
      'POST workspaces',
    ]);
  });

  test('a started read is simply run again', async () => {
    await trivet(`batch run - --journal ${journal()}`, { stdin: 'workspace list\n' });
    const [header = ''] = readFileSync(journal(), 'utf8').split('\n');
    writeFileSync(journal(), `${header}\n{"item":1}\n`);
    expect(
      (await trivet(`batch run - --journal ${journal()} --resume`, { stdin: 'workspace list\n' })).code,
    ).toBe(0);
  });

  test('belongs to its list of commands', async () => {
    await trivet(`batch run - --journal ${journal()}`, { stdin });
    const other = await trivet(`batch run - --journal ${journal()} --resume`, { stdin: 'workspace list\n' });
    expect(other.code).toBe(3);
    expect(other.stderr).toMatch(/another list/);
  });
});

test('a token command is run once for many items', async () => {
  const [program, count] = [join(folder, 'token.sh'), join(folder, 'count')];
  const { tokens, urls } = sandbox();
  writeFileSync(program, `#!/bin/sh\necho x >> '${count}'\necho ${tokens.owner}\n`, { mode: 0o700 });
  const env = { TRIVET_CONFIG_DIR: folder };
  const source = `command:${JSON.stringify([program])}`;
  const set = ['profile', 'set', 'p', '--secrets-url', urls.secrets, '--secrets-token-from', source];
  expect((await runCli(set, { env })).code).toBe(0);
  const lines = Array.from({ length: 9 }, () => 'pki role list').join('\n');
  const { code, stdout } = await runCli(['batch', 'run', '-', '--profile', 'p'], { env, stdin: lines });
  expect([code, results(stdout).map(({ exit }) => exit)]).toEqual([0, Array(9).fill(0)]);
  expect(readFileSync(count, 'utf8')).toBe('x\n');
});

test('--stop-on-error starts nothing more', async () => {
  const { code, stderr } = await trivet('batch run - --parallel 1 --stop-on-error', {
    stdin: 'workspace lock dns-prod\nworkspace create one\n',
  });
  expect(code).toBe(10);
  expect(stderr).toMatch(/1 not started/);
  expect(created()).toBe(0);
});

describe('flags of the batch', () => {
  test('--dry-run shows the requests of every line and sends none that changes anything', async () => {
    clear();
    const { code, stdout } = await trivet('batch run - --dry-run --parallel 1', {
      stdin: 'workspace delete storefront-dev --yes\nworkspace lock network-prod\n',
    });
    expect(code).toBe(0);
    const shown = (end: string) => ({
      request: { method: 'POST', url: expect.stringMatching(new RegExp(`/actions/${end}$`)) },
    });
    expect(results(stdout)).toMatchObject([
      { exit: 0, output: shown('safe-delete') },
      { exit: 0, output: shown('lock') },
    ]);
    expect(requests().filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('--no-validate holds for every line', async () => {
    const stdin = 'workspace create "no name"\n';
    expect(results((await trivet('batch run -', { stdin })).stdout)).toMatchObject([{ exit: 2 }]);
    expect(results((await trivet('batch run - --no-validate', { stdin })).stdout)).toMatchObject([
      { exit: 1 },
    ]);
  });

  test.each([
    ['--base-url http://127.0.0.1:9/api/v2', /of one service/],
    ['--token-file nowhere', /of one service/],
    ['--product otf', /of one service/],
    ['--field id', /choose nothing of the output/],
    ['--query data', /choose nothing of the output/],
    ['--dry-run --journal j', /nothing that a journal could hold/],
    ['--resume', /needs --journal/],
    ['--journal j --retry-unknown', /needs --resume/],
  ])('%s is refused before anything is sent', async (flags, message) => {
    clear();
    const { code, stderr } = await trivet(`batch run - ${flags}`, { stdin: 'workspace list\n' });
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
    expect(requests()).toEqual([]);
  });
});

test('a line has no standard input: - is refused, and nothing is emptied by it', async () => {
  clear();
  const { code, stdout } = await trivet('batch run -', {
    stdin: 'workspace update network-prod --description -\n',
  });
  expect(code).toBe(10);
  expect(results(stdout)).toMatchObject([
    { exit: 2, error: { message: expect.stringMatching(/no standard input/) } },
  ]);
  expect(requests()).toEqual([]);
});

/** A server that reads a request and hangs up. */
const hangingUp = async (): Promise<string> => {
  const { createServer } = await import('node:net');
  const server = createServer((socket) => {
    socket.once('data', () => socket.end());
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  server.unref();
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
};
