import { recordView } from '../../catalogue/view.ts';
import { address } from './address.ts';
import { workspaceFields } from './fields.ts';
/** test/seeds/1-workspaces.md. */
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { textsOfValue } from '../../catalogue/parameter.ts';
import type { InputValue, Parameter, Parameters } from '../../catalogue/parameter.ts';

export const organization = {
  in: 'path',
  type: 'string',
  flag: 'organization',
  summary: 'Organization name',
  required: true,
  context: 'organization',
  complete: 'organization',
  metavar: 'organization',
} as const satisfies Parameter;

export const workspaceId = {
  in: 'path',
  type: 'string',
  summary: 'Workspace: ID, org/name, or name',
  required: true,
  address,
  complete: 'workspace',
  metavar: 'workspace',
} as const satisfies Parameter;

export const workspaceName = {
  in: 'path',
  type: 'string',
  summary: 'Workspace name',
  required: true,
  complete: 'workspace',
  metavar: 'workspace',
} as const satisfies Parameter;

export const resources =
  (resource: (text: string) => JsonObject) =>
  (value: InputValue): Json =>
    textsOfValue(value).map(resource);

/** test/seeds/1-workspaces.md §2.5. */
export const include = {
  in: 'query',
  type: 'strings',
  summary: 'Related resources to return with the workspace',
  enum: [
    'current_configuration_version',
    'current_configuration_version.ingress_attributes',
    'current_run',
    'current_run.configuration_version',
    'current_run.configuration_version.ingress_attributes',
    'current_run.plan',
    'locked_by',
    'organization',
    'outputs',
    'project',
    'readme',
  ],
  metavar: 'resource',
} as const satisfies Parameter;

export const paging = {
  'page[number]': {
    in: 'query',
    type: 'integer',
    summary: 'Return only this page',
    default: 'first page',
    limits: { minimum: 1 },
    metavar: 'n',
  },
  'page[size]': {
    in: 'query',
    type: 'integer',
    summary: 'Items per page',
    default: '20',
    limits: { minimum: 1 },
    metavar: 'n',
  },
} as const satisfies Parameters;

export const listColumns = [
  'name',
  'id',
  ['execution-mode', 'mode'],
  'locked',
  ['engine-version', 'terraform'],
  ['resource-count', 'resources'],
  'project',
  ['updated-at', 'updated'],
] as const;

export const workspaceColumns = [
  'name',
  'id',
  'organization',
  'project',
  'description',
  ['execution-mode', 'execution mode'],
  ['agent-pool-id', 'agent pool'],
  ['engine-version', 'terraform version'],
  'locked',
  ['locked-by', 'locked by'],
  ['locked-reason', 'lock reason'],
  ['auto-apply', 'auto apply'],
  ['auto-apply-run-trigger', 'auto apply run trigger'],
  ['allow-destroy-plan', 'allow destroy plan'],
  ['assessments-enabled', 'assessments'],
  ['auto-destroy-at', 'auto destroy at'],
  ['auto-destroy-activity-duration', 'auto destroy after'],
  ['global-remote-state', 'global remote state'],
  ['queue-all-runs', 'queue all runs'],
  ['speculative-enabled', 'speculative plans'],
  ['working-directory', 'working directory'],
  ['file-triggers-enabled', 'file triggers'],
  ['trigger-patterns', 'trigger patterns'],
  ['trigger-prefixes', 'trigger prefixes'],
  ['vcs-repo.identifier', 'repository'],
  ['vcs-repo.branch', 'branch'],
  ['tag-names', 'tags'],
  ['current-run', 'current run'],
  ['ssh-key', 'ssh key'],
  ['source-name', 'created via'],
  ['created-at', 'created'],
  ['updated-at', 'updated'],
] as const;

/** test/seeds/1-workspaces.md §2.3: over the past 30 runs that errored or were applied. */
export const performanceColumns = [
  ['apply-duration-average', 'average apply'],
  ['plan-duration-average', 'average plan'],
  ['policy-check-failures', 'policy check failures'],
  ['run-failures', 'run failures'],
  ['workspace-kpis-run-count', 'runs counted'],
] as const;

export const workspaceView = recordView({
  fields: workspaceFields,
  essential: ['id', 'name'],
  name: 'name',
  columns: workspaceColumns,
});
