/** Tests routing and the arguments of one command as pure functions: no catalogue, no server. */
import { describe, expect, test } from 'vitest';
import { Leaf } from '../src/cli/leaf.ts';
import { programOf } from '../src/cli/program.ts';
import { route } from '../src/cli/route.ts';
import type { Command } from '../src/catalogue/command.ts';
import type { Parameters } from '../src/catalogue/parameter.ts';
import type { Typed } from '../src/engine/invocation/placed.ts';
import { TrivetError } from '../src/system/error.ts';
import { words } from './support/run-cli.ts';

const commandOf = (path: string, local: Parameters = {}): Command => ({
  path,
  summary: '',
  operations: [],
  local,
});
const text = { in: 'local', type: 'text', summary: '' } as const;
const onOff = { in: 'local', type: 'boolean', summary: '' } as const;

const program = programOf([
  commandOf('thing list', { both: onOff, organization: text }),
  commandOf('thing lock', { reason: text, both: text }),
  commandOf('thing tag add'),
  commandOf('thing tag list'),
  commandOf('run'),
  commandOf('list'),
]);
const routed = (line: string) => route(words(line), program);

describe('route finds the command', () => {
  test.each<[string, readonly string[], boolean, readonly string[]]>([
    ['thing list', ['thing', 'list'], true, []],
    ['thing tag add a b', ['thing', 'tag', 'add'], true, ['a', 'b']],
    ['thing', ['thing'], false, []],
    ['thing tag', ['thing', 'tag'], false, []],
    ['run', ['run'], true, []],
    ['run list', ['run'], true, ['list']],
    ['', [], false, []],
  ])('in "%s"', (line, path, complete, rest) => {
    expect(routed(line)).toMatchObject({ path, rest });
    expect(routed(line).leaf !== undefined).toBe(complete);
  });

  test.each<[string, readonly string[]]>([
    ['-o json thing list', ['-o', 'json']],
    ['thing -o json list', ['-o', 'json']],
    ['thing list -o json', ['-o', 'json']],
    ['--output=json thing list', ['--output=json']],
    ['thing -ojson list', ['-ojson']],
    ['--yes thing list', ['--yes']],
    ['-v thing -o json list --yes', ['-v', '-o', 'json', '--yes']],
  ])('with flags before, between or after its words: %s', (line, rest) => {
    expect(routed(line)).toMatchObject({ path: ['thing', 'list'], rest });
  });

  test('and takes no value of a flag for one of its words', () => {
    expect(routed('--reason list thing lock')).toMatchObject({
      path: ['thing', 'lock'],
      rest: ['--reason', 'list'],
    });
    expect(routed('thing --organization list lock')).toMatchObject({ path: ['thing', 'lock'] });
  });

  test('and takes no flag for the value of another: lock a --reason --yes, --reason -o', () => {
    expect(routed('thing lock a --reason --yes').rest).toEqual(['a', '--reason', '--yes']);
    expect(routed('thing lock --reason -o').rest).toEqual(['--reason', '-o']);
  });

  test('even if a flag is a switch in one command and takes a value in another', () => {
    expect(routed('--both thing list')).toMatchObject({ path: ['thing', 'list'], rest: ['--both'] });
    expect(routed('thing --both list')).toMatchObject({ path: ['thing', 'list'], rest: ['--both'] });
    expect(routed('--both value thing list').rest).toEqual(['--both', 'value']);
  });

  test('and stops at the first --', () => {
    expect(routed('run -o json -- list -o x -- y')).toMatchObject({
      path: ['run'],
      rest: ['-o', 'json'],
      tail: ['list', '-o', 'x', '--', 'y'],
    });
    expect(routed('thing list').tail).toBeUndefined();
    expect(routed('thing list --').tail).toEqual([]);
    expect(routed('thing -- list')).toMatchObject({ path: ['thing'], tail: ['list'] });
  });

  test('only by whole words, not by a prefix', () => {
    expect(routed('thi list')).toMatchObject({ path: [], unknown: 'thi' });
    expect(routed('thing li')).toMatchObject({ path: ['thing'], unknown: 'li' });
    expect(routed('thing tag ad x')).toMatchObject({ path: ['thing', 'tag'], unknown: 'ad' });
  });

  test('only up to the first word that is not a command', () => {
    expect(routed('thing nope list')).toMatchObject({
      path: ['thing'],
      rest: ['nope', 'list'],
    });
  });

  test('and takes - and negative numbers for arguments', () => {
    expect(routed('thing lock - -5').rest).toEqual(['-', '-5']);
    expect(routed('thing lock --reason -5 a').rest).toEqual(['--reason', '-5', 'a']);
  });

  test('and takes names of a prototype for ordinary words', () => {
    for (const word of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      expect(routed(word)).toMatchObject({ path: [], unknown: word });
    }
  });
});

const command: Command = {
  ...commandOf('thing lock', {
    reason: text,
    'auto-apply': onOff,
    'no-store': onOff,
    sort: { in: 'local', type: 'string', summary: '', enum: ['name', '-name'] },
    thing: text,
    more: text,
  }),
  positional: [{ name: 'thing' }, { name: 'more', optional: true, variadic: true }],
};
const free: Command = { ...command, positional: [{ name: 'more', optional: true, variadic: true }] };

const byName = ({ flags }: Typed) =>
  [...flags].flatMap(([{ name }, values]) => values.map((value) => `${name}=${value}`));
const sorted = (line: string, tail: readonly string[] = []) => {
  const typed = new Leaf('lock', free).read(words(line), tail);
  return { options: byName(typed), positionals: typed.positionals.flatMap((one) => one.words) };
};
const refusal = (line: string): string => {
  try {
    sorted(line);
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    return `${error.message} | ${error.details.hint ?? ''}`;
  }
  throw new Error(`accepted: ${line}`);
};

describe('the arguments of one command', () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ['a --reason why b', ['reason=why'], ['a', 'b']],
    ['--reason=a=b', ['reason=a=b'], []],
    ['--reason=', ['reason='], []],
    ["--reason ''", ['reason='], []],
    ['--auto-apply', ['auto-apply=true'], []],
    ['--no-auto-apply', ['auto-apply=false'], []],
    ['--auto-apply=false', ['auto-apply=false'], []],
    ['--no-store', ['no-store=true'], []],
    ['--no-store=false', ['no-store=false'], []],
    ['-o json', ['output=json'], []],
    ['-ojson', ['output=json'], []],
    ['-o=json', ['output=json'], []],
    ['-y a', ['yes=true'], ['a']],
    ['--sort -name', ['sort=-name'], []],
    ['--reason -', ['reason=-'], []],
    ['--reason -5', ['reason=-5'], []],
    ['- -5', [], ['-', '-5']],
    ['--reason a --reason b', ['reason=a', 'reason=b'], []],
  ])('are parsed: %s', (line, options, positionals) => {
    expect(sorted(line)).toEqual({ options, positionals });
  });

  test('are positional after --', () => {
    expect(sorted('a', ['--reason', '-o'])).toEqual({ options: [], positionals: ['a', '--reason', '-o'] });
  });

  test.each([
    ['a --reason --yes', '--reason needs a value | To give a value that starts with a dash: --reason=--yes'],
    ['--reason -o', '--reason needs a value | To give a value that starts with a dash: --reason=-o'],
    ['--reason', '--reason needs a value | '],
    ['--sort -size', '--sort needs a value | To give a value that starts with a dash: --sort=-size'],
    ['--auto-apply=yes', '--auto-apply is a switch: --auto-apply or --auto-apply=false | '],
    ['--no-auto-apply=true', '--no-auto-apply is a switch: --no-auto-apply or --no-auto-apply=false | '],
    ['--no-reason', 'unknown flag --no-reason for trivet thing lock | Did you mean --reason?'],
    ['--store', 'unknown flag --store for trivet thing lock | Did you mean --no-store?'],
    ['--reaso x', 'unknown flag --reaso for trivet thing lock | Did you mean --reason?'],
    ['-z', 'unknown flag -z for trivet thing lock | See: trivet thing lock --help'],
    ['--frobnicate', 'unknown flag --frobnicate for trivet thing lock | See: trivet thing lock --help'],
    [
      '--password=hush',
      'unknown flag --password for trivet thing lock | No flag takes a secret: use --token-file, the environment, or a profile.',
    ],
    ['--__proto__ x', 'unknown flag --__proto__ for trivet thing lock | See: trivet thing lock --help'],
  ])('are refused: %s', (line, message) => {
    expect(refusal(line)).toBe(message);
  });
});

describe('the leaf', () => {
  const read = (one: Command, line: string, tail: readonly string[] = []) => {
    const typed = new Leaf('lock', one).read(words(line), tail);
    return {
      flags: Object.fromEntries([...typed.flags].map(([{ name }, given]) => [name, given])),
      positionals: Object.fromEntries(typed.positionals.map(({ key, words: given }) => [key, given])),
    };
  };

  test('keeps every occurrence of a flag and every argument', () => {
    expect(read(command, 'a --reason x b --reason y c -o json', ['-d'])).toEqual({
      flags: { reason: ['x', 'y'], output: ['json'] },
      positionals: { thing: ['a'], more: ['b', 'c', '-d'] },
    });
  });

  test('has no value for a flag that was not given', () => {
    expect(read(command, 'a')).toEqual({ flags: {}, positionals: { thing: ['a'] } });
  });

  test('remembers nothing of the line before', () => {
    const leaf = new Leaf('lock', command);
    leaf.read(['a', '--reason', 'x', 'b']);
    expect(() => leaf.read(['a', '--nope'])).toThrow('unknown flag --nope');
    expect(leaf.read(['c'])).toEqual({ flags: new Map(), positionals: [{ key: 'thing', words: ['c'] }] });
  });

  test('names a missing argument, with the usage', () => {
    expect(() => read(command, '')).toThrow('<thing> is missing');
  });

  test('leaves the arguments of a child to a command that runs one', () => {
    expect(read({ ...command, tail: true }, 'a', ['sh', '-c', 'x']).positionals).toEqual({ thing: ['a'] });
  });
});
