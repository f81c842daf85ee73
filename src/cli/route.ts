/** Finds the command in argv, where flags may be anywhere. Only the named group is loaded. */
import { otherWords } from '../catalogue/aliases.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { allFlags, shortFlags } from '../config/globals.ts';
import { flagsOf } from '../run/flags.ts';
import { memoize } from '../system/values/memoize.ts';
import { isFlag, Leaf } from './leaf.ts';
import { Branch, follow, leafAt, leavesOf, pathOf, programOf } from './program.ts';

export interface Route {
  readonly path: readonly string[];
  readonly name: string;
  readonly node: Branch | Leaf;
  readonly leaf: Leaf | undefined;
  readonly rest: readonly string[];
  readonly tail: readonly string[] | undefined;
  readonly asksHelp: boolean;
  readonly asksVersion: boolean;
  /** The first word after the path, if it is neither a command nor a flag. */
  readonly unknown: string | undefined;
}

interface Forms {
  readonly valued: ReadonlySet<string>;
  readonly bare: ReadonlySet<string>;
}

/** Made only for lines with a flag within the path. */
const formsOf = memoize((program: Branch): Forms => {
  const forms = { valued: new Set<string>(), bare: new Set<string>() };
  const add = (name: string, type: string): void => {
    const form = type === 'boolean' ? forms.bare : forms.valued;
    for (const word of [name, ...otherWords('flags', name)]) form.add(word);
  };
  for (const [name, { type }] of Object.entries(allFlags)) {
    add(name, type);
    if (type === 'boolean') forms.bare.add(`no-${name}`);
  }
  for (const [short, key] of Object.entries(shortFlags)) add(short, allFlags[key]?.type ?? 'boolean');
  for (const { name, parameter, negatable } of leavesOf(program).flatMap(({ declared }) =>
    flagsOf(declared),
  )) {
    add(name, parameter.type);
    if (negatable) forms.bare.add(`no-${name}`);
  }
  return forms;
});

const openFlag = (word = ''): string | undefined =>
  isFlag(word) ? (/^--([^=]+)$|^-(.)$/su.exec(word)?.slice(1).join('') ?? undefined) : undefined;

export const route = (argv: readonly string[], program: Branch): Route => {
  const cut = argv.indexOf('--');
  const words = cut === -1 ? argv : argv.slice(0, cut);
  const tail = cut === -1 ? undefined : argv.slice(cut + 1);
  const rest: string[] = [];
  let unknown: string | undefined;
  let at: Branch | Leaf = program;
  const isValue = (word: string, before: string | undefined): boolean => {
    const name = at instanceof Leaf ? undefined : openFlag(before);
    if (name === undefined) return false;
    const { valued, bare } = formsOf(program);
    // If a flag is a switch in one command and takes a value in another, a next word of the path wins.
    return valued.has(name) && !(bare.has(name) && (unknown !== undefined || follows(word) !== undefined));
  };
  const follows = (word: string): Branch | Leaf | undefined =>
    unknown === undefined && at instanceof Branch ? follow(at, word) : undefined;
  for (const [index, word] of words.entries()) {
    const isOfFlag = isFlag(word) || isValue(word, words[index - 1]);
    const further = isOfFlag ? undefined : follows(word);
    if (further !== undefined) {
      at = further;
      continue;
    }
    rest.push(word);
    if (!isOfFlag) unknown ??= word;
  }
  const leaf = leafAt(at);
  const path = pathOf(at);
  return {
    path,
    name: path.join(' '),
    node: at,
    leaf,
    rest,
    tail,
    asksHelp: rest.some((word) => word === '--help' || word === '-h'),
    asksVersion: path.length === 0 && rest.some((word) => word === '--version' || word === '-V'),
    unknown: leaf === undefined ? unknown : undefined,
  };
};

const noGroup = programOf([]);

export const wholeProgram = memoize((catalogue: Catalogue): Promise<Branch> =>
  catalogue.commands().then(programOf),
);

/** Programs by group, since a batch asks for few of them many times. */
const programsIn = memoize((_catalogue: Catalogue) => new Map<string, Branch>());

const firstWord = (argv: readonly string[]): string | undefined => {
  const { valued, bare } = formsOf(noGroup);
  const at = argv.findIndex(
    (word, index) => word === '--' || (!isFlag(word) && !valued.has(openFlag(argv[index - 1]) ?? '')),
  );
  const word = argv[at] ?? '--';
  const before = openFlag(argv[at - 1]);
  if (word === '--') return '';
  return before === undefined || bare.has(before) ? word : undefined;
};

const programFor = (catalogue: Catalogue, argv: readonly string[]): Branch | Promise<Branch> => {
  const word = firstWord(argv);
  if (word === undefined) return wholeProgram(catalogue);
  const known = programsIn(catalogue).get(word);
  if (known !== undefined) return known;
  const group = catalogue.group(word);
  return group === undefined
    ? noGroup
    : group.load().then((commands) => {
        const made = programOf(commands);
        programsIn(catalogue).set(word, made);
        return made;
      });
};

export const routeFor = async (catalogue: Catalogue, argv: readonly string[]): Promise<Route> => {
  const program = programFor(catalogue, argv);
  const found = route(argv, program instanceof Promise ? await program : program);
  if (!found.asksVersion) return found;
  return routeFor(catalogue, ['version', ...argv.filter((word) => word !== '--version' && word !== '-V')]);
};
