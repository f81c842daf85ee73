/** The parts of the fish script: the same tables, descriptions behind a tab. */
import type { CompletionTable, FlagValues, Word } from './table.ts';
import { contextFlags, completionVariables } from './context.ts';
import type { ScriptParts } from './fill.ts';
import { kindsWithFolders, kindsWithParent } from './kinds.ts';

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
/** One argument for each word: `word`, a tab, its summary. */
const described = (words: readonly Word[]): string =>
  words.map(({ word, summary }) => `${quoted(word)}\\t${quoted(summary)}`).join(' ');

const valueCase = ({ names, usual, unusual }: FlagValues): string => {
  const label = `        case ${names.join(' ')}`;
  if (unusual.length === 0) return `${label}\n            echo ${quoted(usual)}`;
  return [
    label,
    '            switch $argv[1]',
    ...unusual.map(
      ({ spec, paths }) =>
        `                case ${paths.map(quoted).join(' ')}\n                    echo ${quoted(spec)}`,
    ),
    `                case '*'\n                    echo ${quoted(usual)}`,
    '            end',
  ].join('\n');
};

const tables = (table: CompletionTable): string => `
function __trivet_children
    switch $argv[1]
${[...table.children]
  .map(([path, words]) => `        case ${quoted(path)}\n            printf '%s\\n' ${described(words)}`)
  .join('\n')}
    end
end

function __trivet_flags
    switch $argv[1]
        case ''
            printf '%s\\n' ${described(table.ofProgram)}
${table.commands
  .filter(({ flags }) => flags.length > 0)
  .map(({ path, flags }) => `        case ${quoted(path)}\n            printf '%s\\n' ${described(flags)}`)
  .join('\n')}
    end
    printf '%s\\n' ${described(table.globals)}
end

# One line for each place; fails where the path is not a command.
function __trivet_places
    switch $argv[1]
${table.commands
  .map(({ path, places, variadic, tail }) => {
    const lines = [
      ...places.map((spec) => spec || '.'),
      ...(variadic ? ['...'] : []),
      ...(tail ? ['--'] : []),
    ];
    const print = lines.length === 0 ? 'return 0' : `printf '%s\\n' ${lines.map(quoted).join(' ')}`;
    return `        case ${quoted(path)}\n            ${print}`;
  })
  .join('\n')}
        case '*'
            return 1
    end
end

function __trivet_value
    switch $argv[2]
${table.values.map(valueCase).join('\n')}
        case '*'
            echo -- -
    end
end
`;

export const fishParts = (table: CompletionTable): ScriptParts => ({
  tables: tables(table),
  variables: completionVariables.map((name) => `"$${name}"`).join(' '),
  'context-flags': contextFlags.join(' '),
  'with-parent': kindsWithParent.map((kind) => quoted(`!${kind}`)).join(' '),
  'with-folders': kindsWithFolders.map((kind) => quoted(`!${kind}`)).join(' '),
});
