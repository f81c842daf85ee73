/** The kinds of objects (`kind.ts`), as parameters and the desired state name them, and as a sentence does. */
export const kindNouns = {
  workspace: 'workspace',
  message: 'message',
  'pki-role': 'role',
  'pki-certificate': 'certificate',
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
  allocation: 'allocation',
  action: 'action',
  group: 'task group',
} as const;

export type KindName = keyof typeof kindNouns;

export const isKindName = (name: string): name is KindName => Object.hasOwn(kindNouns, name);

export const kindNames = Object.keys(kindNouns).filter(isKindName);
