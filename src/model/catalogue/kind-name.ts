/** The kinds of objects (`kind.ts`), as parameters and the desired state name them, and as a sentence does. */

/** Kinds that files can hold. */
const stateNouns = {
  workspace: 'workspace',
  message: 'message',
  'pki-role': 'role',
  'pki-urls': 'URLs of issued certificates',
  'pki-crl-config': 'CRL configuration',
  'cloud-role': 'role',
  'cloud-static-role': 'static role',
  'cloud-config': 'root configuration',
  'ldap-role': 'role',
  'ldap-static-role': 'static role',
  'ldap-set': 'library set',
  'ldap-config': 'connection to the directory',
  job: 'job',
} as const;

/** Kinds that only commands are about. */
const otherNouns = {
  'pki-certificate': 'certificate',
  allocation: 'allocation',
  action: 'action',
  group: 'task group',
} as const;

export const kindNouns = { ...stateNouns, ...otherNouns };

export type StateKindName = keyof typeof stateNouns;
export type OtherKindName = keyof typeof otherNouns;
export type KindName = StateKindName | OtherKindName;

export const isKindName = (name: string): name is KindName => Object.hasOwn(kindNouns, name);

export const isStateKind = (name: string): name is StateKindName => Object.hasOwn(stateNouns, name);

export const kindNames = Object.keys(kindNouns).filter(isKindName);

export const stateKinds = kindNames.filter(isStateKind);
