/** The state that a new sandbox starts with. */
import { addDemoWorkspaces } from './demo/workspaces.ts';
import { DEMO_PROJECTS } from './demo/projects.ts';
import { identifier } from './identifiers.ts';
import type { Organization, Project, RetentionPolicy } from './model.ts';
import type { WorkspaceStore } from './store.ts';

export const ORGANIZATION = 'demo';

const DEFAULT_PROJECT: Project = {
  id: identifier('prj', 'Default Project'),
  name: 'Default Project',
  access: 'ordinary',
};

function retention(empty: boolean): RetentionPolicy {
  const id = identifier('drp', 'organization');
  return empty
    ? { id, type: 'data-retention-policy-dont-deletes', days: undefined }
    : { id, type: 'data-retention-policy-delete-olders', days: 90 };
}

/** Agent pools and SSH keys exist even when empty: the document has no endpoint that makes them. */
function organization(empty: boolean): Organization {
  const projects = empty ? [DEFAULT_PROJECT] : [DEFAULT_PROJECT, ...DEMO_PROJECTS];
  return {
    name: ORGANIZATION,
    defaultProjectId: DEFAULT_PROJECT.id,
    defaultExecutionMode: 'remote',
    retention: retention(empty),
    projects: new Map(projects.map((project) => [project.id, project])),
    agentPoolIds: new Set([identifier('apool', 'datacenter'), identifier('apool', 'edge')]),
    sshKeyIds: new Set([identifier('sshkey', 'modules'), identifier('sshkey', 'deploy')]),
    tags: new Map(),
  };
}

/** `start` is the clock's time at the start; everything that happened before is dated back from it. */
export function populate(store: WorkspaceStore, start: number, empty: boolean): void {
  const demo = organization(empty);
  store.addOrganization(demo);
  if (!empty) addDemoWorkspaces(store, demo, start);
}
