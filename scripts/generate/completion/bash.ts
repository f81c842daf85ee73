/** The parts of the bash script: words in `case` tables. */
import type { CompletionTable, FlagValues, Word } from './table.ts';
import { contextFlags, completionVariables } from './context.ts';
import type { ScriptParts } from './fill.ts';
import { kindsWithFolders, kindsWithParent } from './kinds.ts';

const quoted = (text: string): string => `'${text}'`;
const names = (words: readonly Word[]): string => words.map(({ word }) => word).join(' ');
const pattern = (texts: readonly string[]): string => texts.map(quoted).join(' | ');

const valueCase = ({ names: flags, usual, unusual }: FlagValues): string => {
  const label = flags.join(' | ');
  if (unusual.length === 0) return `    ${label}) spec=${quoted(usual)} ;;`;
  return [
    `    ${label})`,
    '      case $1 in',
    ...unusual.map(({ spec, paths }) => `        ${pattern(paths)}) spec=${quoted(spec)} ;;`),
    `        *) spec=${quoted(usual)} ;;`,
    '      esac ;;',
  ].join('\n');
};

const tables = (table: CompletionTable): string => `
# Sets children: the words that may follow the path $1.
_trivet_children() {
  case $1 in
${[...table.children].map(([path, words]) => `    ${quoted(path)}) children='${names(words)}' ;;`).join('\n')}
    *) children= ;;
  esac
}

# Sets flags, places and more for the command $1; fails where $1 is not a command.
_trivet_command() {
  places=() variadic= tail=
  case $1 in
${table.commands
  .map(({ path, flags, places, variadic, tail }) => {
    const sets = [
      `flags=${quoted(names(flags))}`,
      ...(places.length === 0 ? [] : [`places=(${places.map(quoted).join(' ')})`]),
      ...(variadic ? ['variadic=1'] : []),
      ...(tail ? ['tail=1'] : []),
    ];
    return `    ${quoted(path)}) ${sets.join(' ')} ;;`;
  })
  .join('\n')}
    '') flags='${names(table.ofProgram)}' && return 1 ;;
    *) flags= && return 1 ;;
  esac
}

# Sets spec: what the flag $2 takes below the path $1; '-' for a switch.
_trivet_value() {
  spec=-
  case $2 in
${table.values.map(valueCase).join('\n')}
  esac
}
`;

export const bashParts = (table: CompletionTable): ScriptParts => ({
  tables: tables(table),
  globals: names(table.globals),
  variables: completionVariables.map((name) => `\${${name}-}`).join('|'),
  'context-flags': contextFlags.join(' | '),
  'with-parent': pattern(kindsWithParent.map((kind) => `!${kind}`)),
  'with-folders': pattern(kindsWithFolders.map((kind) => `!${kind}`)),
});
