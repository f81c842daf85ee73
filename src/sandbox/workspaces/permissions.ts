/**
 * Permissions of the tokens (test/seeds/1-workspaces.md, section 5):
 *
 * - owner: an organization owner, allowed everything;
 * - operator: a team with Read and Lock/unlock on the ordinary projects and Admin on the lab project;
 * - reader, reviewer: a team with Read on the ordinary projects;
 * - organization: an organization API token, which creates, changes and safe-deletes. As it is not a member of
 *   a team or an owner, it cannot lock, force-unlock or force-delete.
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
    case 'reviewer':
    case 'reader':
      return project.access !== 'restricted' && permission === 'read';
  }
}

/** Returns whether the caller has "Manage all workspaces": creating workspaces, replacing consumer lists. */
export function managesAllWorkspaces(principal: Principal): boolean {
  return principal.name === 'owner';
}

export function mayCreate(principal: Principal): boolean {
  return managesAllWorkspaces(principal) || principal.name === 'organization';
}

/** Returns whether the caller can force-delete; by default only organization owners can. */
export function mayForceDelete(principal: Principal): boolean {
  return principal.name === 'owner';
}

/** Returns whether the token is a user-to-server token, which a VCS application connection needs (2.2). */
export function isUser(principal: Principal): boolean {
  return principal.name !== 'organization';
}

/** Returns the lock holder as the lock records it. */
export function lockHolder(principal: Principal): LockHolder {
  const name = principal.label ?? principal.name;
  return { type: 'users', id: identifier('user', name), name };
}
