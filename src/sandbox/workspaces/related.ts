import type { Json } from '../contract.ts';
import type { Resource } from './document.ts';
import { readmeId, timestamp, toOne } from './document.ts';
import { identifier } from './identifiers.ts';
import type { Organization, Project, Run, Workspace } from './model.ts';

export function run(workspace: Workspace, id: string | undefined): Resource | undefined {
  const found = workspace.runs.find((candidate) => candidate.id === id);
  if (found === undefined) return undefined;
  return {
    type: 'runs',
    id: found.id,
    attributes: {
      status: found.status,
      message: found.message,
      'created-at': timestamp(found.createdAt),
      'status-timestamps': statusTimestamps(found),
    },
    relationships: {
      workspace: toOne('workspaces', workspace.id),
      plan: toOne('plans', planId(found)),
      'configuration-version': toOne('configuration-versions', found.configurationVersionId),
    },
  };
}

function statusTimestamps({ status, createdAt, planMilliseconds, applyMilliseconds }: Run): Json {
  const worked = planMilliseconds + (status === 'applied' ? applyMilliseconds : 0);
  const now = status === 'pending' ? createdAt : createdAt + worked;
  return {
    'plan-queueable-at': timestamp(createdAt),
    [`${status.replaceAll('_', '-')}-at`]: timestamp(now),
  };
}

function planId({ id }: Run): string {
  return identifier('plan', id);
}

const PLAN_STATUSES: Readonly<Record<string, string>> = {
  pending: 'pending',
  planning: 'running',
  errored: 'errored',
  canceled: 'canceled',
};

export function plan(of: Run | undefined): Resource | undefined {
  if (of === undefined) return undefined;
  return { type: 'plans', id: planId(of), attributes: { status: PLAN_STATUSES[of.status] ?? 'finished' } };
}

export function configurationVersion(workspace: Workspace, id: string | undefined): Resource | undefined {
  const found = workspace.configurationVersions.find((candidate) => candidate.id === id);
  if (found === undefined) return undefined;
  return {
    type: 'configuration-versions',
    id: found.id,
    attributes: {
      source: found.source,
      speculative: found.speculative,
      status: 'uploaded',
      'created-at': timestamp(found.createdAt),
    },
    relationships: { 'ingress-attributes': toOne('ingress-attributes', found.commit?.id) },
  };
}

/** Only configurations from VCS have them. */
export function ingressAttributes(workspace: Workspace, id: string | undefined): Resource | undefined {
  const commit = workspace.configurationVersions.find((candidate) => candidate.id === id)?.commit;
  if (commit === undefined) return undefined;
  return {
    type: 'ingress-attributes',
    id: commit.id,
    attributes: { 'commit-sha': commit.sha, 'commit-message': commit.message },
  };
}

export function lockHolder(workspace: Workspace): Resource | undefined {
  const holder = workspace.lock?.holder;
  if (holder === undefined) return undefined;
  if (holder.type === 'runs') return run(workspace, holder.id);
  const attributes = holder.type === 'users' ? { username: holder.name } : { name: holder.name };
  return { type: holder.type, id: holder.id, attributes };
}

export function organization({ name }: Organization): Resource {
  return { type: 'organizations', id: name, attributes: { name } };
}

export function project({ id, name }: Project): Resource {
  return { type: 'projects', id, attributes: { name } };
}

export function outputs(workspace: Workspace, showSensitive: boolean): readonly Resource[] {
  return workspace.outputs.map(({ id, name, value, outputType, sensitive }) => ({
    type: 'workspace-outputs',
    id,
    attributes: {
      name,
      sensitive,
      'output-type': outputType,
      value: sensitive && !showSensitive ? null : value,
    },
  }));
}

export function readme(workspace: Workspace): Resource | undefined {
  const id = readmeId(workspace);
  if (id === undefined) return undefined;
  return { type: 'workspace-readme', id, attributes: { 'raw-markdown': workspace.readme ?? '' } };
}
