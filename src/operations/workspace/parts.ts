/** Parameters, columns and rules that several workspace operations share (document 1). */
import type { Parameter, Parameters } from '../../model/parameter.ts';
import type { Column } from '../../model/view.ts';

export const organization = {
  in: 'path',
  type: 'string',
  flag: 'organization',
  summary: 'Organization name',
  required: true,
  context: 'organization',
  metavar: 'organization',
} as const satisfies Parameter;

export const workspaceId = {
  in: 'path',
  type: 'string',
  summary: 'Workspace: an ID, org/name, or a name of the organization',
  required: true,
  resolve: 'workspace',
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

/** The eleven values of document 1 §2.5. */
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
    summary: 'Return this page alone',
    default: 'first page',
    limits: { minimum: 1 },
    metavar: 'n',
  },
  'page[size]': {
    in: 'query',
    type: 'integer',
    summary: 'Items a page',
    default: '20',
    limits: { minimum: 1 },
    metavar: 'n',
  },
} as const satisfies Parameters;

/** What scripts cut from `workspace list`; frozen. */
export const listColumns: readonly Column[] = [
  { header: 'name', path: 'name' },
  { header: 'id', path: 'id' },
  { header: 'mode', path: 'execution-mode' },
  { header: 'locked', path: 'locked', format: 'yes-no' },
  { header: 'engine', path: 'engine-version' },
  { header: 'resources', path: 'resource-count', format: 'count' },
  { header: 'project', path: 'project' },
  { header: 'updated', path: 'updated-at', format: 'time' },
];

export const workspaceColumns: readonly Column[] = [
  { header: 'name', path: 'name' },
  { header: 'id', path: 'id' },
  { header: 'organization', path: 'organization' },
  { header: 'project', path: 'project' },
  { header: 'description', path: 'description' },
  { header: 'execution mode', path: 'execution-mode' },
  { header: 'agent pool', path: 'agent-pool-id' },
  { header: 'engine version', path: 'engine-version' },
  { header: 'locked', path: 'locked', format: 'yes-no' },
  { header: 'locked by', path: 'locked-by' },
  { header: 'lock reason', path: 'locked-reason' },
  { header: 'auto apply', path: 'auto-apply', format: 'yes-no' },
  { header: 'auto apply run trigger', path: 'auto-apply-run-trigger', format: 'yes-no' },
  { header: 'allow destroy plan', path: 'allow-destroy-plan', format: 'yes-no' },
  { header: 'assessments', path: 'assessments-enabled', format: 'yes-no' },
  { header: 'auto destroy at', path: 'auto-destroy-at', format: 'time' },
  { header: 'auto destroy after', path: 'auto-destroy-activity-duration' },
  { header: 'global remote state', path: 'global-remote-state', format: 'yes-no' },
  { header: 'queue all runs', path: 'queue-all-runs', format: 'yes-no' },
  { header: 'speculative plans', path: 'speculative-enabled', format: 'yes-no' },
  { header: 'working directory', path: 'working-directory' },
  { header: 'file triggers', path: 'file-triggers-enabled', format: 'yes-no' },
  { header: 'trigger patterns', path: 'trigger-patterns' },
  { header: 'trigger prefixes', path: 'trigger-prefixes' },
  { header: 'repository', path: 'vcs-repo.identifier' },
  { header: 'branch', path: 'vcs-repo.branch' },
  { header: 'tags', path: 'tag-names' },
  { header: 'current run', path: 'current-run' },
  { header: 'ssh key', path: 'ssh-key' },
  { header: 'created via', path: 'source-name' },
  { header: 'created', path: 'created-at', format: 'time' },
  { header: 'updated', path: 'updated-at', format: 'time' },
];

/** Document 1 §2.3: over the past 30 runs that errored or were applied. */
export const performanceColumns: readonly Column[] = [
  { header: 'average apply', path: 'apply-duration-average', format: 'milliseconds' },
  { header: 'average plan', path: 'plan-duration-average', format: 'milliseconds' },
  { header: 'policy check failures', path: 'policy-check-failures', format: 'count' },
  { header: 'run failures', path: 'run-failures', format: 'count' },
  { header: 'runs counted', path: 'workspace-kpis-run-count', format: 'count' },
];

export const workspaceView = { kind: 'record', name: 'id', columns: workspaceColumns } as const;
