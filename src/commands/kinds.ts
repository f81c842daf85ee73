/** Every kind of object by name; those of a group are loaded together with its commands. */
import type { Command } from '../catalogue/command.ts';
import { groupOfKind, isKindName } from '../catalogue/kind-name.ts';
import type { GroupOfKinds } from '../catalogue/kind-name.ts';
import type { ObjectKind } from '../catalogue/kind.ts';

type Kinds = readonly ObjectKind[];

const loads: Readonly<Record<GroupOfKinds, () => Promise<{ readonly default: Kinds }>>> = {
  workspace: () => import('./workspace/kinds.ts'),
  message: () => import('./message/kinds.ts'),
  pki: () => import('./pki/kinds.ts'),
  cloud: () => import('./cloud/kinds.ts'),
  ldap: () => import('./ldap/kinds.ts'),
  lease: () => import('./lease/kinds.ts'),
  job: () => import('./job/kinds.ts'),
};

const hasKinds = (group: string): group is GroupOfKinds => Object.hasOwn(loads, group);

/** The kinds of a group, by the first word of its commands. */
const kindsOf = async (group: string): Promise<Kinds> =>
  hasKinds(group) ? (await loads[group]()).default : [];

/** The kind of that name; undefined for a word that is not a kind. */
export const kindNamed = async (name: string): Promise<ObjectKind | undefined> =>
  isKindName(name) ? (await kindsOf(groupOfKind(name))).find(({ kind }) => kind === name) : undefined;

const kindWith = async (
  command: Command,
  is: (kind: ObjectKind) => boolean,
): Promise<ObjectKind | undefined> => (await kindsOf(command.path.split(' ')[0] ?? '')).find(is);

/** The kind whose objects a command lists; undefined where it lists something else. */
export const kindListedBy = (command: Command): Promise<ObjectKind | undefined> =>
  kindWith(command, ({ list }) => list?.command === command);

/** The kind whose objects a command creates or changes as a whole. */
export const kindWrittenBy = (command: Command): Promise<ObjectKind | undefined> =>
  kindWith(command, ({ write }) => write?.create === command || write?.update === command);
