/** The index that routing needs, from the commands of the group that the words name; no other group is loaded. */
import { otherWords } from '../catalogue/aliases.ts';
import { allFlags, shortFlags } from '../config/globals.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Command, Group } from '../catalogue/command.ts';
import { flagsOf } from '../engine/flags.ts';
import { memoize } from '../system/values/memoize.ts';
import { carriesValue, isFlag, nameOf, route } from './route.ts';
import type { Index, Route } from './route.ts';

/** The names of flags of each form that `commands` and all others take. */
const formsOf = (commands: readonly Command[]): Record<'valued' | 'bare', ReadonlySet<string>> => {
  const valued = new Set<string>();
  const bare = new Set<string>();
  const add = (name: string, type: string): void => {
    const form = type === 'boolean' ? bare : valued;
    for (const word of [name, ...otherWords('flags', name)]) form.add(word);
  };
  for (const [name, { type }] of Object.entries(allFlags)) {
    add(name, type);
    if (type === 'boolean') bare.add(`no-${name}`);
  }
  for (const [short, key] of Object.entries(shortFlags)) add(short, allFlags[key]?.type ?? 'boolean');
  for (const { name, parameter, negatable } of commands.flatMap(flagsOf)) {
    add(name, parameter.type);
    if (negatable) bare.add(`no-${name}`);
  }
  return { valued, bare };
};

/** The forms of flags are collected only for lines with a flag between the words of a command. */
const indexOf = (commands: readonly Command[]): Index => {
  let forms: ReturnType<typeof formsOf> | undefined;
  const has = (form: 'valued' | 'bare', name: string): boolean =>
    (forms ??= formsOf(commands))[form].has(name);
  return {
    paths: commands.map(({ path }) => path),
    valued: { has: (name) => has('valued', name) },
    bare: { has: (name) => has('bare', name) },
  };
};

const rootIndex = indexOf([]);

/** The index of every group, for lines that begin with a flag of one command. */
export const wholeIndex = async (catalogue: Catalogue): Promise<Index> => indexOf(await catalogue.commands());

/** By group: the lines of a batch ask for few of them many times. */
const knownIn = memoize((_catalogue: Catalogue) => new Map<string, Index>());

const loadIndex = async (catalogue: Catalogue, group: Group): Promise<Index> => {
  const made = indexOf(await group.load());
  knownIn(catalogue).set(group.name, made);
  return made;
};

/** The first word that is not a flag or its value; undefined where the global flags do not decide it. */
const firstWord = (argv: readonly string[]): string | undefined => {
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? '';
    if (word === '--') return '';
    if (!isFlag(word)) return word;
    const next = argv[at + 1];
    if (carriesValue(word) || next === undefined || isFlag(next)) continue;
    const name = nameOf(word);
    if (rootIndex.valued.has(name)) at += 1;
    else if (!rootIndex.bare.has(name)) return undefined;
  }
  return '';
};

/** The index for words; a promise while their group is not loaded. */
export const indexFor = (catalogue: Catalogue, argv: readonly string[]): Index | Promise<Index> => {
  const word = firstWord(argv);
  if (word === undefined) return wholeIndex(catalogue);
  const known = knownIn(catalogue).get(word);
  if (known !== undefined) return known;
  const group = catalogue.group(word);
  return group === undefined ? rootIndex : loadIndex(catalogue, group);
};

/** The route of a command line; `--version` without a command is the command `version`. */
export const routeFor = async (catalogue: Catalogue, argv: readonly string[]): Promise<Route> => {
  const index = indexFor(catalogue, argv);
  const found = route(argv, index instanceof Promise ? await index : index);
  if (!found.asksVersion) return found;
  return routeFor(catalogue, ['version', ...argv.filter((word) => word !== '--version' && word !== '-V')]);
};
