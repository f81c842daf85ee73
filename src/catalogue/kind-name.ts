import { meantWord } from './aliases.ts';

/** Kinds that files can hold, with their group and a noun for sentences. */
const stateNames = {
  workspace: ['workspace', 'workspace'],
  message: ['message', 'message'],
  'pki-role': ['pki', 'role'],
  'pki-urls': ['pki', 'URLs of issued certificates'],
  'pki-crl-config': ['pki', 'CRL configuration'],
  'cloud-role': ['aws', 'role'],
  'cloud-static-role': ['aws', 'static role'],
  'cloud-config': ['aws', 'root configuration'],
  'ldap-role': ['ldap', 'role'],
  'ldap-static-role': ['ldap', 'static role'],
  'ldap-set': ['ldap', 'library set'],
  'ldap-config': ['ldap', 'connection to the directory'],
  job: ['job', 'job'],
} as const;

/** Kinds that only commands are about. */
const otherNames = {
  'pki-certificate': ['pki', 'certificate'],
  lease: ['lease', 'lease'],
  allocation: ['job', 'allocation'],
  action: ['job', 'action'],
  group: ['job', 'task group'],
} as const;

const names = { ...stateNames, ...otherNames };

export type StateKindName = keyof typeof stateNames;
export type OtherKindName = keyof typeof otherNames;
export type KindName = StateKindName | OtherKindName;

export const isKindName = (name: string): name is KindName => Object.hasOwn(names, name);

export const kindNamed = (word: string): KindName | undefined => {
  const name = meantWord('kinds', word);
  return isKindName(name) ? name : undefined;
};

export const isStateKind = (name: string): name is StateKindName => Object.hasOwn(stateNames, name);

/**
 * How a server stores names that it accepts in several spellings: the directory engine in lower case, serial
 * numbers as lower-case octets with colons.
 */
const spellings: Readonly<Partial<Record<string, 'lower case' | 'serial number'>>> = {
  'ldap-role': 'lower case',
  'ldap-static-role': 'lower case',
  'ldap-set': 'lower case',
  'pki-certificate': 'serial number',
} satisfies Partial<Record<KindName, 'lower case' | 'serial number'>>;

/** Undefined if names with another spelling are other objects. */
export const spellingOf = (kind: string): 'lower case' | 'serial number' | undefined =>
  Object.hasOwn(spellings, kind) ? spellings[kind] : undefined;

export const kindNames = Object.keys(names).filter(isKindName);

export const stateKinds = kindNames.filter(isStateKind);

export const groupOfKind = (kind: KindName): string => names[kind][0];

export const nounOf = (kind: KindName): string => names[kind][1];
