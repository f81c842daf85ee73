/** What `trivet how` searches: recipes, each with its command lines, from all that describes them. */
import { otherWords } from '../../../src/catalogue/aliases.ts';
import { askedRisks } from '../../../src/catalogue/operation.ts';
import type { Command } from '../../../src/catalogue/command.ts';
import { canChange, isHidden, parametersOf, replyFieldsOf } from '../../../src/catalogue/command.ts';
import type { Example } from '../../../src/catalogue/operation.ts';
import { objectOf } from '../../../src/catalogue/selection/selection.ts';
import { allFlags } from '../../../src/config/globals.ts';
import { foreignLines } from '../../../src/cli/foreign-lines.ts';
import type { NotCovered } from '../../../src/cli/not-covered.ts';
import { notCovered } from '../../../src/cli/not-covered.ts';
import { shellWords } from '../../../src/catalogue/text/shell-words.ts';
import type { Recipe } from '../../../src/catalogue/recipe.ts';
import type { LoadedGroup } from '../catalogue.ts';
import { exitCodes } from '../facts.ts';
import { guideParts, guideTitle } from '../guides/guide.ts';
import { entry, section, wrap } from '../../../src/cli/help/text.ts';
import { untriedOf } from './untried.ts';

const trivet = (argv: string): string => `trivet ${argv}`;

/** Whether an answer is a command and the names of its places. */
const isAlone = ({ path }: Command, meant: string): boolean =>
  /^(?: (?:[A-Z]+|-))*$/.test(meant.slice(path.length));

/** The lines of other tools that mean a command and nothing more. */
const linesOf = (command: Command): readonly string[] =>
  [...new Set(Object.values(foreignLines).flat())].flatMap((meant) =>
    typeof meant === 'string' && meant.startsWith(command.path) && isAlone(command, meant)
      ? [meaning(meant)]
      : [],
  );

/** The lines that stand for an answer, up to the names in them. */
const typedFor = (isMeant: (meant: string | NotCovered) => boolean): readonly string[] =>
  Object.entries(foreignLines).flatMap(([line, [meant]]) => {
    const typed = line.replace(/ ?\b[A-Z]+\b.*$/, '').trim();
    return meant !== undefined && isMeant(meant) && typed !== '' ? [typed] : [];
  });

const examplesOf = ({ examples = [], operations }: Command): readonly Example[] => [
  ...examples,
  ...operations.flatMap(({ operation }) => operation.examples),
];

/** A recipe for each command: its examples, and the words of its flags and fields. */
const ofCommand = (command: Command): Recipe => {
  const { path, summary, description = '', aliases = [], operations } = command;
  const own = operations.map(({ operation }) => operation);
  const shown = examplesOf(command);
  const parameters = Object.entries(parametersOf(command)).map(
    ([name, { summary: says }]) => `${name} ${says}`,
  );
  const fields = Object.entries(replyFieldsOf(command)).map(([name, { summary: says }]) => `${name} ${says}`);
  const many =
    objectOf(command) !== undefined && command.positional?.length === 1
      ? [trivet(`${path} --where 'FIELD=VALUE' --dry-run`)]
      : [];
  return {
    title: summary,
    lines:
      shown.length === 0
        ? [trivet(path)]
        : [...shown.map(({ argv }) => trivet(argv)).slice(0, 3 - many.length), ...many],
    path,
    typed: [
      path,
      ...aliases.map((alias) => [...path.split(' ').slice(0, -1), alias].join(' ')),
      ...typedFor(
        (meant) => typeof meant === 'string' && `${meant} `.startsWith(`${path} `) && isAlone(command, meant),
      ),
    ],
    names: [path, ...aliases, ...linesOf(command), ...shown.map(({ summary: says }) => says)].join(' '),
    text: [
      description,
      ...(many.length > 0 ? ['all many'] : []),
      ...own.map(({ description: says = '' }) => says),
    ].join(' '),
    more: [...parameters, ...fields].join(' '),
  };
};

/** The lines of other tools that mean something. */
const meaning = (meant: string | NotCovered): string =>
  Object.entries(foreignLines)
    .flatMap(([line, all]) => (all.includes(meant) ? [line.replaceAll(/\b[A-Z]+\b/g, '')] : []))
    .join(' ');

/** The lines of other tools that mean more than a command alone. */
const ofForeign = (commands: readonly Command[]): readonly Recipe[] =>
  [...new Set(Object.values(foreignLines).flat())].flatMap((meant) => {
    if (typeof meant !== 'string') return [];
    const command = commandOf(commands, trivet(meant));
    if (command === undefined || isAlone(command, meant)) return [];
    const { summary } = examplesOf(command).find(({ argv }) => argv === meant) ?? command;
    return [
      {
        title: summary,
        lines: [trivet(meant)],
        typed: typedFor((one) => one === meant),
        names: meaning(meant),
        text: `${summary} ${meant}`,
        more: '',
      },
    ];
  });

/** What other tools call it: their lines of one word that mean nothing else. */
const nounsOf = (one: NotCovered): string =>
  Object.entries(foreignLines)
    .flatMap(([line, all]) => (!line.includes(' ') && all.length === 1 && all.includes(one) ? [line] : []))
    .join(' ');

const ofNotCovered = (part: string, one: NotCovered): Recipe => ({
  title: `Not covered: ${one.subject}. Use ${one.use}`,
  lines: one.request === undefined ? [] : [trivet(`api ${one.request}`)],
  lacks: `${one.subject} ${nounsOf(one)}`,
  typed: typedFor((meant) => meant === one),
  names: '',
  text: `${part} ${meaning(one)}`,
  more: 'list show get read find set add create write change update enable delete remove',
});

/** A line with a gap, or a part of one, cannot be pasted. */
const isWhole = (line: string): boolean =>
  !line.includes('…') && !/[|&]\s*$/.test(line) && shellWords(line) !== undefined;

const ofGuide = ([guide, page]: readonly [string, string]): readonly Recipe[] =>
  guideParts(page)
    .map((part) => ({ ...part, lines: part.lines.filter(isWhole) }))
    .filter(({ lines }) => lines.length > 0)
    .map(({ title, text, lines }) => ({
      title,
      lines: lines.slice(0, 3),
      guide,
      steps: true,
      names: lines.join(' '),
      text,
      more: '',
    }));

/** A script of the cookbook: its first comment says what it does. */
const ofScript = (script: string): Recipe => {
  const about = script.split('\n').find((line) => line.startsWith('# ')) ?? '';
  const lines = [...script.replaceAll(/\\\n\s*/g, '').matchAll(/^.*?(trivet [^|;)\n]+)/gm)].map(
    ([, line = '']) => line.replace(/\s*\d?>.*$/, '').trim(),
  );
  return {
    title: about.slice(2),
    lines: lines.filter(isWhole).slice(0, 3),
    steps: true,
    names: lines.join(' '),
    text: about,
    more: '',
  };
};

const commandOf = (commands: readonly Command[], line: string): Command | undefined =>
  commands
    .filter(({ path }) => `${line} `.startsWith(`trivet ${path} `))
    .toSorted((one, other) => other.path.length - one.path.length)[0];

/** Whether a line runs a command that asks before it goes on, since something would be lost. */
const destroys = (commands: readonly Command[], line: string): boolean =>
  commandOf(commands, line)?.operations.some(({ operation }) => askedRisks(operation).length > 0) === true;

const changes = (commands: readonly Command[], line: string): boolean => {
  const command = commandOf(commands, line);
  return command !== undefined && canChange(command);
};

/** @param guides pages by name */
export const recipesOf = (
  catalogue: readonly LoadedGroup[],
  guides: ReadonlyMap<string, string>,
  scripts: readonly string[],
): readonly Recipe[] => {
  const commands = catalogue.flatMap(({ commands: all }) => all.filter((one) => !isHidden(one)));
  const recipes: readonly Recipe[] = [
    ...commands.map(ofCommand),
    ...ofForeign(commands),
    ...Object.entries(notCovered).flatMap(([part, all]) =>
      Object.values<NotCovered>(all).map((one) => ofNotCovered(part, one)),
    ),
    ...[...guides].flatMap(ofGuide),
    ...scripts.map(ofScript),
    ...Object.entries(allFlags).map(([name, { summary }]) => ({
      title: `--${name}: ${summary}`,
      lines: ['trivet help flags'],
      names: [name, ...otherWords('foreignFlags', name)].join(' '),
      text: summary,
      more: '',
    })),
    ...exitCodes.map(({ code, meaning }) => ({
      title: `Exit code ${code}: ${meaning}`,
      lines: ['trivet help exit-codes'],
      names: `exit code ${code} status`,
      text: meaning,
      more: '',
    })),
  ];
  return recipes.map(({ lines: all, ...recipe }) => {
    // A line to paste asks, whatever the page says for scripts.
    const lines = all.map((line) => line.replaceAll(/ --yes(?= |$)/g, ''));
    return {
      ...recipe,
      lines,
      untried: untriedOf(commands, lines, recipe.steps === true),
      ...(lines.some((line) => destroys(commands, line)) ? { destroys: true } : {}),
      ...(lines.some((line) => changes(commands, line)) ? { changes: true } : {}),
    };
  });
};

/** A guide, by its title and what it is about. */
export const guideRecipe = (name: string, page: string): Recipe => {
  const { title, about } = guideTitle(page);
  return {
    title: `${title}. ${about}`,
    lines: [`trivet help guide ${name}`],
    guide: name,
    names: name,
    text: '',
    more: '',
  };
};

/** `trivet help guide`. */
export const guideList = (guides: readonly Recipe[]): string =>
  `${wrap('Guides: pages that explain how to do things. To find one by a question: trivet how WORDS', 0)}\n${section(
    'GUIDES',
    guides.map(({ title, guide = '' }) => entry(guide, title, 18)),
  )}`;
