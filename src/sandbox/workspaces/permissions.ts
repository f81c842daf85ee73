/**
 * Permissions of the tokens (test/seeds/1-workspaces.md, section 5):
 * - owner: an organization owner, allowed everything;
 * - operator: a team with Read and Lock/unlock on the ordinary projects and Admin on the lab project;
 * - reader, reviewer: a team with Read on the ordinary projects;
 * - organization: an organization API token, which creates, changes and safe-deletes. It is no team member or owner,
 * so it cannot lock, force-unlock or force-delete.
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

export function managesAllWorkspaces(principal: Principal): boolean {
  return principal.name === 'owner';
}

export function mayCreate(principal: Principal): boolean {
  return managesAllWorkspaces(principal) || principal.name === 'organization';
}

export function mayForceDelete(principal: Principal): boolean {
  return principal.name === 'owner';
}

/** User-to-server tokens, which a VCS application connection needs (2.2). */
export function isUser(principal: Principal): boolean {
  return principal.name !== 'organization';
}

export function lockHolder(principal: Principal): LockHolder {
  const name = principal.label ?? principal.name;
  return { type: 'users', id: identifier('user', name), name };
}
