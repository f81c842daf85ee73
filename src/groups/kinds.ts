/** Every kind of object by name; those of a group are loaded together with its commands. */
import type { Command } from '../model/catalogue/command.ts';
import type { KindName } from '../model/catalogue/kind-name.ts';
import { isKindName } from '../model/catalogue/kind-name.ts';
import type { ObjectKind } from '../model/catalogue/kind.ts';

type Load = () => Promise<readonly ObjectKind[]>;

const workspace: Load = async () => (await import('./workspace/kinds.ts')).default;
const message: Load = async () => (await import('./message/kinds.ts')).default;
const pki: Load = async () => (await import('./pki/kinds.ts')).default;
const cloud: Load = async () => (await import('./cloud/kinds.ts')).default;
const ldap: Load = async () => (await import('./ldap/kinds.ts')).default;
const job: Load = async () => (await import('./job/kinds.ts')).default;

const loads: Readonly<Record<KindName, Load>> = {
  workspace,
  message,
  'pki-role': pki,
  'pki-certificate': pki,
  'pki-urls': pki,
  'pki-crl-config': pki,
  'cloud-role': cloud,
  'cloud-static-role': cloud,
  'cloud-config': cloud,
  'ldap-role': ldap,
  'ldap-static-role': ldap,
  'ldap-set': ldap,
  'ldap-config': ldap,
  job,
  allocation: job,
  action: job,
  group: job,
};

/** The kind of that name; undefined for a word that is not a kind. */
export const kindNamed = async (name: string): Promise<ObjectKind | undefined> =>
  isKindName(name) ? (await loads[name]()).find(({ kind }) => kind === name) : undefined;

/** The kinds of a group, by the first word of its commands. */
const ofGroup: Readonly<Record<string, Load>> = { workspace, message, pki, cloud, ldap, job };

/** The kind whose objects a command lists; undefined where it lists something else. */
export const kindListedBy = async (command: Command): Promise<ObjectKind | undefined> => {
  const kinds = (await ofGroup[command.path.split(' ')[0] ?? '']?.()) ?? [];
  return kinds.find(({ list }) => list?.command === command);
};

/** The kind whose objects a command creates or changes as a whole. */
export const kindWrittenBy = async (command: Command): Promise<ObjectKind | undefined> => {
  const kinds = (await ofGroup[command.path.split(' ')[0] ?? '']?.()) ?? [];
  return kinds.find(({ write }) => write?.create === command || write?.update === command);
};
