/**
 * The error for words that are not a command. Its hint comes from lines of other tools, aliases and near
 * spellings; a near spelling only leads to a change if it is a typing error of one letter.
 */
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Command } from '../catalogue/command.ts';
import { usageError } from '../system/error.ts';
import { closest, isSlip } from '../catalogue/text/suggest.ts';
import { hintOf, meantByLine } from './foreign-hint.ts';
import type { Meant } from './foreign-lines.ts';
import { tools } from './foreign-lines.ts';
import { isFlag, leafOf } from './leaf.ts';
import { seeHelp, unknownFlag } from './mistakes.ts';
import { route, wholeProgram } from './route.ts';
import type { Route } from './route.ts';

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

/** The answer, and where it is a group the words that still lead on: `aws role list`. */
const ledOn = async (catalogue: Catalogue, meant: Meant, after: readonly string[]): Promise<Meant> => {
  if (typeof meant !== 'string') return meant;
  const path = meant.split(' ');
  const commands = (await catalogue.group(path[0] ?? '')?.load()) ?? [];
  const isGroup = commands.every((one) => one.path !== meant) && commands.some((one) => under(path, one));
  return isGroup ? continued(path, after, commands) : meant;
};

/** The hint for words after the name of another tool, which are a command of trivet or another line of that tool. */
const withoutTool = async (catalogue: Catalogue, words: readonly string[]): Promise<string> => {
  const found = route(words, await wholeProgram(catalogue));
  if (found.unknown !== undefined) return hintFor(catalogue, found, found.unknown);
  return found.path.length === 0 ? seeHelp('') : hintOf([found.name]);
};

const hintFor = async (catalogue: Catalogue, { path, rest }: Route, unknown: string): Promise<string> => {
  const following = rest.slice(rest.indexOf(unknown) + 1);
  const flag = following.findIndex(isFlag);
  const after = flag === -1 ? following : following.slice(0, flag);
  const tool = path.length === 0 ? tools.get(unknown) : undefined;
  const meant = tool === undefined ? meantByLine([...path, unknown, ...after]) : meantByLine(after, tool);
  // Lines of other tools come first: `job eval` is one of them, and similar to a command that changes something.
  if (meant?.length === 0) return seeHelp(path.join(' '));
  if (meant !== undefined) return hintOf(await Promise.all(meant.map((one) => ledOn(catalogue, one, after))));
  if (tool !== undefined) return withoutTool(catalogue, after);
  const [name = await groupMeantBy(catalogue, unknown)] = path;
  const commands = (await catalogue.group(name ?? '')?.load()) ?? [];
  const word = path.length === 0 ? name : meantBy(unknown, path, commands);
  if (word === undefined) return seeHelp(path.join(' '));
  return hintOf([continued([...path, word], after, commands)]);
};

/** The error for a route that ends before a command does. */
export const unknownCommand = async (catalogue: Catalogue, found: Route): Promise<Error> => {
  const { path, rest, unknown } = found;
  const typed = [...path, ...(unknown === undefined ? [] : [unknown])].join(' ');
  if (typed === '') {
    const strange = leafOf(root).sort(rest).unknown;
    return strange === undefined
      ? usageError('a command is missing', seeHelp(''))
      : unknownFlag(strange, root);
  }
  // After a misspelt flag, its value looks like the command.
  const before = unknown === undefined ? [] : rest.slice(0, rest.indexOf(unknown));
  const strange = path.length > 0 ? undefined : leafOf(root).sort(before).unknown;
  if (strange !== undefined) return unknownFlag(strange, root);
  if (unknown === undefined) return usageError(`trivet ${typed} needs a subcommand`, seeHelp(typed));
  return usageError(`unknown command "${typed}"`, await hintFor(catalogue, found, unknown));
};
