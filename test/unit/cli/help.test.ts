/** Tests how much help says, and how it is wrapped for narrow terminals. */
import { describe, expect, test } from 'vitest';
import { commandHelp, helpText, rootHelp } from '../../../src/cli/help/help.ts';
import { forColumns } from '../../../src/cli/help/for-columns.ts';
import { program } from '../../../src/main.ts';
import { topicTexts } from '../../../scripts/generate/topics.ts';
import { allCommands } from '../../support/catalogue.ts';

const below = (path: string) => allCommands.filter((one) => one.path.startsWith(`${path} `));
const helpOf = new Map(allCommands.map((one) => [one.path, commandHelp(one, below(one.path))]));

test('the help of a command has at most 45 lines, and says where the rest is', () => {
  const lines = (text: string) => text.split('\n').length - 1;
  expect([...helpOf].filter(([, text]) => lines(text) > 45).map(([path]) => path)).toEqual([]);
  for (const [path, text] of helpOf) expect(text).toContain(`trivet help ${path} --all\n`);
});

test('every flag is in the help, or the help says how many it leaves out', async () => {
  const text = helpOf.get('pki role write') ?? '';
  const [, left = ''] = /\n {2}and (\d+) more\n/.exec(text) ?? [];
  const count = (one: string) => one.match(/^ {2}(?:-\w, )?--/gm)?.length ?? 0;
  const whole = await helpText(program.catalogue, ['pki', 'role', 'write'], true);
  expect(count(text) + Number(left)).toBe(count(whole));
  expect(whole).toMatch(/\nFIELDS\n[\s\S]*\nREQUEST\n[\s\S]*\nUNDO\n[\s\S]*\nEXIT CODES\n/);
});

test('a change of many points to what all of them take', () => {
  const text = helpOf.get('workspace lock') ?? '';
  expect(text).toContain('trivet help many');
  expect(text).not.toContain('--max-failures');
});

test('a list shows no filter that conditions replace', () =>
  expect(helpOf.get('workspace list')).not.toMatch(/--(?:search|filter|tagged)[- ][a-z<]*.* {2}/));

test('a command that writes its parts as files lists --out', () =>
  expect(helpOf.get('pki issue')).toContain('  --out <dir> '));

test('the first page shows flags, and the services by what people do', () => {
  const text = rootHelp(program.catalogue);
  expect(text).toContain('\nFLAGS\n  -o, --output <format>');
  const at = (name: string) => text.indexOf(`\n  ${name} `);
  expect(at('workspace')).toBeLessThan(at('job'));
  expect(at('job')).toBeLessThan(at('message'));
  expect(at('message')).toBeLessThan(at('status'));
});

describe.each([40, 60, 79])('in %i columns', (columns) => {
  test('every text fits, but for words that are longer', () => {
    const texts = [rootHelp(program.catalogue), ...helpOf.values(), ...topicTexts().values()];
    const long = texts
      .flatMap((text) => forColumns(text, columns).split('\n'))
      .filter(
        (line) =>
          line.length > columns && line.trim().replace(/ \\$/, '').includes(' ') && !/^ *\S+ ["']/.test(line),
      );
    expect(long.filter((line) => !/^\s*(?:\$ )?\S*["'[{]|^\s*--\S+ \S+ ?\\?$/.test(line))).toEqual([]);
  });

  test('no word is lost', () => {
    const words = (text: string) => text.replaceAll('\\', ' ').split(/\s+/).filter(Boolean);
    for (const text of helpOf.values()) expect(words(forColumns(text, columns))).toEqual(words(text));
  });
});
