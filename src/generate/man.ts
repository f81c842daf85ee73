/** Man pages in roff, from the same data as help: `trivet.1`, and one for each group. */
import { permissionOf } from '../model/catalogue/permission.ts';
import { flagsOf } from '../cli/flags.ts';
import type { Flag } from '../cli/flags.ts';
import { offeredFlags } from '../cli/refuse-flags.ts';
import type { Command } from '../model/catalogue/command.ts';
import { parametersOf } from '../model/catalogue/command.ts';
import type { LoadedGroup } from './catalogue.ts';
import { describe, exitCodesOf, flagTerm, usageOf } from './help.ts';
import { environmentVariables, exitCodes, files } from './facts.ts';
import { version } from '../version.ts';

/** The date of each version: pages must not depend on the date of the build. */
const released: Readonly<Record<string, string>> = { '0.1.0': '2026-11-21' };

/** Escapes text for roff: literal backslashes and dashes, no line that looks like a request. */
const roff = (text: string): string =>
  text
    .replaceAll('\\', String.raw`\e`)
    .replaceAll('-', String.raw`\-`)
    .replaceAll('…', '...')
    .replaceAll(/^([.'])/gm, String.raw`\&$1`);

/** Prose with one sentence a line, which keeps the diffs readable. */
const prose = (text: string): string =>
  text
    .split(/\n+/)
    .map((line) =>
      roff(line.trim())
        .replaceAll(/([.;:]) (?=\S)/g, '$1\n')
        .replaceAll(/^([.'])/gm, String.raw`\&$1`),
    )
    .join('\n');

const tagged = (term: string, text: string): string => `.TP\n\\fB${roff(term)}\\fR\n${prose(text)}`;

const flagEntry = (flag: Flag): string => tagged(flagTerm(flag), `${describe(flag)}.`);

const section = (title: string, body: readonly string[]): readonly string[] =>
  body.length === 0 ? [] : [`.SH ${title}`, ...body];

const header = (name: string): readonly string[] => {
  const date = released[version];
  if (date === undefined) throw new Error(`man pages: the date of version ${version} is not set`);
  return [`.TH ${name.toUpperCase()} 1 "${date}" "trivet ${version}" "Trivet Manual"`];
};

const positionals = (command: Command): readonly string[] => {
  const parameters = parametersOf(command);
  return (command.positional ?? []).map(({ name }) => {
    const parameter = parameters[name];
    const text = parameter?.summary ?? 'Workspace: ID, org/name, or name';
    return tagged(`<${parameter?.metavar ?? name}>`, `${text}.`);
  });
};

const requests = (command: Command): string => {
  const operations = command.operations.map(({ operation }) => operation);
  const said = operations.map(({ method, path, id }) => `${method} ${path} (${id})`);
  const [first] = operations;
  const permission = first === undefined ? undefined : permissionOf(first);
  return [
    `Request: ${said.join('; ')}.`,
    ...(permission === undefined ? [] : [`Needs: ${permission}.`]),
    ...operations
      .flatMap(({ errors }) => errors ?? [])
      .map(({ status, condition }) => `${status}: ${condition}.`),
  ]
    .filter((line, index, all) => all.indexOf(line) === index)
    .join('\n');
};

const commandPart = (command: Command): readonly string[] => {
  const own = offeredFlags(command);
  const description = command.description ?? command.operations[0]?.operation.description;
  const examples = command.examples ?? command.operations.flatMap(({ operation }) => operation.examples);
  return [
    `.SS ${roff(usageOf(command))}`,
    prose(`${command.summary}.`),
    ...(description === undefined ? [] : ['.PP', prose(description)]),
    ...positionals(command),
    ...own.map(flagEntry),
    ...(command.operations.length === 0 ? [] : ['.PP', prose(requests(command))]),
    '.PP',
    prose(`Exit codes: ${exitCodesOf(command)}.`),
    ...examples.flatMap(({ summary, argv, exit }) => [
      '.PP',
      prose(`${summary}${exit === undefined ? '' : ` (exit code ${exit})`}:`),
      '.PP',
      '.in +4n',
      '.nf',
      roff(`$ trivet ${argv}`),
      '.fi',
      '.in',
    ]),
  ];
};

const groupPage = ({ group, commands }: LoadedGroup): string => {
  const shown = commands.filter(({ hidden }) => hidden !== true);
  return [
    ...header(`trivet-${group.name}`),
    ...section('NAME', [`${roff(`trivet-${group.name}`)} \\- ${roff(lowerFirst(group.summary))}`]),
    ...section(
      'SYNOPSIS',
      shown.flatMap((command, index) => [...(index === 0 ? [] : ['.br']), roff(usageOf(command))]),
    ),
    ...section('DESCRIPTION', [
      prose(`${group.summary}.`),
      prose('The flags that every command takes are in trivet(1).'),
    ]),
    ...section('COMMANDS', shown.flatMap(commandPart)),
    ...section('SEE ALSO', ['.BR trivet (1)']),
    '',
  ].join('\n');
};

const lowerFirst = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : text;

const mainPage = (catalogue: readonly LoadedGroup[]): string => {
  const flags = flagsOf({ path: '', summary: '', operations: [] });
  return [
    ...header('trivet'),
    ...section('NAME', [
      roff('trivet') + String.raw` \- one command line over infrastructure workspaces, secrets and jobs`,
    ]),
    ...section('SYNOPSIS', [roff('trivet <group> [<subgroup>] <verb> [arguments] [flags]')]),
    ...section('DESCRIPTION', [
      prose(
        'trivet talks to three services: workspaces, secrets and jobs. Every documented operation is one command. ' +
          'Data goes to standard output and everything else to standard error; the exit code says what happened.',
      ),
      '.PP',
      prose('A first command that needs no server:'),
      '.PP',
      '.in +4n',
      '.nf',
      roff('$ trivet sandbox exec -- trivet workspace list'),
      '.fi',
      '.in',
    ]),
    ...section(
      'GROUPS',
      catalogue.map(
        ({ group }) => `.TP\n.BR ${roff(`trivet-${group.name}`)} (1)\n${prose(`${group.summary}.`)}`,
      ),
    ),
    ...section('FLAGS', [prose('Every command takes these, anywhere on the line.'), ...flags.map(flagEntry)]),
    ...section(
      'EXIT STATUS',
      exitCodes.map(({ code, meaning }) => tagged(code, `${meaning}.`)),
    ),
    ...section(
      'ENVIRONMENT',
      environmentVariables.map(({ name, meaning }) => tagged(name, `${meaning}.`)),
    ),
    ...section(
      'FILES',
      files.map(({ name, meaning }) => tagged(name, `${meaning}.`)),
    ),
    ...section('SEE ALSO', [
      catalogue.map(({ group }) => `.BR ${roff(`trivet-${group.name}`)} (1)`).join(' ,\n'),
    ]),
    '',
  ].join('\n');
};

/** Path below the repository -> text. */
export const manPages = (catalogue: readonly LoadedGroup[]): ReadonlyMap<string, string> =>
  new Map([
    ['man/trivet.1', mainPage(catalogue)],
    ...catalogue.map((group): [string, string] => [`man/trivet-${group.group.name}.1`, groupPage(group)]),
  ]);
