/** Renders a workspace as a JSON API resource (test/seeds/1-workspaces.md, sections 2.1 and 2.5). */
import type { Json, SandboxResponse } from '../contract.ts';
import { workspaceAccess } from './access.ts';
import type { Call, WorkspaceCall } from './call.ts';
import type { Organization, Workspace } from './model.ts';
import { identifier } from './identifiers.ts';
import { hasTagBindings, tagBindings } from './tag-bindings.ts';

export interface Resource {
  readonly type: string;
  readonly id: string;
  readonly attributes: Readonly<Record<string, Json>>;
  readonly relationships?: Readonly<Record<string, Json>>;
  readonly links?: Readonly<Record<string, Json>>;
}

export function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** A to-one relationship; its data is null without an id. */
export function toOne(type: string, id: string | null | undefined): Json {
  return { data: id === null || id === undefined ? null : { type, id } };
}

/** Returns the last configuration received, not counting plan-only ones. */
export function currentConfigurationVersionId(workspace: Workspace): string | undefined {
  return workspace.configurationVersions.findLast(({ speculative }) => !speculative)?.id;
}

export function readmeId(workspace: Workspace): string | undefined {
  return workspace.readme === undefined ? undefined : identifier('readme', workspace.id);
}

/** Returns the creation time of the latest state version, or of the workspace if it has none (4.1, sort). */
export function latestChangeAt(workspace: Workspace): number {
  return workspace.currentState?.createdAt ?? workspace.createdAt;
}

/** Returns the names of the flat tags in order. */
export function tagNames(workspace: Workspace, { tags }: Organization): readonly string[] {
  return [...workspace.tags].flatMap((id) => tags.get(id) ?? []).toSorted();
}

/** Returns the documented attributes, plus the names that vendors' clients use for some of them. */
function attributes(workspace: Workspace, organization: Organization): Record<string, Json> {
  const { execution, lock, vcsRepo } = workspace;
  const mode = execution?.mode ?? organization.defaultExecutionMode;
  return {
    name: workspace.name,
    ...workspace.settings,
    'terraform-version': workspace.settings['engine-version'],
    'tag-names': tagNames(workspace, organization),
    'agent-pool-id': execution === undefined ? organization.defaultAgentPoolId : execution.agentPoolId,
    'execution-mode': mode,
    operations: mode !== 'local',
    'setting-overwrites': {
      'execution-mode': execution !== undefined,
      'agent-pool': execution !== undefined && execution.agentPoolId !== null,
    },
    'vcs-repo':
      vcsRepo === null
        ? null
        : { ...vcsRepo, 'github-app-installation-id': vcsRepo['vcs-app-installation-id'] },
    locked: lock !== undefined,
    'locked-reason': lock?.reason ?? null,
    'resource-count': workspace.resourceCount,
    'created-at': timestamp(workspace.createdAt),
    'updated-at': timestamp(workspace.updatedAt),
    'latest-change-at': timestamp(latestChangeAt(workspace)),
  };
}

const reference = ({ type, id }: Pick<Resource, 'type' | 'id'>): Json => ({ type, id });

export function workspaceResource(
  call: Call,
  workspace: Workspace,
  more: Readonly<Record<string, Json>> = {},
): Resource {
  const { retention } = workspace;
  const organization = call.store.organizationOf(workspace);
  return {
    type: 'workspaces',
    id: workspace.id,
    attributes: { ...attributes(workspace, organization), ...workspaceAccess(call, workspace), ...more },
    relationships: {
      organization: toOne('organizations', workspace.organization),
      project: toOne('projects', workspace.projectId),
      'locked-by': toOne(workspace.lock?.holder.type ?? 'users', workspace.lock?.holder.id),
      'current-run': toOne('runs', workspace.runs.at(-1)?.id),
      'current-configuration-version': toOne(
        'configuration-versions',
        currentConfigurationVersionId(workspace),
      ),
      outputs: { data: workspace.outputs.map(({ id }) => ({ type: 'workspace-outputs', id })) },
      readme: toOne('workspace-readme', readmeId(workspace)),
      'ssh-key': toOne('ssh-keys', workspace.sshKeyId),
      ...(hasTagBindings(call.context)
        ? {
            'effective-tag-bindings': {
              data: tagBindings(workspace, 'effective-tag-bindings').map(reference),
            },
          }
        : {}),
      // Only the workspace's own policy: the organization's is not a relationship of the workspace.
      ...(retention === undefined ? {} : { 'data-retention-policy': toOne(retention.type, retention.id) }),
    },
    links: { self: `/api/v2/workspaces/${workspace.id}` },
  };
}

/** Returns a fresh object, so that a reply never shares data with the store. */
export function toJson(resource: Resource): Json {
  return { ...resource };
}

/** The reply to every change of a single workspace. */
export function workspaceResponse(call: WorkspaceCall, status = 200): SandboxResponse {
  return { status, body: { data: toJson(workspaceResource(call, call.workspace)) } };
}
