/** Compares routing by the program of one group with routing by the program of all. */
import { expect, test } from 'vitest';
import { loadCatalogue } from '../../../scripts/generate/catalogue.ts';
import type { Route } from '../../../src/cli/route.ts';
import { route, routeFor, wholeProgram } from '../../../src/cli/route.ts';
import { flagsOf } from '../../../src/run/flags.ts';
import { program } from '../../../src/main.ts';

const catalogue = await loadCatalogue();
const all = await wholeProgram(program.catalogue);
const word = (type: string): readonly string[] => (type === 'boolean' ? [] : ['x']);
const withPath = (found: Route) => ({
  ...found,
  node: undefined,
  leaf: undefined,
  command: found.leaf?.declared.path,
});

test('a command is found by only the words of its group, wherever its flags are', async () => {
  for (const { path, flags } of catalogue
    .flatMap(({ commands }) => commands)
    .map((command) => ({ path: command.path.split(' '), flags: flagsOf(command) }))) {
    for (const { name, parameter } of flags) {
      const given = [`--${name}`, ...word(parameter.type)];
      for (const at of new Set([0, 1, path.length])) {
        const line = [...path.slice(0, at), ...given, ...path.slice(at)];
        const found = withPath(await routeFor(program.catalogue, line));
        expect([line, found]).toEqual([line, withPath(route(line, all))]);
        expect(found.command).toBe(path.join(' '));
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
  expect(withPath(await routeFor(program.catalogue, argv))).toEqual(withPath(route(argv, all)));
});
