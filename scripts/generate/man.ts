/** Man pages in roff, from the same data as help: `trivet.1`, and one for each group with all of its commands. */
import { flagsOf } from '../../src/run/flags.ts';
import type { Flag } from '../../src/run/flags.ts';
import type { Command } from '../../src/catalogue/command.ts';
import { isHidden, manPageOf } from '../../src/catalogue/command.ts';
import type { LoadedGroup } from './catalogue.ts';
import { partsOf } from '../../src/cli/help/command-parts.ts';
import type { CommandParts } from '../../src/cli/help/command-parts.ts';
import { describe, exitCodesOf, flagTerm, usageOf } from '../../src/cli/help/help.ts';
import { undoTexts } from '../../src/cli/help/facts.ts';
import { files } from './facts.ts';
import { environmentVariables } from './facts.ts';
import { exitCodes } from './facts.ts';
import { version } from '../../src/version.ts';

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
        .replaceAll(/([.;]) (?=\S)/g, '$1\n')
        .replaceAll(/^([.'])/gm, String.raw`\&$1`),
    )
    .join('\n');

const tagged = (term: string, text: string): string => `.TP\n\\fB${roff(term)}\\fR\n${prose(text)}`;

const flagEntry = (flag: Flag): string => tagged(flagTerm(flag), `${describe(flag)}.`);

const section = (title: string, body: readonly string[]): readonly string[] =>
  body.length === 0 ? [] : [`.SH ${title}`, ...body];

const header = (page: string, date: string): readonly string[] => [
  `.TH ${page.toUpperCase()} 1 "${date}" "trivet ${version}" "Trivet Manual"`,
];

const requests = ({ operations, permission }: CommandParts): readonly string[] => {
  const lines = [
    ...operations.map(({ method, path, id }) => `${method} ${path} (${id})`),
    ...(permission === undefined ? [] : [`Needs: ${permission}.`]),
    ...operations
      .flatMap(({ errors }) => Object.entries(errors ?? {}))
      .map(([status, condition]) => `${status}: ${condition}.`),
  ];
  return [...new Set(lines)].flatMap((line, index) => [...(index === 0 ? [] : ['.br']), prose(line)]);
};

const exampleLines = ({ examples }: CommandParts): readonly string[] =>
  examples.flatMap(({ summary, argv, exit }, index) => [
    ...(index === 0 ? [] : ['.PP']),
    prose(`${summary}${exit === undefined ? '' : ` (exit code ${exit})`}:`),
    '.PP',
    '.in +4n',
    '.nf',
    roff(`$ trivet ${argv}`),
    '.fi',
    '.in',
  ]);

const nameLine = (page: string, summary: string): string => `${roff(page)} \\- ${roff(lowerFirst(summary))}`;

const part = (title: string, body: readonly string[]): readonly string[] =>
  body.length === 0 ? [] : [`.SS ${title}`, ...body];

/** What the page of its group says of a command. */
const commandSection = (command: Command): readonly string[] => {
  const { path, summary } = command;
  const parts = partsOf(command);
  const { description, places, flags } = parts;
  const fields = Object.keys(parts.fields);
  return section(`"${roff(path.toUpperCase())}"`, [
    roff(usageOf(command)),
    '.PP',
    prose(`${summary}.`),
    ...(description === undefined ? [] : ['.PP', prose(description)]),
    ...part(
      'Arguments',
      places.map(({ term, text }) => tagged(term, `${text}.`)),
    ),
    ...part('Flags', flags.map(flagEntry)),
    ...part('Examples', exampleLines(parts)),
    ...part('Fields', fields.length === 0 ? [] : [prose(`${fields.join(', ')}.`)]),
    ...part('Request', requests(parts)),
    ...part('Undo', undoTexts(command).map(prose)),
    ...part('"Exit codes"', [prose(`${exitCodesOf(command)}.`)]),
  ]);
};

const globalNote = 'The flags that every command takes are in trivet(1).';

const groupPage = ({ group, commands }: LoadedGroup, date: string): string => {
  const shown = commands.filter((one) => !isHidden(one));
  return [
    ...header(manPageOf(group.name), date),
    ...section('NAME', [nameLine(manPageOf(group.name), group.summary)]),
    ...section('SYNOPSIS', [shown.map(({ path }) => roff(`trivet ${path} ...`)).join('\n.br\n')]),
    ...section('DESCRIPTION', [prose(`${group.summary}.`), prose(globalNote)]),
    ...shown.flatMap(commandSection),
    ...section('SEE ALSO', ['.BR trivet (1)']),
    '',
  ].join('\n');
};

const lowerFirst = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : text;

const mainPage = (catalogue: readonly LoadedGroup[], date: string): string => {
  const flags = flagsOf({ path: '', summary: '', operations: [] });
  return [
    ...header('trivet', date),
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

/** The date of the newest release, as the changelog has it: pages must not depend on the date of the build. */
const released = (changelog: string): string => {
  const [, date] = /^## \d\S* - (\S+)$/m.exec(changelog) ?? [];
  if (date === undefined) throw new Error('man pages: CHANGELOG.md has no date of a release');
  return date;
};

/** Path below the repository -> text. */
export const manPages = (
  catalogue: readonly LoadedGroup[],
  changelog: string,
): ReadonlyMap<string, string> => {
  const date = released(changelog);
  return new Map([
    ['man/trivet.1', mainPage(catalogue, date)],
    ...catalogue.map((loaded): [string, string] => [
      `man/${manPageOf(loaded.group.name)}.1`,
      groupPage(loaded, date),
    ]),
  ]);
};
