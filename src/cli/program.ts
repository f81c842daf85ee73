/** The commander program of a group: a branch for each word with followers, and a leaf for each path. */
import { isHidden } from '../catalogue/command.ts';
import { Command as Parser } from 'commander';
import { meantWord, otherPaths, otherWords } from '../catalogue/aliases.ts';
import type { Command } from '../catalogue/command.ts';
import { memoize } from '../system/values/memoize.ts';
import { Leaf } from './leaf.ts';

export class Branch extends Parser {
  /** The command of these words themselves: `status`. */
  leaf: Leaf | undefined;

  constructor(name: string) {
    super(name);
    this.helpCommand(false);
  }
}

export const leafAt = (node: Branch | Leaf | undefined): Leaf | undefined =>
  node instanceof Branch ? node.leaf : node;

export const pathOf = memoize((node: Branch | Leaf): readonly string[] => {
  const leaf = leafAt(node);
  if (leaf !== undefined) return leaf.declared.path.split(' ');
  const words: string[] = [];
  for (let at: Leaf['parent'] = node; at?.parent != null; at = at.parent) words.unshift(at.name());
  return words;
});

export const follow = (from: Branch, word: string): Branch | Leaf | undefined => {
  const found = from.commands.find((one) => one.name() === word || one.aliases().includes(word));
  return found instanceof Branch || found instanceof Leaf ? found : undefined;
};

export const leavesOf = ({ leaf, commands }: Branch): readonly Leaf[] => [
  ...(leaf === undefined ? [] : [leaf]),
  ...commands.flatMap((one) => (one instanceof Branch ? leavesOf(one) : one instanceof Leaf ? [one] : [])),
];

const branchAt = (program: Branch, words: readonly string[]): Branch => {
  let branch = program;
  for (const word of words) {
    const known = follow(branch, word);
    const next = known instanceof Branch ? known : new Branch(word);
    if (next !== known) branch.addCommand(next);
    branch = next;
  }
  return branch;
};

export const programOf = memoize((commands: readonly Command[]): Branch => {
  const program = new Branch('trivet');
  const paths = commands.map((command) => ({ command, words: command.path.split(' ') }));
  // Branches come first, since a word of one may be a command, too.
  for (const { words } of paths) branchAt(program, words.slice(0, -1));
  const leaves = paths.map(({ command, words }): Leaf => {
    const last = words.at(-1) ?? '';
    const leaf = new Leaf(last, command);
    const branch = branchAt(program, words.slice(0, -1));
    const known = follow(branch, last);
    if (known instanceof Branch) known.leaf = leaf;
    else branch.addCommand(leaf, { hidden: isHidden(command) });
    return leaf;
  });
  for (const leaf of leaves)
    for (const other of otherPaths(leaf.declared.path)) {
      const [group = '', ...rest] = other.split(' ');
      const words = [meantWord('groups', group), ...rest];
      const last = words.at(-1) ?? '';
      const branch = branchAt(program, words.slice(0, -1));
      // The command that has the word itself wins.
      if (follow(branch, last) !== undefined) continue;
      if (branch === leaf.parent) leaf.alias(last);
      else branch.addCommand(new Leaf(last, leaf.declared), { hidden: true });
    }
  for (const branch of program.commands)
    for (const other of otherWords('groups', branch.name()))
      if (follow(program, other) === undefined) branch.alias(other);
  return program;
});
