import type { Json } from '../contract.ts';
import type { Call } from './call.ts';
import { may } from './call.ts';
import type { Workspace } from './model.ts';
import { managesAllWorkspaces, mayCreate, mayForceDelete } from './permissions.ts';

export function workspaceAccess(call: Call, workspace: Workspace): Readonly<Record<string, Json>> {
  const admin = may(call, workspace, 'admin');
  const lock = may(call, workspace, 'lock');
  return {
    actions: { 'is-destroyable': true },
    permissions: {
      'can-destroy': admin,
      'can-force-delete': mayForceDelete(call.principal),
      'can-force-unlock': may(call, workspace, 'force-unlock'),
      'can-lock': lock,
      'can-queue-apply': admin,
      'can-queue-destroy': admin,
      'can-queue-run': admin,
      'can-read-settings': true,
      'can-unlock': lock,
      'can-update': admin,
      'can-update-variable': admin,
    },
  };
}

export function organizationAccess({ principal }: Call): Readonly<Record<string, Json>> {
  const manages = managesAllWorkspaces(principal);
  return {
    'can-create-team': manages,
    'can-create-workspace': mayCreate(principal),
    'can-create-workspace-migration': manages,
    'can-destroy': manages,
    'can-traverse': true,
    'can-update': manages,
    'can-update-api-token': manages,
    'can-update-oauth': manages,
    'can-update-sentinel': manages,
  };
}
