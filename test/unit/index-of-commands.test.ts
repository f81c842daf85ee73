/** Compares routing by the words of one group with routing by the words of all. */
import { program } from '../../src/main.ts';
import { expect, test } from 'vitest';
import { flagsOf } from '../../src/engine/flags.ts';
import { indexFor, wholeIndex } from '../../src/cli/index-of-commands.ts';
import { route } from '../../src/cli/route.ts';
import { loadCatalogue } from '../../scripts/generate/catalogue.ts';

const catalogue = await loadCatalogue();
const whole = await wholeIndex(program.catalogue);
const word = (type: string): readonly string[] => (type === 'boolean' ? [] : ['x']);

test('a command is found by only the words of its group, wherever its flags are', async () => {
  for (const { path, flags } of catalogue
    .flatMap(({ commands }) => commands)
    .map((command) => ({ path: command.path.split(' '), flags: flagsOf(command) }))) {
    for (const { name, parameter } of flags) {
      const given = [`--${name}`, ...word(parameter.type)];
      for (const at of new Set([0, 1, path.length])) {
        const line = [...path.slice(0, at), ...given, ...path.slice(at)];
        expect([line, route(line, await indexFor(program.catalogue, line))]).toEqual([
          line,
          route(line, whole),
        ]);
      }
    }
  }
});

test.each([
  '',
  '--',
  '-- workspace list',
  '-o json',
  '-v',
  '--nonsense',
  'nope --limit 3',
  '--limit 3 nope',
  '-q',
])('words without a command are read as with all groups: %s', async (line) => {
  const argv = line.split(' ').filter(Boolean);
  expect(route(argv, await indexFor(program.catalogue, argv))).toEqual(route(argv, whole));
});
