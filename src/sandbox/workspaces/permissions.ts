/**
 * Who may do what (document 1, section 5). The four tokens stand for the document's cases:
 *
 * - owner: an organization owner, may everything;
 * - operator: a team with Read and Lock/unlock on the ordinary projects and Admin on the lab project;
 * - reader: a team with Read on the ordinary projects;
 * - organization: an organization API token. It creates, changes and safe-deletes, but it is a member of no team:
 *   no locking, no force-unlock, and force delete is for owners only.
 */
import type { Principal } from '../contract.ts';
import type { LockHolder, Project } from './model.ts';
import { identifier } from './identifiers.ts';

export type Permission = 'read' | 'lock' | 'force-unlock' | 'admin';

export function permits(principal: Principal, project: Project, permission: Permission): boolean {
  switch (principal.name) {
    case 'owner':
      return true;
    case 'organization':
      return permission === 'read' || permission === 'admin';
    case 'operator':
      if (project.access === 'restricted') return false;
      return project.access === 'lab' || permission === 'read' || permission === 'lock';
    case 'reader':
      return project.access !== 'restricted' && permission === 'read';
  }
}

/** "Manage all workspaces" of the organization: creates workspaces, replaces consumer lists. */
export function managesAllWorkspaces(principal: Principal): boolean {
  return principal.name === 'owner';
}

export function mayCreate(principal: Principal): boolean {
  return managesAllWorkspaces(principal) || principal.name === 'organization';
}

/** By default organization owners only. */
export function mayForceDelete(principal: Principal): boolean {
  return principal.name === 'owner';
}

/** A user-to-server token, as a VCS application connection needs (2.2). */
export function isUser(principal: Principal): boolean {
  return principal.name !== 'organization';
}

/** How a lock names who took it. */
export function lockHolder(principal: Principal): LockHolder {
  return { type: 'users', id: identifier('user', principal.name), name: principal.name };
}
