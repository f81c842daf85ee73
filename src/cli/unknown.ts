/**
 * The error for words that are not a command. Its hint comes from aliases, the vendors' words and near spellings; a
 * command that changes something is only suggested for its own name or a typing error of one letter.
 */
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Command } from '../catalogue/command.ts';
import { usageError } from '../system/error.ts';
import { shellWord } from '../catalogue/text/shell-words.ts';
import { none } from '../system/values/list.ts';
import { closest, isSlip } from '../catalogue/text/suggest.ts';
import { foreignWords } from './foreign-words.ts';
import { flagsOf } from '../engine/flags.ts';
import type { Route } from './route.ts';
import { seeOrAsk } from './see-or-ask.ts';
import { unknownFlag } from './unknown-flag.ts';
import { sortWords } from './words.ts';

const root: Command = { path: '', summary: '', operations: [] };

/** Whether a command can change something: one without an operation can if it prints no document. */
const changes = ({ operations, prints }: Command): boolean =>
  operations.length === 0
    ? prints === 'text'
    : operations.some(({ operation }) => operation.effect !== 'read');

const under = (path: readonly string[], command: Command): boolean =>
  path.every((word, at) => command.path.split(' ')[at] === word);

/** The words that may follow a path: names of commands and subgroups, and the vendors' names of commands. */
const followers = (path: readonly string[], commands: readonly Command[]): ReadonlyMap<string, string> => {
  const words = new Map<string, string>();
  for (const command of commands) {
    if (command.hidden === true || !under(path, command)) continue;
    const parts = command.path.split(' ');
    const word = parts[path.length];
    if (word !== undefined) words.set(word, word);
    if (parts.length !== path.length + 1) continue;
    for (const alias of command.aliases ?? []) if (!words.has(alias)) words.set(alias, word ?? '');
  }
  return words;
};

/** The likeliest suggestion for `typed`. */
const meantBy = (
  typed: string,
  path: readonly string[],
  commands: readonly Command[],
): string | undefined => {
  const words = followers(path, commands);
  const exact = words.get(typed);
  if (exact !== undefined) return exact;
  const mayPropose = (word: string): boolean => {
    const whole = [...path, words.get(word) ?? word].join(' ');
    const command = commands.find((one) => one.path === whole);
    return command === undefined || !changes(command) || isSlip(typed, word);
  };
  const [near] = closest(typed, words.keys(), words.size).filter(mayPropose);
  return near === undefined ? undefined : words.get(near);
};

/** A first word stands for its group; a group of one command is that command, and has the vendors' names for it. */
const groupMeantBy = async (catalogue: Catalogue, typed: string): Promise<string | undefined> => {
  const exact = followers([], await catalogue.commands()).get(typed);
  if (exact !== undefined) return exact;
  return closest(
    typed,
    catalogue.groups.map(({ name }) => name),
    1,
  )[0];
};

/** The words after the unknown one that still lead to a command: `rol list` means `role list`. */
const continued = (
  path: readonly string[],
  rest: readonly string[],
  commands: readonly Command[],
): string => {
  let found = path;
  for (const word of rest) {
    const next = followers(found, commands).get(word);
    if (next === undefined) break;
    found = [...found, next];
  }
  return found.join(' ');
};

/** The vendors' word, or it and the next one, with the name that was typed in the command of its hint. */
const foreignHint = (words: string, after: readonly string[]): string | undefined => {
  const two = `${words} ${after[0] ?? ''}`;
  const key = Object.hasOwn(foreignWords, two) ? two : words;
  const said = Object.hasOwn(foreignWords, key) ? foreignWords[key] : undefined;
  const name = key === two ? after[1] : after[0];
  return name === undefined ? said : said?.replaceAll(/ (?:JOB|WORKSPACE|SET)\b/g, ` ${shellWord(name)}`);
};

const hintFor = async (catalogue: Catalogue, route: Route, unknown: string): Promise<string> => {
  const { path, rest } = route;
  const words = [...path, unknown].join(' ');
  const after = rest.filter((word) => !word.startsWith('-')).slice(1);
  const said = foreignHint(words, after);
  // The vendors' exact words come first: `job eval` is one of their commands, and similar to one that changes
  // something.
  if (said !== undefined) return said;
  const [name = await groupMeantBy(catalogue, unknown)] = path;
  const commands = (await catalogue.group(name ?? '')?.load()) ?? [];
  const word = path.length === 0 ? name : meantBy(unknown, path, commands);
  if (word === undefined) return seeOrAsk(path, [...path, unknown, ...after]);
  return `Perhaps you meant: trivet ${continued([...path, word], after, commands)}`;
};

/** The error for a route that ends before a command does. */
export const unknownCommand = async (catalogue: Catalogue, route: Route): Promise<Error> => {
  const { path, rest, unknown } = route;
  const typed = [...path, ...(unknown === undefined ? [] : [unknown])].join(' ');
  if (typed === '') {
    const strange = sortWords(rest, none, flagsOf(root)).unknown;
    return strange === undefined
      ? usageError('a command is missing', 'See: trivet --help\nOr ask: trivet how')
      : unknownFlag(strange, root, flagsOf(root));
  }
  // After a misspelt flag, its value looks like the command.
  const before = unknown === undefined ? [] : rest.slice(0, rest.indexOf(unknown));
  const strange = path.length > 0 ? undefined : sortWords(before, none, flagsOf(root)).unknown;
  if (strange !== undefined) return unknownFlag(strange, root, flagsOf(root));
  if (unknown === undefined)
    return usageError(
      `trivet ${typed} needs a subcommand`,
      `See: trivet ${typed} --help\nOr ask: trivet how ${typed}`,
    );
  return usageError(`unknown command "${typed}"`, await hintFor(catalogue, route, unknown));
};
