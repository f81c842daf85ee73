/** Tests how transcripts are read, compared and written. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { difference, inWordsOf } from './support/align.ts';
import { atFirst, withSetting } from './support/conditions.ts';
import type { Command } from './support/format.ts';
import { readTranscript, writeTranscript } from './support/format.ts';
import { exitOf, printedBy, refuseBrokenClaims, shownBy, written } from './support/observed.ts';
import { readPage } from './support/page.ts';
import { agrees, merged, withoutBlobs } from './support/placeholders.ts';
import { isRead, lineOf, requestAgrees } from './support/requests.ts';
import { readPlain, readWrite } from './support/shell-words.ts';

const folder = import.meta.dirname;
const groups = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'support')
  .map(({ name }) => name);
const files = groups.flatMap((group) =>
  readdirSync(join(folder, group), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.txt'))
    .map((name) => join(folder, group, name)),
);

describe('the transcripts', () => {
  test('each have a title of their own', () => {
    const titles = files.map((file) => readFileSync(file, 'utf8').split('\n')[0]);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
    expect(titles.length).toBeGreaterThanOrEqual(10);
  });

  test('of each folder have a test file', () => {
    const tests = readdirSync(folder)
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(groups.filter((group) => !tests.some((text) => text.includes(`transcripts('${group}'`)))).toEqual(
      [],
    );
  });

  test('are written as they are read', () => {
    for (const file of files) {
      const text = readFileSync(file, 'utf8');
      expect(writeTranscript(readTranscript(text)), file).toBe(text);
    }
  });

  test('are the examples of test/README.md', () => {
    const page = join(folder, '..', 'README.md');
    const text = readFileSync(page, 'utf8');
    const example = /<!-- transcript: (\S+) -->\n\n```text\n(?:[\s\S]*?\n)??```/g;
    const whole = text.replaceAll(
      example,
      (_, name: string) =>
        `<!-- transcript: ${name} -->\n\n\`\`\`text\n${readFileSync(join(folder, name), 'utf8')}\`\`\``,
    );
    if (process.env['TRIVET_TRANSCRIPTS'] === 'update') writeFileSync(page, whole);
    else expect(text).toBe(whole);
    expect([...text.matchAll(example)]).toHaveLength(3);
  });
});

describe('a transcript', () => {
  test.each([
    ['nothing', '', 1, 'the first line is "# "'],
    ['no title', '$ true\n', 1, 'the first line is "# "'],
    ['a line before any command', '# It works\nhello\n', 2, 'a line of output follows a command'],
    ['a check after an empty line', '# It works\n$ true\n\n-- sent nothing\n', 4, 'without an empty line'],
    ['two cases of one title', '# It works\n## One\n$ true\n## One\n', 4, 'another case has this title'],
  ])('is refused for %s, with the number of the line', (_, text, at, why) => {
    expect(() => readTranscript(text)).toThrow(
      expect.objectContaining({ at, message: expect.stringContaining(why) }),
    );
  });

  test.each([
    ['user', 'reader', 'a setting is one of @as, @only, '],
    ['as', 'nobody', '@as is one of owner, '],
    ['only', 'games', '@only (or nothing) is one of workspaces, '],
    ['clock', 'noon', '@clock is a time'],
    ['terminal', 'wide', '@terminal is followed by its width'],
    ['env', 'NAME', '@env is NAME=value'],
    ['fault', '', '@fault needs a value'],
  ])('is refused for @%s %s', (name, value, why) => {
    expect(() => withSetting(atFirst, { kind: 'setting', name, value, at: 7 })).toThrow(
      expect.objectContaining({ at: 7, message: expect.stringContaining(why) }),
    );
  });

  test('has a header, and cases with what stands in them', () => {
    const { title, header, cases } = readTranscript('# A\n@as reader\n\n$ one\n## B\n@terminal\n$ two\n');
    expect([title, header.length]).toEqual(['A', 3]);
    expect(cases.map((one) => [one.title, one.at, one.parts.length])).toEqual([
      [undefined, 4, 1],
      ['B', 5, 2],
    ]);
  });

  test('is written as it was read', () => {
    const text = [
      '# It works',
      '@as reader',
      '',
      '$ cat <<EOF',
      '> a',
      '>',
      '> EOF',
      'a',
      '',
      '  b',
      '-- sent nothing',
      '-- file a b.txt',
      '| one',
      '|',
      '',
      '## Another',
      '@typed',
      '~ POST /v1/jobs {}',
      '[status 400]',
      '$ false',
      '\\# no heading',
      '[exit 1]',
      '-- sent: POST /v1/jobs {...}',
      '$ echo',
      '\\',
      '',
    ].join('\n');
    expect(writeTranscript(readTranscript(text))).toBe(text);
  });
});

describe('a command line', () => {
  test.each([
    ['trivet job list', ['job', 'list']],
    ["trivet job list --where 'ID~w*'", ['job', 'list', '--where', 'ID~w*']],
    ['trivet job list --where ID~w', ['job', 'list', '--where', 'ID~w']],
    [`trivet a "it's" b' 'c ''`, ['a', "it's", 'b c', '']],
    ['TRIVET_READ_ONLY=1 trivet job stop web', ['job', 'stop', 'web']],
  ])('starts no shell for what a shell would not change: %s', (command, argv) => {
    expect(readPlain(command)?.argv).toEqual(argv);
  });

  test.each([
    'trivet job list --where ID~w*',
    'trivet job list | wc -l',
    'trivet job show "$ID"',
    'trivet job show ~/x',
    'trivet job list # all',
    'trivet a > b',
    "trivet 'open",
    'echo trivet',
    'trivet a <<EOF\n$HOME\nEOF',
  ])('is run by a shell: %s', (command) => {
    expect(readPlain(command)).toBeUndefined();
  });

  test('gets a here-document as its input', () => {
    expect(readPlain("A=b trivet x --body - <<'EOF'\n$a\nEOF")).toEqual({
      env: { A: 'b' },
      argv: ['x', '--body', '-'],
      stdin: '$a\n',
    });
    expect(readWrite('cat > a/b.txt <<EOF\none\nEOF')).toEqual({ name: 'a/b.txt', text: 'one\n' });
    expect(readWrite('cat > "$a" <<EOF\none\nEOF')).toBeUndefined();
  });
});

describe('what a command prints', () => {
  const printed = ['locked web at 2026-05-01T10:00:00Z', '3 done', '! note: http://127.0.0.1:8321/v1', 'end'];

  test('agrees with placeholders, and with dots for any lines', () => {
    for (const expected of [
      printed,
      ['locked <id> at <time>', '<number> done', '! note: <address>/v1', 'end'],
      ['locked <any>', '...', '! ...', 'end'],
      ['...', '! note: <any>', '...'],
      ['...', '3 done', '! note: <any>', '...', 'end'],
      ['...', '! ...', '...'],
    ]) {
      expect(inWordsOf(expected, printed, agrees)).toEqual(expected);
    }
  });

  test.each([
    [['locked <id> at <number>', '3 done', '! note: <any>', 'end']],
    [['locked <any>', '3 done', '! note: <any>']],
    [['locked <any>', '...', '! ...', 'end', 'more']],
    [['locked <any>', '...', 'end']],
    [['locked <name> at <any>', '...']],
    [['end', '...', '3 done']],
    [['...']],
    [['...', '! other', '...']],
    [[]],
  ])('differs from %j', (expected) => {
    expect(inWordsOf(expected, printed, agrees)).not.toEqual(expected);
  });

  test('keeps the words of the lines around one that is new', () => {
    expect(inWordsOf(['a <number>', '...', 'z <id>'], ['a 1', 'b', 'new', 'z 1 2', 'z x'], agrees)).toEqual([
      'a <number>',
      '...',
      'z <id>',
    ]);
    expect(inWordsOf(['a <number>', 'z <id>'], ['a 1', 'new', 'z x'], agrees)).toEqual([
      'a <number>',
      'new',
      'z <id>',
    ]);
  });

  test('has marks for questions, standard error and a missing end of line, and no colours', () => {
    const ran = { stdout: '\u001b[32ma\u001b[0m\n\n# b', stderr: 'c\n\nd\r\n', asked: 'Sure? [y/N] ' };
    expect(printedBy(ran)).toEqual(['? Sure? [y/N]', 'a', '', '\\# b[no newline]', '! c', '!', '! d<cr>']);
    expect(printedBy(ran, true)[1]).toBe('<esc>[32ma<esc>[0m');
    expect([exitOf(0), exitOf(5)]).toEqual(['', '[exit 5]']);
  });

  test.each([
    ['at 2026-05-01T10:00:00Z', 'at 2027-05-01T10:00:00Z', 'at <time>'],
    ['took 12ms, 3 done', 'took 8ms, 3 done', 'took <duration>, 3 done'],
    ['app-1 of web', 'app-77 of web', '<id> of web'],
    ['in 0.3 s', 'in 0.51 s', 'in <number> s'],
    ['count\t1', 'count\t20', 'count\t<number>'],
    ['serial 0a:1b:2c', 'serial ff:1b:2c', 'serial <serial>'],
    ['as <home>/a/1.json', 'as <home>/a/2.json', 'as <path>'],
    ['a  b', 'a   b', 'a  <any>b'],
    ['steady', 'steady', 'steady'],
  ])('gets placeholders for what differs in another run: %s', (one, other, line) => {
    expect(merged([one], [other])).toEqual([line]);
    expect([agrees(line, one), agrees(line, other)]).toEqual([true, true]);
  });

  test('gets dots for several lines of base64', () => {
    expect(withoutBlobs(['a', '<base64>', '<base64>', 'b', '<base64>'])).toEqual([
      'a',
      '...',
      'b',
      '<base64>',
    ]);
  });

  test('is shown as a difference with the numbers of lines', () => {
    const lines = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
    expect(difference(lines, lines, 10)).toBeUndefined();
    expect(difference(lines, ['1', '2', '3', '4', 'x', '6', '7', '8', '9'], 10)).toEqual({
      at: 14,
      text: '@@ line 11 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8',
    });
  });
});

describe('a request', () => {
  test.each([
    ['POST /v1/jobs', true],
    ['POST /v1/jobs {"a":1,"b":[1,{"c":"x-12"}]}', true],
    ['POST /v1/jobs {"b":[1,{"c":"x-<number>"}],"a":<number>}', true],
    ['POST /v1/jobs {"a":1,...}', true],
    ['POST /v1/jobs {"a":1,"b":[1,...]}', true],
    ['POST /v1/jobs {...}', true],
    ['POST /v1/<id> {"a":1,"b":[...]}', true],
    ['POST /v1/jobs {"a":1}', false],
    ['POST /v1/jobs {"a":"1",...}', false],
    ['POST /v1/jobs {"a":1,"b":[1]}', false],
    ['POST /v1/jobs {"a":1,"c":1,...}', false],
    ['POST /v1/jobs (no body)', false],
    ['PUT /v1/jobs', false],
  ])('is compared by its body: %s', (line, same) => {
    const sent = { method: 'POST', target: '/v1/jobs', body: '{"a":1,"b":[1,{"c":"x-12"}]}' };
    expect(requestAgrees(line, lineOf(sent))).toBe(same);
  });

  test.each([
    ['GET', '/v1/jobs', true],
    ['POST', '/v1/jobs/parse', true],
    ['POST', '/v1/job/a/b/plan', true],
    ['POST', '/v1/auth/token/lookup-self', true],
    ['POST', '/v1/jobs', false],
    ['POST', '/v1/job/a/scale', false],
    ['DELETE', '/v1/job/a/plan', false],
  ])('is a read or a change: %s %s', (method, target, read) => {
    expect(isRead({ method, target, body: '' })).toBe(read);
  });
});

describe('an update', () => {
  const checks = (lines: readonly string[]) => lines.map((line) => ({ line, content: [], at: 1 }));
  const command = (lines: readonly string[], prints: readonly string[] = []): Command => ({
    kind: 'command',
    command: 'trivet x',
    exit: '',
    prints,
    checks: checks(lines),
    at: 1,
  });
  const sent = (...lines: readonly string[]) => [{ of: 'sent', checks: checks(lines) }];
  const linesOf = (one: Command): readonly string[] => one.checks.map(({ line }) => line);

  test('keeps the lines that agree, and writes the others with what varies', () => {
    const [now, later] = ['1', '2'].map((id) => ({
      prints: ['kept 5', `new ${id}`],
      exit: '',
      findings: [],
    }));
    if (now === undefined) throw new Error('there are two runs');
    expect(written(command([], ['kept <id>', 'old']), now, later).prints).toEqual([
      'kept <id>',
      'new <number>',
    ]);
  });

  test('writes requests as those before were: with their bodies, or without', () => {
    const actual = { prints: [], exit: '', findings: sent('sent: PUT /b {"a":1}') };
    expect(linesOf(written(command(['sent: PUT /a']), actual))).toEqual(['sent: PUT /b']);
    expect(linesOf(written(command(['sent: PUT /a {}']), actual))).toEqual(['sent: PUT /b {"a":1}']);
    expect(linesOf(written(command(['sent nothing']), actual))).toEqual(['sent: PUT /b {"a":1}']);
    expect(linesOf(written(command(['sent: PUT /b {...}']), actual))).toEqual(['sent: PUT /b {...}']);
    expect(linesOf(written(command([]), { ...actual, findings: [] }))).toEqual([]);
  });

  test.each([
    ['sent nothing', 'sent: PUT /b', 'sent'],
    ['sent no request', 'read: GET /b', 'sent'],
    ['read nothing', 'read: GET /b', 'read'],
    ['no effect', 'effect: job.stopped web', 'effect'],
    ['no file a', 'file a', 'file a'],
  ])('does not replace what a person wrote: %s', (line, now, of) => {
    const done = (did: string) => ({ prints: [], exit: '', findings: [{ of, checks: checks([did]) }] });
    expect(() => refuseBrokenClaims(command([line]), done(line))).not.toThrow();
    expect(() => refuseBrokenClaims(command([line]), done(now))).toThrow(`"-- ${line}" is not true`);
    expect(() => refuseBrokenClaims(command([now]), done(line))).not.toThrow();
  });

  test('refuses a line that says nothing about what was done', () => {
    expect(() => written(command(['sends: PUT /a']), { prints: [], exit: '', findings: [] })).toThrow(
      'after "-- " comes sent, read, ',
    );
  });
});

describe('a page', () => {
  const page = [
    '# A page',
    '',
    '```console',
    '$ trivet one',
    '! printed',
    '$ echo $?',
    '```',
    '',
    '<!-- transcript',
    '@as reader',
    '',
    '-->',
    '',
    '```yaml',
    'deploy: { script: [one, two], steps: [{ uses: it }, { run: three }, { run: four }] }',
    '```',
    '',
    '```text a.txt',
    '$ none',
    '```',
    '',
    '```sh',
    'trivet two',
    'trivet three # twice',
    '```',
    '',
    '<!-- transcript',
    'done',
    '[exit 4]',
    '-- file a.txt',
    '| $ none',
    '',
    '## Another case',
    '$ {deploy.script}',
    '-->',
    '',
    '```sh',
    'not run',
    '```',
    '',
  ].join('\n');

  test('has its console blocks, its files, its scripts and its comments as commands', () => {
    const { title, cases } = readPage(page) ?? { cases: [] };
    expect([title, cases.map((one) => one.title)]).toEqual(['A page', [undefined, 'Another case']]);
    const commands = cases.map(({ parts }) =>
      parts.filter((part): part is Command => part.kind === 'command'),
    );
    expect(
      commands.map((all) => all.map(({ command, prints, exit, at }) => [at, command, prints, exit])),
    ).toEqual([
      [
        [4, 'trivet one', ['! printed'], ''],
        [6, 'echo $?', [], ''],
        [19, "cat > a.txt <<'EOF'\n$ none\nEOF", [], ''],
        [23, 'trivet two\ntrivet three # twice', ['done'], '[exit 4]'],
      ],
      [[34, '{deploy.script}', [], '']],
    ]);
  });

  test('is written as it was read', () => {
    expect(writeTranscript(readPage(page) ?? readTranscript(''))).toBe(page);
  });

  test('fills what its YAML says into commands', () => {
    const values = readPage(page)?.values;
    expect(values?.('set -e; {deploy.script}')).toBe('set -e; one\ntwo');
    expect(values?.('{deploy.steps}')).toBe('(\nthree\n)\n(\nfour\n)');
    expect(values?.('{deploy.steps.2.run} {deploy.none} {"a":{}}')).toBe('four {deploy.none} {"a":{}}');
  });

  test('is no transcript without a console block and a comment', () => {
    expect(readPage('# A page\n\n```sh\ntrivet\n```\n')).toBeUndefined();
  });

  test.each([
    ['a block without an end', '```console\n$ one\n', 1, '"```" is missing'],
    ['a comment without an end', '\n<!-- transcript\n$ one\n', 2, '"-->" is missing'],
    ['output before a command', '\n```console\none\n```\n', 3, 'a console block begins with'],
  ])('is refused for %s', (_, text, at, why) => {
    expect(() => readPage(text)).toThrow(
      expect.objectContaining({ at, message: expect.stringContaining(why) }),
    );
  });

  test('shows standard output and standard error alike, and an exit code by the message', () => {
    const texts = { stdout: '\u001b[1mA\u001b[22m  \nb\n', stderr: 'trivet: no\n' };
    expect(shownBy({ ...texts, code: 6 })).toEqual(['A', 'b', 'trivet: no']);
    expect(() => shownBy({ ...texts, code: 0 })).toThrow('it ends with 0');
    expect(() => shownBy({ ...texts, stderr: '', code: 6 })).toThrow('it ends with 6');
  });
});
