import { ACME_SSH_KEY, addAcmeWorkspaces } from './demo/acme.ts';
import { DEMO_PROJECTS } from './demo/projects.ts';
import { addDemoWorkspaces } from './demo/workspaces.ts';
import type { Needs } from '../contract.ts';
import { identifier } from './identifiers.ts';
import type { Organization, Project, RetentionPolicy } from './model.ts';
import type { WorkspaceStore } from './store.ts';

function defaultProject(seed: string): Project {
  return { id: identifier('prj', seed), name: 'Default Project', access: 'ordinary' };
}

function retention(seed: string, empty: boolean): RetentionPolicy {
  const id = identifier('drp', seed);
  return empty
    ? { id, type: 'data-retention-policy-dont-deletes', days: undefined }
    : { id, type: 'data-retention-policy-delete-olders', days: 90 };
}

function byId(prefix: string, seed: string, ...names: readonly string[]): Map<string, string> {
  return new Map(names.map((name) => [identifier(prefix, `${seed}${name}`), name]));
}

function organization(name: string, ordinary: Project, more: Partial<Organization>): Organization {
  return {
    name,
    email: `${name}@example.com`,
    further: {},
    defaultProjectId: ordinary.id,
    defaultExecutionMode: 'remote',
    defaultAgentPoolId: null,
    retention: retention(`${name}/organization`, true),
    projects: new Map([[ordinary.id, ordinary]]),
    agentPools: byId('apool', `${name}/`, 'datacenter'),
    sshKeys: byId('sshkey', `${name}/`, 'modules'),
    tags: new Map(),
    ...more,
  };
}

function demoOrganization(empty: boolean): Organization {
  const ordinary = defaultProject('Default Project');
  const projects = empty ? [ordinary] : [ordinary, ...DEMO_PROJECTS];
  return organization('demo', ordinary, {
    retention: retention('organization', empty),
    projects: new Map(projects.map((project) => [project.id, project])),
    agentPools: byId('apool', '', 'datacenter', 'edge'),
    sshKeys: byId('sshkey', '', 'modules', 'deploy'),
  });
}

function acmeOrganization(): Organization {
  const sshKeys = new Map([[ACME_SSH_KEY, 'modules'], ...byId('sshkey', 'acme/', 'deploy')]);
  return organization('acme', defaultProject('acme/Default Project'), { sshKeys });
}

/** With what a workspace of another server refers to. */
export function adopt(
  store: WorkspaceStore,
  { organization: name = '', project = '', agentPool = '', sshKey = '' }: Needs,
): void {
  const existing = store.organization(name);
  const found = existing ?? organization(name, defaultProject(`${name}/Default Project`), {});
  if (existing === undefined) store.addOrganization(found);
  if (project !== '' && !found.projects.has(project)) {
    found.projects.set(project, { id: project, name: project, access: 'ordinary' });
  }
  if (agentPool !== '' && !found.agentPools.has(agentPool)) found.agentPools.set(agentPool, agentPool);
  if (sshKey !== '' && !found.sshKeys.has(sshKey)) found.sshKeys.set(sshKey, sshKey);
}

/** Only a default project. */
export function newOrganization(store: WorkspaceStore, name: string, email: string): Organization {
  const made = organization(name, defaultProject(`${name}/Default Project`), {
    email,
    agentPools: new Map(),
    sshKeys: new Map(),
  });
  store.addOrganization(made);
  return made;
}

/**
 * History is dated back from `start`. Agent pools and SSH keys exist even with `empty`: no documented endpoint
 * creates them.
 */
export function populate(store: WorkspaceStore, start: number, empty: boolean): void {
  const demo = demoOrganization(empty);
  const acme = acmeOrganization();
  store.addOrganization(demo);
  store.addOrganization(acme);
  if (empty) return;
  addDemoWorkspaces(store, demo, start);
  addAcmeWorkspaces(store, acme, start);
}
