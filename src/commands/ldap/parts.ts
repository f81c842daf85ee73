/** test/seeds/2-secrets.md §2.4, §4.4. */
import type { Parameter } from '../../catalogue/parameter.ts';
import type { Rule } from '../../catalogue/rule.ts';
import { ldapMount } from '../../services/secrets/engine-parts.ts';

export const mount = ldapMount;

export const shared = { source: '2 §4.4', service: 'secrets', slow: true } as const;

export const staticRoleName = {
  in: 'path',
  type: 'string',
  summary: 'Static role name; slashes form a hierarchy',
  required: true,
  slashes: 'path',
  complete: 'ldap-static-role',
  metavar: 'name',
} as const satisfies Parameter;

/** Only the service knew the passwords of the entries that it let go. */
export const lostPasswords = (whose: string): string => `Nobody knows the passwords of ${whose} afterwards.`;

export const roleName = {
  in: 'path',
  type: 'string',
  summary: 'Dynamic role name; slashes form a hierarchy',
  required: true,
  slashes: 'path',
  complete: 'ldap-role',
  metavar: 'role',
} as const satisfies Parameter;

export const setName = {
  in: 'path',
  type: 'string',
  summary: 'Library set name; slashes form a hierarchy',
  required: true,
  slashes: 'path',
  complete: 'ldap-set',
  limits: {
    pattern: '(?!manage/)(?!.*/(?:status|check-out|check-in)$).+',
    meaning: 'a name that does not start with manage/ and does not end in /status, /check-out or /check-in',
  },
  metavar: 'set',
} as const satisfies Parameter;

/** Products whose writes keep omitted settings. */
export const partial = ['vault'] as const;

const flat = (parameter: string): Rule => ({
  rule: 'pattern',
  parameter,
  pattern: '[^/]+',
  meaning: 'a name without slashes',
  because: '{server} does not support hierarchical names',
  servers: [{ family: 'vault', lacks: 'hierarchical-names' }],
});

export const flatRole: readonly Rule[] = [flat('role_name')];
export const flatSet: readonly Rule[] = [flat('set_name')];

export const accounts = {
  in: 'body',
  type: 'strings',
  summary: 'Accounts to check in',
  complete: 'borrowed-account',
  default: 'the one that is borrowed',
  metavar: 'account',
} as const satisfies Parameter;

export const environment = { LDAP_USERNAME: 'username', LDAP_PASSWORD: 'password' } as const;
