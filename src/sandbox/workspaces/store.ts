import { identifier } from './identifiers.ts';
import type { Organization, Project, Workspace } from './model.ts';

export class WorkspaceStore {
  private readonly organizationTable = new Map<string, Organization>();
  private readonly workspaces = new Map<string, Workspace>();
  private created = 0;

  addOrganization(organization: Organization): void {
    this.organizationTable.set(organization.name, organization);
  }

  removeOrganization({ name }: Organization): void {
    for (const workspace of this.inOrganization(name)) this.remove(workspace);
    this.organizationTable.delete(name);
  }

  organizations(): readonly Organization[] {
    return [...this.organizationTable.values()];
  }

  organization(name: string): Organization | undefined {
    return this.organizationTable.get(name);
  }

  organizationOf(workspace: Workspace): Organization {
    const organization = this.organizationTable.get(workspace.organization);
    if (organization === undefined) throw new Error(`no organization ${workspace.organization}`);
    return organization;
  }

  projectOf(workspace: Workspace): Project {
    const project = this.organizationOf(workspace).projects.get(workspace.projectId);
    if (project === undefined) throw new Error(`no project ${workspace.projectId}`);
    return project;
  }

  newIdentifier(prefix: string): string {
    this.created += 1;
    return identifier(prefix, `created ${this.created}`);
  }

  add(workspace: Workspace): void {
    this.workspaces.set(workspace.id, workspace);
  }

  byId(id: string): Workspace | undefined {
    return this.workspaces.get(id);
  }

  byName(organization: string, name: string): Workspace | undefined {
    for (const workspace of this.workspaces.values()) {
      if (workspace.organization === organization && workspace.name === name) return workspace;
    }
    return undefined;
  }

  /** In order of creation, the "arbitrary but stable" default order. */
  inOrganization(organization: string): Workspace[] {
    return [...this.workspaces.values()].filter((workspace) => workspace.organization === organization);
  }

  remove(workspace: Workspace): void {
    this.workspaces.delete(workspace.id);
    for (const other of this.workspaces.values()) other.consumers.delete(workspace.id);
    this.pruneTags(this.organizationOf(workspace));
  }

  pruneTags(organization: Organization): void {
    const used = new Set(this.inOrganization(organization.name).flatMap((workspace) => [...workspace.tags]));
    for (const id of organization.tags.keys()) if (!used.has(id)) organization.tags.delete(id);
  }

  tagNamed(organization: Organization, name: string): string {
    for (const [id, existing] of organization.tags) if (existing === name) return id;
    const id = this.newIdentifier('tag');
    organization.tags.set(id, name);
    return id;
  }
}
