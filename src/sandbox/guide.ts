import type { PrincipalName } from './contract.ts';
import { createClock } from './clock.ts';
import { DEMO_NAMESPACE } from './secrets/demo.ts';
import { EXISTING_USERS } from './secrets/cloud/provider.ts';
import {
  BIND_DN,
  BIND_PASSWORD,
  PEOPLE,
  SERVICE_ACCOUNTS,
  USER_DN,
} from './secrets/ldap/directory-entries.ts';
import { populate } from './workspaces/populate.ts';
import { WorkspaceStore } from './workspaces/store.ts';

function pairs(names: ReadonlyMap<string, string>): string {
  return [...names].map(([id, name]) => `${id} (${name})`).join(', ');
}

function organizations(empty: boolean): readonly string[] {
  const store = new WorkspaceStore();
  populate(store, createClock().now(), empty);
  return store.organizations().map(({ name, sshKeys, agentPools }) => {
    const count = store.inOrganization(name).length;
    const keys = `SSH keys ${pairs(sshKeys)}; agent pools ${pairs(agentPools)}`;
    return `organization ${name}: ${count} workspaces; ${keys}`;
  });
}

export function describeContents(
  tokens: Readonly<Record<PrincipalName, string>>,
  empty: boolean,
): readonly string[] {
  const suffixes = [tokens.operator, tokens.reviewer, tokens.reader, tokens.organization].map((token) =>
    token.slice(tokens.owner.length),
  );
  return [
    `tokens: the owner's; for the others, append ${suffixes.join(', ')}`,
    ...organizations(empty),
    empty
      ? 'secrets: mounts pki, ldap, cloud (also aws)'
      : `secrets: mounts pki, pki_int, pki_old, pki_new, ldap, cloud (also aws); namespace ${DEMO_NAMESPACE} with the mount pki`,
    `directory: bind DN ${BIND_DN}, password ${BIND_PASSWORD}; accounts uid=NAME,ou=users,${USER_DN}: ${[...PEOPLE, ...SERVICE_ACCOUNTS].join(', ')}`,
    `cloud users: ${EXISTING_USERS.map(([name]) => name).join(', ')}`,
    ...(empty ? [] : ['jobs: namespaces default and batch']),
  ];
}
