/** Tests routing and the arguments of one command as pure functions: no catalogue, no server. */
import { describe, expect, test } from 'vitest';
import { Leaf } from '../src/cli/leaf.ts';
import { programOf } from '../src/cli/program.ts';
import { route } from '../src/cli/route.ts';
import type { Command } from '../src/catalogue/command.ts';
import type { Parameters } from '../src/catalogue/parameter.ts';
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
    thing: text,
    more: text,
  }),
  positional: [{ name: 'thing' }, { name: 'more', optional: true, variadic: true }],
};
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
