/** Help texts of 80 columns, one file per command, which the launcher prints. */
import { fieldLabel } from '../../catalogue/aliases.ts';
import { flagsOf } from '../../run/flags.ts';
import type { Flag } from '../../run/flags.ts';
import type { Command } from '../../catalogue/command.ts';
import { isHidden, spokenForm, viewOfCommand } from '../../catalogue/command.ts';
import type { Example } from '../../catalogue/operation.ts';
import { manyFlagsOf } from '../../catalogue/many-flags.ts';
import { objectOf } from '../../catalogue/selection/selection.ts';
import { writesFiles } from '../../catalogue/view.ts';
import { documentedName, isToBeGiven, serversOf } from '../../catalogue/parameter.ts';
import { namesMatching, productsMatching, serviceNames } from '../../catalogue/product.ts';
import { shortFlags } from '../../config/globals.ts';
import type { Catalogue, Group } from '../../catalogue/catalogue.ts';
import { partsOf } from './command-parts.ts';
import { exitNumbersOf, undoTexts } from './facts.ts';
import { forColumns } from './for-columns.ts';
import { commandLine, entry, section, wrap } from './text.ts';
import { lackedOf } from '../not-covered.ts';
import { topicNames } from './topic-names.ts';

export const usageOf = (command: Command): string => {
  const tail = command.tail === true ? ' [-- command [argument...]]' : '';
  return `${spokenForm(command)} [flags]${tail}`;
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
  'secret-pairs': 'key=value',
  json: 'json|@file|-',
};

const valueForms: readonly (readonly [form: string, text: string])[] = [
  ['text|@file|-', 'The text, @FILE, or - for standard input. Write a leading @ of a text as @@.'],
  [
    '@file|-|env:NAME|?',
    'A secret: @FILE, - for standard input, env:NAME, or a prompt. Never the value itself, which others could read ' +
      'from the process list.',
  ],
  [
    'a,b',
    'Separate values with commas, or repeat the flag. Put a value with a comma in double quotes, and double the quotes in it: ' +
      `'"Acme, Inc.",Other'. A JSON array of texts works too. '' is the empty list.`,
  ],
  ['key=value', 'One pair for each use of the flag.'],
  [
    'name=value',
    'A header; repeat the flag for more. The value can be @file or env:VARIABLE, which keeps a secret out of the process ' +
      'list. Write a leading @ of a value as @@.',
  ],
  ['duration', '90s, 15m, 24h, 1h30m, or seconds.'],
  [
    'condition',
    `FIELD OP VALUE in quotes: 'terraform-version<1.6'. Operators: = != ~ < <= > >=, the last four also as lt le gt ge with ` +
      `spaces around them. See trivet help where, and for changes trivet help many.`,
  ],
  ['time', '2026-12-31T18:00:00Z, 2026-12-31, or +2h from now.'],
];

export const flagTerm = (flag: Flag): string => {
  const { parameter } = flag;
  const short = Object.entries(shortFlags).find(([, name]) => name === flag.name)?.[0];
  const prefix = short === undefined ? '' : `-${short}, `;
  if (parameter.type === 'boolean') {
    const both = flag.negatable && flag.scope === 'command' && parameter.in !== 'local';
    return `${prefix}--${both ? '[no-]' : ''}${flag.declared?.negated === true ? 'no-' : ''}${flag.name}`;
  }
  return `${prefix}--${flag.name} <${parameter.metavar ?? typeWord[parameter.type] ?? 'value'}>`;
};

export const describe = (flag: Flag): string => {
  const { parameter } = flag;
  const parts = [parameter.summary];
  if (parameter.enum !== undefined) parts.push(`(${parameter.enum.join(', ')})`);
  if (parameter.default !== undefined) parts.push(`[default: ${parameter.default}]`);
  const { required } = parameter;
  if (required !== undefined && isToBeGiven(parameter)) {
    parts.push(
      required === true
        ? '[required]'
        : `[required, not on ${productsMatching(required.exceptOn).join(' and ')}]`,
    );
  }
  if (parameter.deprecated !== undefined) parts.push(`[deprecated: ${parameter.deprecated}]`);
  const servers = serversOf(parameter);
  if (servers !== undefined) parts.push(`[${namesMatching(servers).join(', ')} only]`);
  return parts.join(' ');
};

const exitWords: Readonly<Record<number, string>> = {
  0: 'done',
  1: 'refused',
  2: 'usage',
  3: 'local',
  4: 'denied',
  5: 'not found',
  6: 'conflict',
  7: 'unavailable',
  8: 'unreachable',
  9: 'outcome unknown',
  10: 'some failed',
  11: 'changes or findings',
  12: 'ended in failure',
  74: 'output',
  124: 'deadline',
  125: "trivet's own failure",
  126: 'cannot be started',
  127: 'no such program',
};

export const exitCodesOf = (command: Command): string =>
  exitNumbersOf(command)
    .map((code) => `${code} ${exitWords[code] ?? ''}`)
    .join(', ');

const exampleText = ({ summary, argv, exit }: Example): string => {
  const ends = exit === undefined ? '' : ` (exit code ${exit})`;
  return `  # ${summary}${ends}\n${commandLine(`trivet ${argv}`, 2)}`;
};

const flagText = (flag: Flag): string => entry(flagTerm(flag), describe(flag));

const linesOf = (text: string): number => text.split('\n').length - 1;

const most = 45;

const filterNames = /^(?:search|filter)\[/;

/** Required flags come first, then the command's own; rarely needed ones last. */
const placeOf = ({ key, parameter, scope }: Flag): number => {
  if (isToBeGiven(parameter)) return 0;
  if (scope !== 'command') return 2;
  if (key === 'set' || key === 'body' || key === 'unset' || key === 'confirm') return 3;
  return parameter.deprecated !== undefined || key.startsWith('page[') ? 3 : 1;
};

const helpFlags = (command: Command, flags: readonly Flag[]): readonly Flag[] => {
  const many: ReadonlySet<string> = new Set(
    objectOf(command) === undefined ? [] : Object.keys(manyFlagsOf(command.service)),
  );
  const own = flags.filter(
    ({ key, parameter, scope }) =>
      scope !== 'command' || !(many.has(key) || filterNames.test(documentedName(key, parameter))),
  );
  return own.toSorted((one, other) => placeOf(one) - placeOf(other));
};

const beginning = (text: string, lines: number): string => {
  const sentences = text.match(/[^.:]+(?:[.:](?!\s+[A-Z-]|$)[^.:]*)*[.:]?(?:\s+|$)/g) ?? [text];
  let kept = '';
  for (const sentence of sentences) {
    if (kept !== '' && wrap(kept + sentence, 0).split('\n').length > lines) break;
    kept += sentence;
  }
  return kept.trimEnd();
};

/**
 * At most 45 lines; `fullHelp` has the rest.
 * @param below commands whose path extends this one's
 */
export const commandHelp = (command: Command, below: readonly Command[] = []): string => {
  const { description, places, flags, examples } = partsOf(command);
  const written = writesFiles(viewOfCommand(command))
    ? [entry('--out <dir>', 'Write the parts as files')]
    : [];
  const chosen = helpFlags(command, flags);
  const shown = [...written, ...chosen.map(flagText)];
  const filters = flags.filter(({ key, parameter }) =>
    filterNames.test(documentedName(key, parameter)),
  ).length;
  const rest = [
    ...(objectOf(command) === undefined ? [] : ['For many objects (--where, --all, -): trivet help many']),
    'Flags of every command: trivet help flags',
    `All flags and fields: trivet help ${command.path} --all`,
  ];
  const made = (prose: number, samples: number, fitting: number): string => {
    const left = shown.length - fitting + filters;
    return [
      `${wrap(`${command.summary}.`, 0)}\n`,
      section('USAGE', [wrap(usageOf(command), 2)]),
      description === undefined ? '' : `\n${wrap(beginning(description, prose), 0)}\n`,
      section(
        'ARGUMENTS',
        places.map(({ term, text }) => entry(term, text)),
      ),
      section('FLAGS', [...shown.slice(0, fitting), ...(left === 0 ? [] : [`  and ${left} more`])]),
      section('EXAMPLES', examples.slice(0, samples).map(exampleText)),
      section(
        'COMMANDS',
        below.map(({ path, summary }) => entry(path.slice(command.path.length + 1), summary)),
      ),
      `\n${rest.join('\n')}\n`,
    ].join('');
  };
  // Less prose and fewer examples leave room for ten flags.
  const least = Math.min(10, shown.length);
  const forms = [
    [6, 3],
    [4, 2],
    [3, 1],
    [1, 1],
  ] as const;
  const [prose, samples] = forms.find(([lines, some]) => linesOf(made(lines, some, least)) <= most) ?? [1, 0];
  let fitting = shown.length;
  while (fitting > 0 && linesOf(made(prose, samples, fitting)) > most) fitting -= 1;
  return made(prose, samples, fitting);
};

const fullHelp = (command: Command, below: readonly Command[]): string => {
  const { description, places, flags, nullable, examples, fields, operations, permission } = partsOf(command);
  const requests = operations.map(({ method, path }) => `  ${method} ${path}`);
  const names = Object.keys(fields).map(fieldLabel);
  return [
    `${wrap(`${command.summary}.`, 0)}\n`,
    section('USAGE', [wrap(usageOf(command), 2)]),
    description === undefined ? '' : `\n${wrap(description, 0)}\n`,
    section(
      'ARGUMENTS',
      places.map(({ term, text }) => entry(term, text)),
    ),
    section('FLAGS', flags.map(flagText)),
    nullable.length === 0 ? '' : `\n${wrap(`These can be --unset: ${nullable.join(', ')}.`, 2)}\n`,
    section('EXAMPLES', examples.map(exampleText)),
    section(
      'COMMANDS',
      below.map(({ path, summary }) => entry(path.slice(command.path.length + 1), summary)),
    ),
    section('FIELDS', names.length === 0 ? [] : [wrap(names.join(', '), 2)]),
    section('REQUEST', [...requests, ...(permission === undefined ? [] : [wrap(`Needs: ${permission}`, 2)])]),
    section(
      'UNDO',
      undoTexts(command).map((text) => wrap(text, 2)),
    ),
    section('EXIT CODES', [wrap(`${exitCodesOf(command)}; see trivet help exit-codes.`, 2)]),
    '\nFlags of every command: trivet help flags\n',
  ].join('');
};

export const groupHelp = (group: Group, commands: readonly Command[], path: readonly string[]): string => {
  const prefix = `${path.join(' ')} `;
  const below = commands.filter(
    (command) => !isHidden(command) && (command.path.startsWith(prefix) || command.path === path.join(' ')),
  );
  const column = Math.max(...below.map((command) => command.path.length - prefix.length), 0) + 4;
  return [
    `${wrap(`${group.summary}.`, 0)}\n`,
    section('USAGE', [`  trivet ${path.join(' ')} <command> [flags]`]),
    section(
      'COMMANDS',
      below.map((command) => entry(command.path.slice(prefix.length), command.summary, column)),
    ),
    `\nHelp for one: trivet ${path.join(' ')} <command> --help\n`,
  ].join('');
};

const notCoveredLine = `Not covered: ${serviceNames
  .flatMap((service) => lackedOf(service).slice(0, 2))
  .map(({ subject }) => subject)
  .join(', ')}, ...`;

const dailyFlags = ['output', 'fields', 'profile', 'yes', 'dry-run', 'quiet', 'help', 'version'];

export const rootHelp = ({ groups }: Catalogue): string =>
  [
    'One command line over infrastructure workspaces, secrets and jobs.\n',
    section('USAGE', ['  trivet <group> [<subgroup>] <verb> [arguments] [flags]']),
    section(
      'SERVICES',
      groups
        .filter((group) => group.service !== undefined)
        .map(({ name, summary }) => entry(name, summary, 16)),
    ),
    `\n${notCoveredLine}\n`,
    section(
      'TRIVET',
      groups
        .filter((group) => group.service === undefined)
        .map(({ name, summary }) => entry(name, summary, 16)),
    ),
    section(
      'FLAGS',
      flagsOf({ path: '', summary: '', operations: [] })
        .filter(({ key }) => dailyFlags.includes(key))
        .map(flagText),
    ),
    section('START HERE', [
      '  $ trivet sandbox exec -- trivet workspace list     no server needed',
      '  $ trivet profile set prod --workspaces-url https://tfe.example.com/api/v2',
      '  $ trivet doctor                                    what is set up, and works',
    ]),
    `\n${wrap(`Topics: trivet help ${topicNames.join(' | ')}`, 0)}\n`,
    `${wrap(`Guides: trivet help guide. A question: trivet how WORDS`, 0)}\n`,
  ].join('');

export const flagsHelp = (): string => {
  const flags = flagsOf({ path: '', summary: '', operations: [] });
  return [
    'Flags that every command takes, anywhere on the line.\n',
    section(
      'FLAGS',
      flags.map((flag) => entry(flagTerm(flag), describe(flag))),
    ),
    section(
      'VALUES',
      valueForms.map(([form, text]) => entry(`<${form}>`, text)),
    ),
  ].join('');
};

/**
 * @param all with fields, exit codes, request and undo
 * @param columns of a terminal narrower than the text
 */
export const helpText = async (
  catalogue: Catalogue,
  path: readonly string[],
  all = false,
  columns?: number,
): Promise<string> => {
  const text = await wholeText(catalogue, path, all);
  return columns === undefined ? text : forColumns(text, columns);
};

const wholeText = async (catalogue: Catalogue, path: readonly string[], all: boolean): Promise<string> => {
  const [first] = path;
  const group = catalogue.group(first ?? '');
  if (group === undefined) return rootHelp(catalogue);
  const commands = await group.load();
  const command = commands.find((one) => one.path === path.join(' '));
  const below = commands.filter((one) => one.path.startsWith(`${command?.path} `) && !isHidden(one));
  if (command === undefined) return groupHelp(group, commands, path);
  return all ? fullHelp(command, below) : commandHelp(command, below);
};
