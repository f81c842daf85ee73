/** Help texts: always 80 columns, the same bytes everywhere, one file per command that the launcher prints. */
import { flagsOf, isNullable } from '../cli/flags.ts';
import type { Flag } from '../cli/flags.ts';
import type { Command, Group } from '../model/command.ts';
import { parametersOf } from '../model/command.ts';
import { shortFlags } from '../operations/globals.ts';
import { groups } from '../operations/groups.ts';

const width = 80;

/** Words of a paragraph in lines of at most `columns`, each after `indent` spaces. */
export const wrap = (text: string, indent: number, columns = width): string => {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (line !== '' && indent + line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  if (line !== '') lines.push(line);
  return lines.map((one) => ' '.repeat(indent) + one).join('\n');
};

/** `--flag <value>  summary`, the summary wrapped beside or below. */
const entry = (term: string, text: string, column = 28): string => {
  const body = wrap(text, column);
  return term.length + 2 < column
    ? `  ${term}${' '.repeat(column - 2 - term.length)}${body.trimStart()}`
    : `  ${term}\n${body}`;
};

export const usageOf = (command: Command): string => {
  const parameters = parametersOf(command);
  const words = (command.positional ?? []).map(({ name, optional, variadic }) => {
    const shown = `${parameters[name]?.metavar ?? name}${variadic === true ? '...' : ''}`;
    return optional === true ? `[${shown}]` : `<${shown}>`;
  });
  const tail = command.tail === true ? ' [-- command [argument...]]' : '';
  return `trivet ${[command.path, ...words].join(' ')} [flags]${tail}`;
};

const typeWord: Readonly<Record<string, string>> = {
  string: 'text',
  text: 'text|@file|-',
  secret: '@file|-|env:NAME|?',
  bytes: 'text|@file|-',
  integer: 'n',
  duration: 'duration',
  time: 'time',
  strings: 'a,b',
  map: 'key=value',
  'json-map': 'key=json',
  pairs: 'key[=value]',
  json: 'json|@file|-',
};

const term = (flag: Flag): string => {
  const { parameter } = flag;
  const short = Object.entries(shortFlags).find(
    ([, key]) => flag.scope === 'global' && key === flag.key,
  )?.[0];
  const prefix = short === undefined ? '' : `-${short}, `;
  if (parameter.type === 'boolean') {
    const both = flag.negatable && flag.scope === 'command' && parameter.in !== 'local';
    return `${prefix}--${both ? '[no-]' : ''}${flag.key === 'validate' ? 'no-' : ''}${flag.name}`;
  }
  return `${prefix}--${flag.name} <${parameter.metavar ?? typeWord[parameter.type] ?? 'value'}>`;
};

const describe = (flag: Flag): string => {
  const { parameter } = flag;
  const parts = [parameter.summary];
  if (parameter.enum !== undefined) parts.push(`(${parameter.enum.join(', ')})`);
  if (parameter.default !== undefined) parts.push(`[default: ${parameter.default}]`);
  if (parameter.required === true) {
    const except = parameter.optionalOn;
    parts.push(except === undefined ? '[required]' : `[required, not on ${except.join(' and ')}]`);
  }
  if (parameter.deprecated !== undefined) parts.push(`[deprecated: ${parameter.deprecated}]`);
  if (parameter.products !== undefined) parts.push(`[${parameter.products.join(', ')} only]`);
  return parts.join(' ');
};

const section = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `\n${title}\n${lines.join('\n')}\n`;

const exitCodes = (command: Command): readonly string[] => {
  const effects = new Set(command.operations.map(({ operation }) => operation.effect));
  const codes = [
    '0 done',
    '1 refused',
    '2 usage',
    '3 local',
    '4 denied',
    '5 not found',
    '6 conflict',
    '7 unavailable',
    '8 unreachable',
  ];
  if ([...effects].some((effect) => effect !== 'read')) codes.push('9 outcome unknown');
  return [wrap(`${codes.join(', ')}; see trivet help exit-codes.`, 2)];
};

export const commandHelp = (command: Command): string => {
  const flags = flagsOf(command);
  const own = flags.filter((flag) => flag.scope !== 'global');
  const operations = command.operations.map(({ operation }) => operation);
  const description = command.description ?? operations[0]?.description;
  const examples = command.examples ?? operations.flatMap((operation) => operation.examples);
  const parameters = parametersOf(command);
  const places = (command.positional ?? []).map(({ name }) => {
    const parameter = parameters[name];
    const text =
      parameter?.summary ?? (name === 'workspace' ? 'Workspace: an ID, org/name, or a name' : name);
    return entry(`<${parameter?.metavar ?? name}>`, text);
  });
  const nullable = isNullable(command)
    ? Object.values(flags)
        .filter((flag) => flag.parameter.nullable === true)
        .map((flag) => flag.name)
    : [];
  const requests = operations.map(
    (operation) => `  ${operation.method} ${operation.path}  (document ${operation.doc})`,
  );
  const permission = operations[0]?.permission;
  return [
    `${wrap(`${command.summary}.`, 0)}\n`,
    section('USAGE', [`  ${usageOf(command)}`]),
    description === undefined ? '' : `\n${wrap(description, 0)}\n`,
    section('ARGUMENTS', places),
    section(
      'FLAGS',
      own.map((flag) => entry(term(flag), describe(flag))),
    ),
    nullable.length === 0 ? '' : `\n${wrap(`These can be --unset: ${nullable.join(', ')}.`, 2)}\n`,
    section(
      'EXAMPLES',
      examples.map(({ summary, argv }) => `  # ${summary}\n  $ trivet ${argv}`),
    ),
    section('REQUEST', [...requests, ...(permission === undefined ? [] : [`  Needs: ${permission}`])]),
    section('EXIT CODES', exitCodes(command)),
    '\nGlobal flags: trivet help flags\n',
  ].join('');
};

/** A group or subgroup: its commands, one a line. */
export const groupHelp = (group: Group, commands: readonly Command[], path: readonly string[]): string => {
  const prefix = `${path.join(' ')} `;
  const below = commands.filter(
    (command) => command.path.startsWith(prefix) || command.path === path.join(' '),
  );
  return [
    `${wrap(`${group.summary}.`, 0)}\n`,
    section('USAGE', [`  trivet ${path.join(' ')} <command> [flags]`]),
    section(
      'COMMANDS',
      below.map((command) => entry(command.path.slice(prefix.length), command.summary, 34)),
    ),
    `\nHelp for one: trivet ${path.join(' ')} <command> --help\n`,
  ].join('');
};

export const rootHelp = (): string =>
  [
    'One command line over infrastructure workspaces, secrets and jobs.\n',
    section('USAGE', ['  trivet <group> [<subgroup>] <verb> [arguments] [flags]']),
    section(
      'SERVICES',
      groups
        .filter((group) => group.service !== undefined)
        .map(({ name, summary }) => entry(name, summary, 16)),
    ),
    section(
      'TRIVET',
      groups
        .filter((group) => group.service === undefined)
        .map(({ name, summary }) => entry(name, summary, 16)),
    ),
    section('START HERE', [
      '  $ trivet sandbox exec -- trivet workspace list     no server needed',
      '  $ trivet profile set prod --workspaces-url https://tfe.example.com/api/v2',
      '  $ trivet doctor                                    what is configured, does it work',
    ]),
    '\nTopics: trivet help flags|exit-codes|environment|output|profiles|products|files\n',
  ].join('');

export const flagsHelp = (): string => {
  const flags = flagsOf({ path: '', summary: '', operations: [] });
  return `Flags that every command takes, anywhere on the line.\n${section(
    'FLAGS',
    flags.map((flag) => entry(term(flag), describe(flag))),
  )}`;
};

/** The text for a path of words; an empty path is `trivet --help`. */
export const helpText = async (path: readonly string[]): Promise<string> => {
  const [first] = path;
  const group = groups.find(({ name }) => name === first);
  if (group === undefined) return rootHelp();
  const commands = await group.load();
  const command = commands.find((one) => one.path === path.join(' '));
  return command === undefined ? groupHelp(group, commands, path) : commandHelp(command);
};
