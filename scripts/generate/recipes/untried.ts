/** Which lines of an answer `trivet how --try` cannot run in a sandbox, and why. */
import { leafOf } from '../../../src/cli/leaf.ts';
import { parametersOf } from '../../../src/catalogue/command.ts';
import type { Command } from '../../../src/catalogue/command.ts';
import type { Parameter } from '../../../src/catalogue/parameter.ts';
import { shellWords } from '../../../src/catalogue/text/shell-words.ts';

/** Requests begin with such a word, which stands for nothing else. */
const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'LIST', 'HEAD']);

/** `NAME`, `FIELD=VALUE`, `/workspaces/ID/runs`, `<file...>`: a gap in the line. */
const gapIn = (word: string): string | undefined =>
  /^<.*>$/.exec(word)?.[0] ??
  word.split(/[/=]/).find((part) => /^[A-Z]+$/.test(part) && !methods.has(part) && !word.includes(':'));

/** The line without the content of single quotes, and with only the expansions of the content of double quotes. */
const unquoted = (line: string): string =>
  line
    .replaceAll(/'[^']*'/g, '')
    .replaceAll(/"([^"]*)"/g, (_, text: string) => text.replaceAll(/[^$`]/g, ''));

/** What `--try` puts into the folder of the sandbox. */
const filesThere = ['web.nomad.hcl'];

const writtenBy = new Set(['out', 'dir', 'plan-out', 'journal']);

/** Programs that every system has. */
const everywhere = new Set(['trivet', 'sh', 'env', 'echo', 'true']);

const endless = (path: string, words: readonly string[]): boolean =>
  path === 'mcp' ||
  path.startsWith('sandbox s') ||
  ((path.startsWith('watch') || words.some((word) => word === '--watch' || word === '--follow')) &&
    !words.includes('--timeout'));

/** What a value of a parameter needs that a fresh sandbox lacks. */
const lacks = ({ complete }: Parameter, name: string, value: string): string | undefined => {
  if (complete === 'profile') return `it needs the profile ${value}`;
  if (complete === 'receipt' || name === 'lease_id' || name === 'lease-id')
    return `it needs ${value}, which another run has left`;
  if (complete === 'environment') return `it needs the environment ${value} of your files`;
  const [, source] = /^env:(.+)/.exec(value) ?? [];
  if (source !== undefined) return `it reads the variable ${source}`;
  return undefined;
};

const fileReadFrom = ({ complete, type }: Parameter, name: string, value: string): string | undefined => {
  if (writtenBy.has(name) || /^\{|^(?:[0-9a-f]{2}:)+/.test(value)) return undefined;
  if (/^(?:text|bytes|secret|json)$/.test(type) && /^@[^@]/.test(value)) return value.slice(1);
  if (complete === 'file' || (complete === 'file-or-object' && /[./]/.test(value))) return value;
  return undefined;
};

/** @param known files that earlier lines wrote; those of this line are added */
const whyNot = (commands: readonly Command[], line: string, known: Set<string>): string | undefined => {
  if (/[|<>;&$`]/.test(unquoted(line).replaceAll(/<[a-z.]+>/g, '')) || !line.startsWith('trivet '))
    return 'it needs a shell';
  const all = (shellWords(line) ?? []).slice(1);
  const cut = all.indexOf('--');
  const words = cut === -1 ? all : all.slice(0, cut);
  const [program] = cut === -1 ? [] : all.slice(cut + 1);
  const gap = all
    .filter((_, index) => !/^--fields?$/.test(all[index - 1] ?? ''))
    .map(gapIn)
    .find((one) => one !== undefined);
  if (gap !== undefined) return `${gap} stands for a value of yours`;
  if (words[0] === 'help' || words.includes('--help')) return undefined;
  const command = commands
    .filter(({ path }) => `${words.join(' ')} `.startsWith(`${path} `))
    .toSorted((one, other) => other.path.length - one.path.length)[0];
  if (command === undefined) return 'it is not a whole command';
  const { path } = command;
  if (endless(path, words)) return 'it runs until it is stopped';
  if (/(?:^| )log(?:in|out)\b/.test(path)) return 'it could change what the keeper of your system holds';
  const own = [program, ...words].find((word) => word?.startsWith('./'));
  const foreign = own ?? (program === undefined || everywhere.has(program) ? undefined : program);
  if (foreign !== undefined) return `it runs ${foreign}, a program of yours`;
  const { flags, positionals } = leafOf(command).sort(words.slice(path.split(' ').length));
  const parameters = parametersOf(command);
  const given = [
    ...[...flags].flatMap(([{ name, parameter }, values]) =>
      values.map((value): readonly [string, Parameter, string] => [name, parameter, value]),
    ),
    ...positionals.flatMap((value, index) => {
      const { positional = [] } = command;
      const name = (positional[index] ?? positional.at(-1))?.name ?? '';
      const parameter = parameters[name];
      return parameter === undefined ? [] : [[name, parameter, value] as const];
    }),
  ];
  const missing = (command.positional ?? [])[positionals.length];
  if (
    missing !== undefined &&
    missing.optional !== true &&
    missing.unless === undefined &&
    !words.includes('--where')
  )
    return `<${parameters[missing.name]?.metavar ?? missing.name}> is missing`;
  const bare = (file: string): string => file.replace(/\/$/, '');
  for (const [name, , value] of given) if (writtenBy.has(name)) known.add(bare(value));
  for (const [name, parameter, value] of given) {
    const lacking = path === 'profile set' ? undefined : lacks(parameter, name, value);
    if (lacking !== undefined) return lacking;
    if (value === '-') return 'it reads standard input';
    const file = fileReadFrom(parameter, name, value);
    if (file !== undefined && !known.has(bare(file)) && !known.has(file.split('/')[0] ?? ''))
      return `it reads ${file}, a file of yours`;
    if (/^[/~]/.test(value) && parameter.in === 'local' && path !== 'api')
      return `it is about ${value} of this machine`;
    if (/^pki (?:verify|inspect)/.test(path) && value.includes('://')) return 'it asks a server of yours';
  }
  return undefined;
};

/**
 * Reasons by line; a line without one can be run.
 * @param steps each line finds the files of those before it
 */
export const untriedOf = (
  commands: readonly Command[],
  lines: readonly string[],
  steps: boolean,
): Readonly<Record<string, string>> => {
  const known = new Set(filesThere);
  return Object.fromEntries(
    lines.flatMap((line): readonly (readonly [string, string])[] => {
      const why = whyNot(commands, line, steps ? known : new Set(filesThere));
      return why === undefined ? [] : [[line, why]];
    }),
  );
};
