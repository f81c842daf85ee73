/**
 * The table of words that the completion scripts read. Each line is a key and its fields, with tabs between them:
 *
 *   trivet job show   `. ` and a spec for each place, `...` where the last one repeats, `--` where a command follows;
 *                     then the words that may follow, and the flags: `--flag=SPEC summary`, `--switch summary`
 *   flags             the same of the flags that every command takes; without summaries those that are not offered: of
 *                     commands, for a line that begins with one, and short ones
 *   12                words that are the values of several places; `-`: those of a switch after =
 *
 * SPEC: `12` the words of that line, `,12` a list of them; `/` files, `@` files after @; `!` what `trivet complete`
 * knows, where no word fits; `.` nothing.
 */
import type { CompletionTable, FlagWord, Word } from './table.ts';
import type { Values } from './values.ts';

/** The line that tells a table of trivet from a file of somebody else. */
const header = '# trivet completion for all shells: the words of its commands';

const marks: Readonly<Record<Values['files'], string>> = { none: '', all: '/', content: '@' };

const plain = ({ word, summary }: Word): string => `${word} ${summary}`;

export const wordsText = (table: CompletionTable): string => {
  const shared = new Map<string, number>();
  const specOf = ({ words, form, files, live }: Values): string => {
    const text = words.join('\t');
    if (words.length > 0 && !shared.has(text)) shared.set(text, shared.size + 1);
    const spec = [marks[files], live ? '!' : '', form === 'list' ? ',' : '', shared.get(text) ?? ''].join('');
    return spec === '' ? '.' : spec;
  };
  const flagFields = ({ word, summary, values, short }: FlagWord): readonly string[] => {
    const end = values === undefined ? '' : `=${specOf(values)}`;
    return [`${word}${end} ${summary}`, ...(short === undefined ? [] : [`${short}${end}`])];
  };
  const commands = new Map(table.commands.map((command) => [command.path, command]));
  const paths = new Set([...table.children.keys(), ...commands.keys()]);
  const lines = [...paths].map((path) => {
    const { places = [], variadic, tail, flags = [] } = commands.get(path) ?? {};
    const ends = [...(variadic === true ? ['...'] : []), ...(tail === true ? ['--'] : [])];
    return [
      path === '' ? 'trivet' : `trivet ${path}`,
      ['.', ...places.map(specOf), ...ends].join(' '),
      ...(table.children.get(path) ?? []).map(plain),
      ...(path === '' ? table.ofProgram : flags).flatMap(flagFields),
    ];
  });
  const valued = table.valued.map((name) => `${name}=.`);
  lines.push(['flags', '.', ...table.globals.flatMap(flagFields), ...valued], ['-', 'true', 'false']);
  for (const [text, id] of shared) lines.push([String(id), text]);
  return [header, ...lines.map((fields) => fields.join('\t')), ''].join('\n');
};
