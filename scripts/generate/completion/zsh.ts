/** The parts of the zsh script: the same tables, descriptions beside the words. */
import type { CompletionTable, FlagValues, Word } from './table.ts';
import { contextFlags, completionVariables } from './context.ts';
import type { ScriptParts } from './fill.ts';
import { kindsWithFolders, kindsWithParent } from './kinds.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
const pattern = (texts: readonly string[]): string => texts.map(quoted).join(' | ');
/** `word:summary`, as `_describe` takes them; none of our words holds a colon. */
const described = (words: readonly Word[]): string =>
  words.map(({ word, summary }) => quoted(`${word}:${summary}`)).join(' ');

const valueCase = ({ names, usual, unusual }: FlagValues): string => {
  const label = `(${names.join('|')})`;
  if (unusual.length === 0) return `    ${label}) spec=${quoted(usual)} ;;`;
  return [
    `    ${label})`,
    '      case $1 in',
    ...unusual.map(({ spec, paths }) => `        (${pattern(paths)}) spec=${quoted(spec)} ;;`),
    `        (*) spec=${quoted(usual)} ;;`,
    '      esac ;;',
  ].join('\n');
};

const tables = (table: CompletionTable): string => `
_trivet_children() {
  children=()
  case $1 in
${[...table.children].map(([path, words]) => `    (${quoted(path)}) children=(${described(words)}) ;;`).join('\n')}
  esac
}

_trivet_command() {
  places=() variadic= tail= flags=()
  case $1 in
${table.commands
  .map(({ path, flags, places, variadic, tail }) => {
    const sets = [
      `flags=(${described(flags)})`,
      ...(places.length === 0 ? [] : [`places=(${places.map(quoted).join(' ')})`]),
      ...(variadic ? ['variadic=1'] : []),
      ...(tail ? ['tail=1'] : []),
    ];
    return `    (${quoted(path)}) ${sets.join(' ')} ;;`;
  })
  .join('\n')}
    ('') flags=(${described(table.ofProgram)}); return 1 ;;
    (*) return 1 ;;
  esac
}

_trivet_value() {
  spec=-
  case $2 in
${table.values.map(valueCase).join('\n')}
  esac
}
`;

export const zshParts = (table: CompletionTable): ScriptParts => ({
  tables: tables(table),
  globals: described(table.globals),
  variables: completionVariables.map((name) => `\${${name}-}`).join('|'),
  'context-flags': contextFlags.join('|'),
  'with-parent': pattern(kindsWithParent.map((kind) => `!${kind}`)),
  'with-folders': pattern(kindsWithFolders.map((kind) => `!${kind}`)),
});
