/** The error for unknown words. Only a slip of one letter leads to a command that changes something. */
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Command } from '../catalogue/command.ts';
import { canChange } from '../catalogue/command.ts';
import { usageError } from '../system/error.ts';
import { closest, isSlip } from '../catalogue/text/suggest.ts';
import { hintOf, meantByLine } from './foreign-hint.ts';
import type { Meant } from './foreign-lines.ts';
import { tools } from './foreign-lines.ts';
import { isFlag, Leaf, leafOf } from './leaf.ts';
import { seeHelp, unknownFlag } from './mistakes.ts';
import { Branch, leafAt, pathOf } from './program.ts';
import { route, routeFor, wholeProgram } from './route.ts';
import type { Route } from './route.ts';

const root: Command = { path: '', summary: '', operations: [] };

type Node = Branch | Leaf;

/** The words that may follow, with the vendors' names of commands. */
const followers = (at: Node): ReadonlyMap<string, Node> => {
  if (at instanceof Leaf) return new Map();
  const visible = at.createHelp().visibleCommands(at);
  const nodes = visible.filter((one) => one instanceof Branch || one instanceof Leaf);
  const words = new Map<string, Node>(nodes.map((node) => [node.name(), node]));
  for (const node of nodes)
    for (const alias of leafAt(node)?.declared.aliases ?? []) if (!words.has(alias)) words.set(alias, node);
  return words;
};

const meantBy = (typed: string, at: Node): Node | undefined => {
  const words = followers(at);
  const mayPropose = (word: string): boolean => {
    const leaf = leafAt(words.get(word));
    return leaf === undefined || !canChange(leaf.declared) || isSlip(typed, word);
  };
  return words.get(typed) ?? words.get(closest(typed, words.keys(), words.size).find(mayPropose) ?? '');
};

/** A group of one command is that command, and has the vendors' names for it. */
const groupMeantBy = async (catalogue: Catalogue, typed: string): Promise<Node | undefined> => {
  const words = followers(await wholeProgram(catalogue));
  const names = catalogue.groups.map(({ name }) => name);
  return words.get(typed) ?? words.get(closest(typed, names, 1)[0] ?? '');
};

/** Continues after an unknown word: `rol list` means `role list`. */
const continued = (from: Node, words: readonly string[]): string => {
  let at = from;
  for (const word of words) {
    const next = followers(at).get(word);
    if (next === undefined) break;
    at = next;
  }
  return pathOf(at).join(' ');
};

/** Adds the words that continue after a group: `aws role list`. */
const ledOn = async (catalogue: Catalogue, meant: Meant, after: readonly string[]): Promise<Meant> => {
  if (typeof meant !== 'string') return meant;
  const { node, name, leaf } = await routeFor(catalogue, meant.split(' '));
  return name === meant && leaf === undefined ? continued(node, after) : meant;
};

/** The meaning of words after another tool's name: a command of trivet, or another line of that tool. */
const withoutTool = async (catalogue: Catalogue, words: readonly string[]): Promise<string> => {
  const found = route(words, await wholeProgram(catalogue));
  if (found.unknown !== undefined) return hintFor(catalogue, found, found.unknown);
  return found.path.length === 0 ? seeHelp('') : hintOf([found.name]);
};

/** Flags of other tools about the looks of a reply, or that trivet does not need. */
const isOfLooks = (word: string): boolean =>
  /^--?(?:format|field)=|^--?(?:f|force|json|verbose|detach|no-color)$/.test(word);

const hintFor = async (
  catalogue: Catalogue,
  { path, node: at, rest }: Route,
  unknown: string,
): Promise<string> => {
  const following = rest.slice(rest.indexOf(unknown) + 1).filter((word) => !isOfLooks(word));
  const flag = following.findIndex(isFlag);
  const after = flag === -1 ? following : following.slice(0, flag);
  const tool = path.length === 0 ? tools.get(unknown) : undefined;
  const meant = tool === undefined ? meantByLine([...path, unknown, ...after]) : meantByLine(after, tool);
  // Lines of other tools come first: `job eval` is similar to a command that changes something.
  if (meant?.length === 0) return seeHelp(path.join(' '));
  if (meant !== undefined) return hintOf(await Promise.all(meant.map((one) => ledOn(catalogue, one, after))));
  if (tool !== undefined) return withoutTool(catalogue, after);
  const node = path.length === 0 ? await groupMeantBy(catalogue, unknown) : meantBy(unknown, at);
  return node === undefined ? seeHelp(path.join(' ')) : hintOf([continued(node, after)]);
};

export const unknownCommand = async (catalogue: Catalogue, found: Route): Promise<Error> => {
  const { path, rest, unknown } = found;
  const typed = [...path, ...(unknown === undefined ? [] : [unknown])].join(' ');
  if (typed === '') {
    const strange = leafOf(root).sort(rest).unknown;
    return strange === undefined
      ? usageError('a command is missing', seeHelp(''))
      : unknownFlag(strange, root);
  }
  // The value of a misspelt flag looks like a command.
  const before = unknown === undefined ? [] : rest.slice(0, rest.indexOf(unknown));
  const strange = path.length > 0 ? undefined : leafOf(root).sort(before).unknown;
  if (strange !== undefined) return unknownFlag(strange, root);
  if (unknown === undefined) return usageError(`trivet ${typed} needs a subcommand`, seeHelp(typed));
  return usageError(`unknown command "${typed}"`, await hintFor(catalogue, found, unknown));
};
