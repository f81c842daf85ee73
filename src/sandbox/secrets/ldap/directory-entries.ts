import type { Entry } from './directory.ts';
import { Directory } from './directory.ts';

const SUFFIX = 'dc=example,dc=com';

export const BIND_DN = `cn=bindadmin,${SUFFIX}`;
export const BIND_PASSWORD = 'bind-secret-1';
export const USER_DN = SUFFIX;

export const PEOPLE: readonly string[] = [
  'alice',
  'bob',
  'carol',
  'dave',
  'erin',
  'app',
  'app-01',
  'backup',
  'reports',
];
export const SERVICE_ACCOUNTS: readonly string[] = [
  'svc-01',
  'svc-02',
  'svc-ops-1',
  'svc-ops-2',
  'svc-db-1',
  'svc-db-2',
  'svc-one',
  'svc-two',
  'svc-three',
  'svc-four',
];

function entry(dn: string, objectClass: string, attributes: Readonly<Record<string, string>>): Entry {
  const named = Object.entries(attributes).map(([name, value]) => [name.toLowerCase(), [value]] as const);
  return { dn, attributes: new Map([['objectclass', [objectClass]], ...named]) };
}

export function account(dn: string, name: string, password: string): Entry {
  return entry(dn, 'inetOrgPerson', {
    cn: name,
    sn: name,
    uid: name,
    racfid: name.toUpperCase(),
    userPrincipalName: `${name}@example.com`,
    userPassword: password,
  });
}

export function createDirectory(): Directory {
  const directory = new Directory(entry(SUFFIX, 'organization', { dc: 'example', o: 'Example' }));
  for (const unit of ['users', 'groups']) {
    directory.add(entry(`ou=${unit},${SUFFIX}`, 'organizationalUnit', { ou: unit }));
  }
  directory.add(entry(`cn=readers,ou=groups,${SUFFIX}`, 'groupOfNames', { cn: 'readers', member: BIND_DN }));
  directory.add(account(BIND_DN, 'bindadmin', BIND_PASSWORD));
  for (const name of [...PEOPLE, ...SERVICE_ACCOUNTS]) {
    directory.add(account(`uid=${name},ou=users,${SUFFIX}`, name, `initial-${name}`));
  }
  return directory;
}
