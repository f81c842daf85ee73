/** Tests `trivet batch run`: results, journal, resuming, and that nothing is done twice (G8). */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { shellWords } from '../../../src/catalogue/text/shell-words.ts';
import { useServers } from '../../support/counting-server.ts';
import { runCli } from '../../support/run-cli.ts';
import { environmentOf, useSandbox } from '../../support/sandbox.ts';

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

test('every item runs and prints one JSON line with its line number', async () => {
  const stdin = [
    '# three items',
    'workspace create one',
    '["workspace","create","two","--description","two words"]',
    'trivet workspace show demo/one --field id',
  ].join('\n');
  const { code, stdout, stderr } = await trivet('batch run - --parallel 1', { stdin });
  expect(code).toBe(0);
  expect(results(stdout)).toMatchObject([
    { item: 2, exit: 0, error: null, output: { data: { attributes: { name: 'one' } } } },
    { item: 3, exit: 0, output: { data: { attributes: { description: 'two words' } } } },
    { item: 4, exit: 0, output: expect.stringMatching(/^ws-/) },
  ]);
  expect(stderr).toMatch(/3 done, 0 failed/);
});

test('a failed item is reported with its error, the others continue, and the batch exits 10', async () => {
  const { code, stdout } = await trivet('batch run -', {
    stdin: 'workspace lock dns-prod\nworkspace lock network-prod\n',
  });
  expect(code).toBe(10);
  expect(results(stdout)).toMatchObject([
    { exit: 6, error: { code: 'conflict', exit: 6 } },
    { exit: 0, error: null },
  ]);
});

test('a line that prints a table reports its error as data, too', async () => {
  const { code, stdout } = await trivet('batch run -', { stdin: 'workspace show absent -o table\n' });
  expect(code).toBe(10);
  expect(results(stdout)).toMatchObject([{ exit: 5, error: { code: 'not-found', exit: 5 } }]);
});

test('nothing is asked: a confirmation needs --yes on the line or the batch', async () => {
  const stdin = 'workspace update network-dev --description new\nworkspace delete billing-dev\n';
  const refused = await trivet('batch run -', { stdin, typed: 'y' });
  expect([refused.code, refused.stdout, requests()]).toEqual([2, '', []]);
  expect(refused.stderr).toContain('line 2: it needs a confirmation, and nobody can be asked');
  expect((await trivet('batch run - --yes', { stdin })).code).toBe(0);
});

test('a confirmation that --yes does not give is missed before the first line is sent', async () => {
  clear();
  const stdin = 'workspace update network-dev --description new\njob stop web --purge\n';
  const refused = await trivet('batch run - --yes', { stdin });
  expect([refused.code, refused.stdout, requests()]).toEqual([2, '', []]);
  expect(refused.stderr).toContain('--confirm NAME');
});

test('all lines are checked before the first is sent, and every bad line is named', async () => {
  const { code, stderr, stdout } = await trivet('batch run -', {
    stdin: [
      'workspace create one',
      'workspace "create',
      '["a", 1]',
      '# a comment',
      'workspace lst',
      'workspace create two --reason x',
      'workspace create "no name"',
      'workspace update network-prod --description -',
      'batch run x',
    ].join('\n'),
  });
  expect([code, stdout, requests()]).toEqual([2, '', []]);
  const faults = stderr.split('\n').flatMap((line) => /line \d+: .{12}/.exec(line)?.[0] ?? []);
  expect(faults).toEqual([
    'line 2: a quote is n',
    'line 3: the line beg',
    'line 5: unknown comm',
    'line 6: unknown flag',
    expect.stringMatching(/^line 7: /),
    'line 8: one command ',
    'line 9: a batch cann',
  ]);
  expect(stderr.match(/Nothing was sent/g)).toHaveLength(1);
});

test('a line that cannot give a result is missed before the first line is sent', async () => {
  const unfit = [
    'job list --watch',
    'job list --watch -o jsonl --timeout 1s',
    'job status web --watch',
    'job logs web --follow -o table',
    'status --watch',
    'job register -',
    `job plan ${folder}/web.json --var-file -`,
    'mcp',
    'sandbox exec -- true',
    'sandbox start',
    'completion bash',
    'watch --plain --timeout 1s',
    'login secrets --method userpass --username alice',
    'profile use other',
    'undo 12345678 --yes',
    'batch run other.txt',
  ];
  const stdin = ['workspace update network-dev --description new', ...unfit].join('\n');
  const { code, stdout, stderr } = await trivet('batch run - --yes', { stdin });
  expect([code, stdout, requests()]).toEqual([2, '', []]);
  const named = [...stderr.matchAll(/line (\d+): /g)].map(([, number]) => Number(number));
  expect(named).toEqual(unfit.map((_, index) => index + 2));
  expect(stderr).toContain('a batch cannot run trivet mcp');
  expect(stderr).toContain('has no standard input (-)');
});

test('a service without an address is found before anything is sent: exit 3', async () => {
  const { code, stderr } = await trivet('batch run -', {
    stdin: 'workspace create one\njob show api\n',
    env: { TRIVET_JOBS_URL: '' },
  });
  expect([code, requests()]).toEqual([3, []]);
  expect(stderr).toMatch(/line 2: /);
});

test.each(['', '# nothing\n\n'])('an empty list %j is refused', async (stdin) => {
  const { code, stderr } = await trivet('batch run -', { stdin });
  expect(code).toBe(2);
  expect(stderr).toMatch(/the file contains no command/);
});

test('an item that ends with exit 11 has not failed', async () => {
  const stdin = `job plan ${folder}/web.json --detailed-exitcode\nworkspace show network-prod\n`;
  writeFileSync(join(folder, 'web.json'), JSON.stringify(jobDocument));
  const { code, stdout, stderr } = await trivet(`batch run - --journal ${journal()} --parallel 1`, { stdin });
  expect(results(stdout)).toMatchObject([{ exit: 11 }, { exit: 0 }]);
  expect([code, stderr]).toEqual([0, expect.stringMatching(/2 done, 0 failed/)]);
  const again = await trivet(`batch run - --journal ${journal()} --resume`, { stdin });
  expect([again.code, again.stdout]).toEqual([0, '']);
});

describe('the journal', () => {
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

  test('is created with mode 0600, and an existing file is not overwritten', async () => {
    expect((await trivet(`batch run - --journal ${journal()}`, { stdin })).code).toBe(0);
    expect(statSync(journal()).mode & 0o777).toBe(0o600);
    const again = await trivet(`batch run - --journal ${journal()}`, { stdin });
    expect(again.code).toBe(3);
    expect(again.stderr).toMatch(/--resume/);
    expect(again.stderr).not.toContain('To continue:');
    const nowhere = await trivet(`batch run - --journal ${folder}/no/journal`, { stdin });
    expect({ code: nowhere.code, stderr: nowhere.stderr }).toEqual({
      code: 3,
      stderr: expect.stringContaining('its folder does not exist'),
    });
  });

  test('is named with the command that continues', async () => {
    const lines = 'workspace lock dns-prod\nworkspace show network-prod\n';
    const file = join(folder, 'some changes.txt');
    writeFileSync(file, lines);
    const wordsOf = (text: string): readonly string[] =>
      shellWords(/To continue[^:]*: trivet (.*)/.exec(text)?.[1] ?? '') ?? [];
    const first = await runCli(
      ['batch', 'run', '--stop-on-error', '--parallel=1', '--journal', journal(), '--', file],
      { env: environmentOf(sandbox()) },
    );
    expect(first.code).toBe(10);
    expect(wordsOf(first.stderr)).toEqual([
      'batch',
      'run',
      '--stop-on-error',
      '--parallel=1',
      '--journal',
      journal(),
      '--resume',
      '--',
      file,
    ]);
    const second = await runCli(wordsOf(first.stderr), { env: environmentOf(sandbox()) });
    expect(wordsOf(second.stderr)).toEqual(wordsOf(first.stderr));
    const piped = await trivet(`batch run - --journal ${folder}/other`, { stdin: lines });
    expect(piped.stderr).toContain('To continue, with the same lines on standard input: trivet batch run - ');
    const unkept = await trivet('batch run -', { stdin: lines });
    expect(unkept.stderr).not.toContain('To continue');
  });

  test('lets a resumed run skip finished items', async () => {
    await trivet(`batch run - --journal ${journal()}`, { stdin });
    clear();
    const { code, stderr, stdout } = await trivet(`batch run - --journal ${journal()} --resume`, { stdin });
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toMatch(/2 already done/);
    expect(requests()).toEqual([]);
  });

  test('prevents doing an item twice after a kill at any byte', async () => {
    await trivet(`batch run - --journal ${journal()} --parallel 1`, { stdin });
    const whole = readFileSync(journal());
    const header = whole.indexOf('\n') + 1;
    for (let cut = header; cut <= whole.length; cut += 3) {
      writeFileSync(journal(), whole.subarray(0, cut));
      await trivet(`batch run - --journal ${journal()} --resume --parallel 1`, { stdin });
    }
    // Items that were started without a result are looked up by hand, never sent again; the server refuses items that
    // the journal does not know, since their names are taken.
    expect(created()).toBe(2);
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

  test('causes an item that a kill interrupted to be looked up at the server that its line names', async () => {
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

  test('causes a read that was started to be run again', async () => {
    await trivet(`batch run - --journal ${journal()}`, { stdin: 'workspace list\n' });
    const [header = ''] = readFileSync(journal(), 'utf8').split('\n');
    writeFileSync(journal(), `${header}\n{"item":1}\n`);
    expect(
      (await trivet(`batch run - --journal ${journal()} --resume`, { stdin: 'workspace list\n' })).code,
    ).toBe(0);
  });

  test('is refused with another list of commands', async () => {
    await trivet(`batch run - --journal ${journal()}`, { stdin });
    const other = await trivet(`batch run - --journal ${journal()} --resume`, { stdin: 'workspace list\n' });
    expect(other.code).toBe(3);
    expect(other.stderr).toMatch(/another list/);
  });
});

test('a token command runs once for many items', async () => {
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

test('--stop-on-error starts no further items', async () => {
  const { code, stderr } = await trivet('batch run - --parallel 1 --stop-on-error', {
    stdin: 'workspace lock dns-prod\nworkspace create one\n',
  });
  expect(code).toBe(10);
  expect(stderr).toMatch(/1 not started/);
  expect(created()).toBe(0);
});

describe('flags of a batch', () => {
  test('--dry-run shows the requests of every line and sends no changes', async () => {
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

  test('--no-validate applies to every line', async () => {
    const stdin = 'workspace create "no name"\n';
    expect((await trivet('batch run -', { stdin })).code).toBe(2);
    expect(results((await trivet('batch run - --no-validate', { stdin })).stdout)).toMatchObject([
      { exit: 1 },
    ]);
  });

  test.each([
    ['--base-url http://127.0.0.1:9/api/v2', /is a setting of one service/],
    ['--token-file nowhere', /is a setting of one service/],
    ['--product otf', /is a setting of one service/],
    ['--field id', /its output is not a document/],
    ['--query data', /its output is not a document/],
    ['--dry-run --journal j', /nothing that a journal could record/],
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

const json = { 'content-type': 'application/vnd.api+json' };
const workspaceReply =
  '{"data":{"type":"workspaces","id":"ws-0123456789abcdef","attributes":{"name":"one"}}}';

const jobDocument = {
  ID: 'batch-plan',
  Name: 'batch-plan',
  Type: 'service',
  Datacenters: ['dc1'],
  TaskGroups: [{ Name: 'g', Count: 1, Tasks: [{ Name: 't', Driver: 'docker', Config: { image: 'x' } }] }],
};
