/** Create and update, with the rules that span attributes (test/seeds/1-workspaces.md, section 2.1). */
import type { SandboxResponse } from '../contract.ts';
import type { Call, WorkspaceCall } from './call.ts';
import { recordEffect, requirePermission } from './call.ts';
import { workspaceResponse } from './document.ts';
import { supportsAssessments } from './engine-version.ts';
import { notFound, Violations } from './errors.ts';
import { readExecution } from './execution.ts';
import type { WorkspaceBody } from './json-api.ts';
import { member, path, readWorkspaceBody } from './json-api.ts';
import type { Organization, Workspace } from './model.ts';
import { attachTags, readNewTags } from './new-tags.ts';
import { newWorkspace } from './new-workspace.ts';
import { isUser, mayCreate, permits } from './permissions.ts';
import { readSettings } from './settings.ts';
import { readTagBindings } from './tag-bindings.ts';
import { readVcsRepo } from './vcs-repo.ts';

const PROJECT = '/data/relationships/project/data/id';

type Editable = Pick<Workspace, 'name' | 'projectId' | 'settings' | 'execution' | 'vcsRepo' | 'tagBindings'>;

function readName(
  call: Call,
  body: WorkspaceBody,
  organization: Organization,
  previous: Workspace | undefined,
  violations: Violations,
): string {
  const pointer = '/data/attributes/name';
  const name = member(body.attributes, 'name') ?? previous?.name;
  if (typeof name !== 'string' || name === '') {
    violations.add(
      pointer,
      name === undefined || name === '' ? 'name is required.' : 'name must be a string.',
    );
    return '';
  }
  if (!/^[A-Za-z0-9_-]+$/.test(name)) {
    violations.add(pointer, 'name may only contain letters, numbers, - and _.');
  } else if (name !== previous?.name && call.store.byName(organization.name, name) !== undefined) {
    violations.add(pointer, 'Name has already been taken.');
  }
  return name;
}

/** Blank or unchanged: no move. A move needs admin permission on both projects. */
function readProject(
  call: Call,
  body: WorkspaceBody,
  organization: Organization,
  previous: Workspace | undefined,
  violations: Violations,
): string {
  const current = previous?.projectId ?? organization.defaultProjectId;
  const id = path(body.relationships, 'project', 'data', 'id') ?? '';
  if (id === '' || id === current) return current;
  const project = typeof id === 'string' ? organization.projects.get(id) : undefined;
  if (project === undefined || !permits(call.principal, project, 'admin')) {
    violations.add(PROJECT, 'Project not found, or you are not authorized to use it.');
    return current;
  }
  return project.id;
}

function readEditable(
  call: Call,
  body: WorkspaceBody,
  organization: Organization,
  previous: Workspace | undefined,
  violations: Violations,
): Editable {
  const { attributes } = body;
  const settings = readSettings(
    attributes,
    previous?.settings,
    violations,
    call.context.products?.workspaces === 'hcp-terraform',
  );
  const execution = readExecution(attributes, previous?.execution, organization, violations);
  if (settings['assessments-enabled'] === true) {
    const mode = execution?.mode ?? organization.defaultExecutionMode;
    if (mode !== 'remote' || !supportsAssessments(settings['engine-version'])) {
      violations.add(
        '/data/attributes/assessments-enabled',
        'assessments-enabled needs execution-mode remote and engine-version 0.15.4 or later.',
      );
    }
  }
  return {
    name: readName(call, body, organization, previous, violations),
    projectId: readProject(call, body, organization, previous, violations),
    settings,
    execution,
    vcsRepo: readVcsRepo(
      attributes,
      { previous: previous?.vcsRepo, byUser: isUser(call.principal) },
      violations,
    ),
    tagBindings: readTagBindings(body.relationships, violations) ?? previous?.tagBindings ?? new Map(),
  };
}

/** OTF prefers the organization of the body, in any case. */
function organizationIn({ context, store }: Call, { attributes }: WorkspaceBody): Organization | undefined {
  if (context.products?.workspaces !== 'otf') return undefined;
  const [, name] = Object.entries(attributes).find(([key]) => key.toLowerCase() === 'organization') ?? [];
  if (typeof name !== 'string') return undefined;
  const found = store.organization(name);
  if (found === undefined) throw notFound('Organization');
  return found;
}

export function createWorkspace(call: Call, ofPath: Organization): SandboxResponse {
  if (!mayCreate(call.principal)) throw notFound('Organization');
  const body = readWorkspaceBody(call.request.bytes);
  const organization = organizationIn(call, body) ?? ofPath;
  const violations = new Violations();
  const editable = readEditable(call, body, organization, undefined, violations);
  const tags = readNewTags(body, organization, violations);
  violations.throwIfAny();
  const now = call.context.clock.now();
  const id = call.store.newIdentifier('ws');
  const workspace = newWorkspace(
    { ...editable, id, organization: organization.name, createdAt: now },
    editable,
  );
  attachTags(call.store, workspace, organization, tags);
  call.store.add(workspace);
  recordEffect(call, `workspace.created ${workspace.id}`);
  return workspaceResponse({ ...call, workspace }, 201);
}

export function updateWorkspace(call: WorkspaceCall): SandboxResponse {
  requirePermission(call, 'admin');
  const { workspace, store } = call;
  const body = readWorkspaceBody(call.request.bytes);
  const violations = new Violations();
  const editable = readEditable(call, body, store.organizationOf(workspace), workspace, violations);
  violations.throwIfAny();
  Object.assign(workspace, editable);
  workspace.updatedAt = call.context.clock.now();
  recordEffect(call, `workspace.updated ${workspace.id}`);
  return workspaceResponse(call);
}
