/** The names of the kinds of objects (`kind.ts`), as parameters and the desired state use them. */
export const kindNames = [
  'workspace',
  'message',
  'pki-role',
  'pki-certificate',
  'cloud-role',
  'cloud-static-role',
  'ldap-role',
  'ldap-static-role',
  'ldap-set',
  'job',
  'allocation',
  'action',
  'group',
] as const;

export type KindName = (typeof kindNames)[number];
