import { meantWord, otherPaths } from './aliases.ts';
import type { Command } from './command.ts';
import { groupOfKind, isKindName } from './kind-name.ts';
import type { ObjectKind } from './kind.ts';
import type { Operation } from './operation.ts';
import type { ServiceName } from './product.ts';

/** Loaded when one of its commands, or of its kinds, is asked for. */
export interface Group {
  readonly name: string;
  readonly summary: string;
  readonly service?: ServiceName;
  load(): Promise<readonly Command[]>;
  kinds?(): Promise<readonly ObjectKind[]>;
}

export interface Catalogue {
  readonly groups: readonly Group[];
  readonly group: (name: string) => Group | undefined;
  readonly commands: () => Promise<readonly Command[]>;
  readonly command: (path: string) => Command | undefined | Promise<Command | undefined>;
  readonly operation: (id: string) => Promise<Operation | undefined>;
  readonly kind: (name: string) => Promise<ObjectKind | undefined>;
  readonly kindListedBy: (command: Command) => Promise<ObjectKind | undefined>;
  readonly kindWrittenBy: (command: Command) => Promise<ObjectKind | undefined>;
}

const groupIn = (path: string): string => path.split(' ')[0] ?? '';

export const createCatalogue = (groups: readonly Group[]): Catalogue => {
  const byName = new Map(groups.map((group) => [group.name, group]));
  const groupNamed = (name: string): Group | undefined => byName.get(meantWord('groups', name));
  const kindsOf = async (group: string): Promise<readonly ObjectKind[]> =>
    (await byName.get(group)?.kinds?.()) ?? [];
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
