/** The parts of the PowerShell script: the same tables as hashtables. */
import type { CompletionTable, Word } from './table.ts';
import { contextFlags, completionVariables } from './context.ts';
import type { ScriptParts } from './fill.ts';
import { kindsWithFolders, kindsWithParent } from './kinds.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const list = (texts: readonly string[]): string => `@(${texts.map(quoted).join(', ')})`;
/** `word`, a tab, its summary. */
const described = (words: readonly Word[]): string =>
  words.map(({ word, summary }) => quoted(`${word}\t${summary}`)).join(', ');

const tables = (table: CompletionTable): string => `
$script:TrivetChildren = @{
${[...table.children].map(([path, words]) => `  ${quoted(path)} = @(${described(words)})`).join('\n')}
}
$script:TrivetGlobals = @(${described(table.globals)})
$script:TrivetFlags = @{
  '' = @(${described(table.ofProgram)})
${table.commands.map(({ path, flags }) => `  ${quoted(path)} = @(${described(flags)})`).join('\n')}
}
$script:TrivetPlaces = @{
${table.commands
  .filter(({ places }) => places.length > 0)
  .map(
    ({ path, places, variadic }) => `  ${quoted(path)} = ${list([...places, ...(variadic ? ['...'] : [])])}`,
  )
  .join('\n')}
}
# What a flag takes: by its name, and by path and name where a command differs. PowerShell's own tables do not
# tell -v from -V.
$script:TrivetValues = [System.Collections.Generic.Dictionary[string, string]]::new()
${table.values
  .flatMap(({ names, usual, unusual }) => [
    ...names.map((name) => `$script:TrivetValues[${quoted(name)}] = ${quoted(usual)}`),
    ...unusual.map(
      ({ spec, paths }) =>
        `${list(paths)} | ForEach-Object { $script:TrivetValues["$_ ${names[0] ?? ''}"] = ${quoted(spec)} }`,
    ),
  ])
  .join('\n')}
`;

export const powershellParts = (table: CompletionTable): ScriptParts => ({
  tables: tables(table),
  variables: completionVariables.map((name) => `"$env:${name}"`).join(', '),
  'context-flags': list(contextFlags),
  'with-parent': list(kindsWithParent.map((kind) => `!${kind}`)),
  'with-folders': list(kindsWithFolders.map((kind) => `!${kind}`)),
});
