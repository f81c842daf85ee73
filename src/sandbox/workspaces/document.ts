/** A JSON:API resource (test/seeds/1-workspaces.md, sections 2.1 and 2.5). */
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

export function toOne(type: string, id: string | null | undefined): Json {
  return { data: id === null || id === undefined ? null : { type, id } };
}

/** Without plan-only ones. */
export function currentConfigurationVersionId(workspace: Workspace): string | undefined {
  return workspace.configurationVersions.findLast(({ speculative }) => !speculative)?.id;
}

export function readmeId(workspace: Workspace): string | undefined {
  return workspace.readme === undefined ? undefined : identifier('readme', workspace.id);
}

/** Of the workspace if it has no state (4.1, sort). */
export function latestChangeAt(workspace: Workspace): number {
  return workspace.currentState?.createdAt ?? workspace.createdAt;
}

export function tagNames(workspace: Workspace, { tags }: Organization): readonly string[] {
  return [...workspace.tags].flatMap((id) => tags.get(id) ?? []).toSorted();
}

/** Also under the vendors' names. */
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
      // The organization's policy is not a relationship of the workspace.
      ...(retention === undefined ? {} : { 'data-retention-policy': toOne(retention.type, retention.id) }),
    },
    links: { self: `/api/v2/workspaces/${workspace.id}` },
  };
}

export function toJson(resource: Resource): Json {
  return { ...resource };
}

export function workspaceResponse(call: WorkspaceCall, status = 200): SandboxResponse {
  return { status, body: { data: toJson(workspaceResource(call, call.workspace)) } };
}
