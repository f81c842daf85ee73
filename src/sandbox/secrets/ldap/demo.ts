import type { Input } from '../coerce.ts';
import { BIND_DN, BIND_PASSWORD, USER_DN } from './directory-entries.ts';

export const DEMO_CONFIGURATION: Input = {
  binddn: BIND_DN,
  bindpass: BIND_PASSWORD,
  url: 'ldap://127.0.0.1',
  userdn: USER_DN,
  userattr: 'uid',
};

export const DEMO_STATIC_ROLES: readonly (readonly [string, Input])[] = [
  ['hashed/app', { username: 'app', rotation_period: '24h' }],
  ['app-01', { username: 'app-01', rotation_period: '24h' }],
  ['team/reports', { username: 'reports', rotation_period: '24h' }],
];

const DELETION = `dn: cn=readers,ou=groups,${USER_DN}
changetype: modify
delete: member
member: uid={{.Username}},ou=users,${USER_DN}
-

dn: uid={{.Username}},ou=users,${USER_DN}
changetype: delete
`;

const READER: Input = {
  creation_ldif: `dn: uid={{.Username}},ou=users,${USER_DN}
objectClass: inetOrgPerson
uid: {{.Username}}
cn: {{.Username}}
sn: {{.Username | lowercase}}
userPassword: {{.Password}}

dn: cn=readers,ou=groups,${USER_DN}
changetype: modify
add: member
member: uid={{.Username}},ou=users,${USER_DN}
-
`,
  deletion_ldif: DELETION,
  rollback_ldif: DELETION,
  default_ttl: '1h',
  max_ttl: '24h',
};

export const DEMO_DYNAMIC_ROLES: readonly (readonly [string, Input])[] = [
  ['temp', READER],
  ['dev', READER],
];

export const DEMO_SETS: readonly (readonly [string, Input])[] = [
  ['team/ops', { service_account_names: ['svc-ops-1', 'svc-ops-2'], ttl: '1h', max_ttl: '8h' }],
  ['team-a', { service_account_names: ['svc-01', 'svc-02'], ttl: '2h', max_ttl: '12h' }],
  ['team/db', { service_account_names: ['svc-db-1'] }],
];
