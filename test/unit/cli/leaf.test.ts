/** Compares the positional arguments of every command with what commander would make of them. */
import { expect, test } from 'vitest';
import { byCommander } from '../../../src/cli/by-commander.ts';
import { inPlaces } from '../../../src/cli/leaf.ts';
import type { Command } from '../../../src/catalogue/command.ts';
import { TrivetError } from '../../../src/system/error.ts';
import { allCommands } from '../../support/catalogue.ts';
import { partOf } from '../../support/part.ts';

/** Words that a parser might misread. */
const odd = ['a', '', '-', '--', '-1', '--yes', '-o', 'a b', '--name=x', 'help', '@file'];

const fitting = async (command: Command, words: readonly string[]) => {
  try {
    return await byCommander(command, words);
  } catch (error) {
    if (error instanceof TrivetError) return undefined;
    throw error;
  }
};

/** As many words as fit, fewer and more, each kind of word in each place. */
const linesFor = ({ positional = [] }: Command): readonly (readonly string[])[] =>
  Array.from({ length: positional.length + 3 }, (_one, count) =>
    partOf([...odd.keys()], 4, count).map((turn) =>
      Array.from({ length: count }, (_, at) => odd[(turn + at) % odd.length] ?? ''),
    ),
  ).flat();

test.each(allCommands.map((command) => [command.path, command] as const))(
  'the arguments of %s are parsed like by commander',
  async (_, command) => {
    for (const words of linesFor(command)) {
      expect(inPlaces(command, words), JSON.stringify(words)).toEqual(await fitting(command, words));
    }
  },
);

test.each<[string, NonNullable<Command['positional']>]>([
  [
    'several optional',
    [{ name: 'a' }, { name: 'b', optional: true }, { name: 'c', optional: true, variadic: true }],
  ],
  ['a variadic that must be given', [{ name: 'a' }, { name: 'b', variadic: true }]],
  ['none', []],
])('arguments that no command may declare are parsed like by commander: %s', async (_, positional) => {
  const [one] = allCommands;
  if (one === undefined) throw new Error('the catalogue is empty');
  const command: Command = { ...one, positional };
  for (const words of linesFor(command)) {
    expect(inPlaces(command, words), JSON.stringify(words)).toEqual(await fitting(command, words));
  }
});
