/** The pages of groups and commands, which say what their help and manual pages say. */
import { flagsOf } from '../../../src/run/flags.ts';
import type { Flag } from '../../../src/run/flags.ts';
import type { Command } from '../../../src/catalogue/command.ts';
import { manPageOf } from '../../../src/catalogue/command.ts';
import type { LoadedGroup } from '../catalogue.ts';
import { partsOf } from '../../../src/cli/help/command-parts.ts';
import { exitNumbersOf, undoTexts } from '../../../src/cli/help/facts.ts';
import { exitCodes } from '../facts.ts';
import { describe, flagTerm, usageOf } from '../../../src/cli/help/help.ts';
import { commandLine } from '../../../src/cli/help/text.ts';
import type { Article, Section } from './article.ts';
import { code, codeBlock, escaped, heading, link, listHtml, table } from './html.ts';

/** A page below `commands`: `job-stop`. */
export const commandFile = (path: string): string =>
  `commands/${manPageOf(path).replace(/^trivet-/, '')}.html`;

const beside = (path: string): string => commandFile(path).replace('commands/', '');

const section = (title: string, html: string): string =>
  html === '' ? '' : `${heading(2, title.toLowerCase().replaceAll(' ', '-'), title)}${html}\n`;

const terms = (entries: readonly { readonly term: string; readonly text: string; readonly id?: string }[]) =>
  entries.length === 0
    ? ''
    : `<dl>${entries
        .map(
          ({ term, text, id }) =>
            `<dt${id === undefined ? '' : ` id="${escaped(id)}"`}>${code(term)}</dt><dd>${escaped(text)}</dd>`,
        )
        .join('')}</dl>\n`;

const flagList = (flags: readonly Flag[]): string =>
  terms(flags.map((flag) => ({ term: flagTerm(flag), text: `${describe(flag)}.`, id: `flag-${flag.name}` })));

const commandRows = (commands: readonly Command[]): string =>
  commands.length === 0
    ? ''
    : table(
        ['Command', 'What it does'],
        commands.map(({ path, summary }) => [link(beside(path), code(`trivet ${path}`)), escaped(summary)]),
      );

const exitRows = (command: Command): string => {
  const numbers = new Set(exitNumbersOf(command).map(String));
  return table(
    ['Code', 'Meaning'],
    exitCodes
      .filter(({ code: number }) => number.split(', ').some((one) => numbers.has(one)))
      .map(({ code: number, meaning }) => [
        link(`../docs/troubleshooting.html#exit-${number.replace(', ', '-')}`, escaped(number)),
        escaped(meaning),
      ]),
  );
};

const page = (
  path: string,
  summary: string,
  body: string,
  found: Pick<Section, 'says' | 'lines'>,
): Article => ({
  title: `trivet ${path}`,
  about: `${summary}.`,
  html: `${heading(1, path.replaceAll(' ', '-'), code(`trivet ${path}`))}<p class="lead">${escaped(summary)}.</p>\n${body}`,
  sections: [{ depth: 1, id: '', text: `trivet ${path}`, above: [], ...found }],
});

const seeAlso = (group: string, path: string, guides: ReadonlySet<string>): string => {
  const guide = guides.has(group) ? [link(`../docs/${group}.html`, `The guide: ${escaped(group)}`)] : [];
  const own = path === group ? [] : [link(beside(group), code(`trivet ${group}`))];
  return listHtml([
    ...own,
    ...guide,
    link('index.html#flags', 'Flags that every command takes'),
    `On the command line: ${code(`trivet ${path} --help`)}, ${code(`man ${manPageOf(path)}`)}`,
  ]);
};

/** @param below further commands whose path begins with that of this one */
export const commandPage = (
  command: Command,
  below: readonly Command[],
  guides: ReadonlySet<string>,
): Article => {
  const { path, summary } = command;
  const { description, places, flags, nullable, examples, fields, operations, permission } = partsOf(command);
  const shown = examples.map(({ summary: says, argv, exit }) => {
    const ends = exit === undefined ? '' : ` (exit code ${exit})`;
    return `<p>${escaped(`${says}${ends}`)}:</p>\n${codeBlock(commandLine(`trivet ${argv}`, 0), 'console')}`;
  });
  const errors = operations.flatMap(({ errors: all }) => Object.entries(all ?? {}));
  const requests = [
    ...new Set(operations.map(({ method, path: sent }) => code(`${method} ${sent}`))),
    ...(permission === undefined ? [] : [`Needs: ${escaped(permission)}`]),
    ...new Set(errors.map(([status, condition]) => `${status}: ${escaped(condition)}`)),
  ];
  const unset =
    nullable.length === 0 ? '' : `<p>These can be ${code('--unset')}: ${nullable.map(code).join(', ')}.</p>`;
  const body = [
    codeBlock(usageOf(command), 'usage'),
    description === undefined ? '' : `<p>${escaped(description)}</p>\n`,
    section('Arguments', terms(places)),
    section('Examples', shown.join('')),
    section('Flags', `${flagList(flags)}${unset}`),
    section('Commands', commandRows(below)),
    section(
      'Fields',
      Object.keys(fields).length === 0
        ? ''
        : table(
            ['Field', 'What it holds'],
            Object.entries(fields).map(([name, field]) => [code(name), escaped(field.summary)]),
          ),
    ),
    section('Request', requests.length === 0 ? '' : listHtml(requests)),
    section(
      'Undo',
      undoTexts(command)
        .map((text) => `<p>${escaped(text)}</p>`)
        .join(''),
    ),
    section('Exit codes', exitRows(command)),
    section('See also', seeAlso(path.split(' ')[0] ?? '', path, guides)),
  ].join('');
  return page(path, summary, body, { says: '', lines: [] });
};

/** @param below the commands of the group */
export const groupPage = (
  { group }: LoadedGroup,
  below: readonly Command[],
  guides: ReadonlySet<string>,
): Article =>
  page(
    group.name,
    group.summary,
    [
      codeBlock(`trivet ${group.name} <command> [flags]`, 'usage'),
      section('Commands', commandRows(below)),
      section('See also', seeAlso(group.name, group.name, guides)),
    ].join(''),
    { says: '', lines: [] },
  );

/** The first page of the commands: the groups, and what holds for all. */
export const overviewPage = (catalogue: readonly LoadedGroup[]): Article => {
  const rows = (own: boolean): string =>
    table(
      ['Group', 'What it is about'],
      catalogue
        .filter(({ group }) => (group.service === undefined) === own)
        .map(({ group }) => [link(beside(group.name), code(`trivet ${group.name}`)), escaped(group.summary)]),
    );
  return {
    title: 'Command reference',
    about: 'Every group of commands, and the flags that all of them take.',
    html: [
      heading(1, 'command-reference', 'Command reference'),
      `<p class="lead">A page for each command, with the text of ${code('trivet COMMAND --help')} and of its manual page. `,
      `${link('../docs/commands.html', 'One table')} has them all, with the request of each.</p>\n`,
      codeBlock('trivet <group> [<subgroup>] <verb> [arguments] [flags]', 'usage'),
      section('Services', rows(false)),
      section('trivet', rows(true)),
      section(
        'Flags',
        `<p>Every command takes these, anywhere on the line.</p>\n${flagList(flagsOf({ path: '', summary: '', operations: [] }))}`,
      ),
    ].join(''),
    sections: [{ depth: 1, id: '', text: 'Command reference', above: [], says: '', lines: [] }],
  };
};
