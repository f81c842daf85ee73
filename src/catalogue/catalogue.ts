/** The groups, commands and kinds as one value: the top makes it, and every run carries it. */
import { meantWord, otherPaths } from './aliases.ts';
import type { Command, Group } from './command.ts';
import { groupOfKind, isKindName } from './kind-name.ts';
import type { GroupOfKinds } from './kind-name.ts';
import type { ObjectKind } from './kind.ts';
import type { Operation } from './operation.ts';

type Kinds = readonly ObjectKind[];

/** The kinds of a group are loaded together with its commands. */
export type KindsByGroup = Readonly<Record<GroupOfKinds, () => Promise<{ readonly default: Kinds }>>>;

export interface Catalogue {
  /** In the order of `trivet --help`; a group is loaded only when it is named. */
  readonly groups: readonly Group[];
  readonly group: (name: string) => Group | undefined;
  readonly commands: () => Promise<readonly Command[]>;
  /** The command of a whole path: `job scale`. */
  readonly command: (path: string) => Command | undefined | Promise<Command | undefined>;
  /** The operation of an ID: `job.scale`; undefined for one of another version of trivet. */
  readonly operation: (id: string) => Promise<Operation | undefined>;
  /** The kind of that name; undefined for a word that is not a kind. */
  readonly kind: (name: string) => Promise<ObjectKind | undefined>;
  /** The kind whose objects a command lists; undefined where it lists something else. */
  readonly kindListedBy: (command: Command) => Promise<ObjectKind | undefined>;
  /** The kind whose objects a command creates or changes as a whole. */
  readonly kindWrittenBy: (command: Command) => Promise<ObjectKind | undefined>;
}

const groupIn = (path: string): string => path.split(' ')[0] ?? '';

export const createCatalogue = (groups: readonly Group[], kinds: KindsByGroup): Catalogue => {
  const byName = new Map(groups.map((group) => [group.name, group]));
  const groupNamed = (name: string): Group | undefined => byName.get(meantWord('groups', name));
  const hasKinds = (group: string): group is GroupOfKinds => Object.hasOwn(kinds, group);
  const kindsOf = async (group: string): Promise<Kinds> =>
    hasKinds(group) ? (await kinds[group]()).default : [];
  // The lines of a batch ask for few commands many times, and wait for none that was found before.
  const known = new Map<string, Command>();
  const load = async (path: string): Promise<Command | undefined> => {
    const commands = await groupNamed(groupIn(path))?.load();
    const found =
      commands?.find((command) => command.path === path) ??
      commands?.find((command) => otherPaths(command.path).includes(path));
    if (found !== undefined) known.set(path, found);
    return found;
  };
  return {
    groups,
    group: groupNamed,
    commands: async () => (await Promise.all(groups.map((group) => group.load()))).flat(),
    command: (path) => known.get(path) ?? load(path),
    operation: async (id) =>
      (await groupNamed(id.split('.')[0] ?? '')?.load())
        ?.flatMap(({ operations }) => operations)
        .find(({ operation }) => operation.id === id)?.operation,
    kind: async (name) =>
      isKindName(name) ? (await kindsOf(groupOfKind(name))).find(({ kind }) => kind === name) : undefined,
    kindListedBy: async (command) =>
      (await kindsOf(groupIn(command.path))).find(({ list }) => list?.command === command),
    kindWrittenBy: async (command) =>
      (await kindsOf(groupIn(command.path))).find(
        ({ write }) => write?.create === command || write?.update === command,
      ),
  };
};
