/** The index that routing needs without loading any group: generated to `src/groups/tree.ts`. */
import { flagsOf } from '../cli/flags.ts';
import { shortFlags } from '../groups/globals.ts';
import type { LoadedGroup } from './catalogue.ts';
import { wrap } from './text.ts';

const literal = (name: string, words: Iterable<string>): string =>
  `export const ${name}: readonly string[] = [\n${[...words].map((word) => `  '${word}',\n`).join('')}];\n`;

/** Flags hold no spaces, so many fit in one line. */
const flagLiteral = (name: string, flags: readonly string[]): string =>
  `export const ${name}: readonly string[] = [\n${wrap(flags.join(' '), 0, 100)
    .split('\n')
    .map((line) => `  '${line}',\n`)
    .join('')}].flatMap((line) => line.split(' '));\n`;

/** The text of `src/groups/tree.ts`. */
export const treeSource = (catalogue: readonly LoadedGroup[]): string => {
  const paths: string[] = [];
  const valued = new Set<string>();
  const bare = new Set<string>();
  for (const { commands } of catalogue) {
    for (const command of commands) {
      paths.push(command.path);
      for (const flag of flagsOf(command)) {
        if (flag.parameter.type === 'boolean') {
          bare.add(flag.name);
          if (flag.negatable) bare.add(`no-${flag.name}`);
        } else valued.add(flag.name);
        const short = Object.entries(shortFlags).find(
          ([, key]) => flag.scope === 'global' && key === flag.key,
        )?.[0];
        if (short !== undefined) (flag.parameter.type === 'boolean' ? bare : valued).add(short);
      }
    }
  }
  return [
    '/** Generated from the catalogue by `npm run generate`: do not edit. */\n',
    literal('paths', paths),
    '\n/** Flags that take a value in some command. */\n',
    flagLiteral('valuedFlags', [...valued].sort()),
    '\n/** Flags that take none in some command. */\n',
    flagLiteral('bareFlags', [...bare].sort()),
  ].join('');
};
