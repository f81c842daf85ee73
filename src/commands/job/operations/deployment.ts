/** Undocumented: the documents only show deployments. */
import { Exit } from '../../../system/error.ts';
import { commandOf, running } from '../../../catalogue/command.ts';
import { defineOperation } from '../../../catalogue/operation.ts';
import type { Parameter, Parameters } from '../../../catalogue/parameter.ts';
import { recordView } from '../../../catalogue/view.ts';
import { deploymentChangeFields } from '../fields.ts';
import { jobId, namespace, readPermission } from '../parts.ts';
import { region } from '../../../services/jobs/region.ts';
import { waiting, waitsForIt } from '../wait-conditions.ts';

const deploymentId = {
  in: 'path',
  type: 'string',
  summary: 'Deployment ID',
  required: true,
  slashes: 'kept',
  metavar: 'id',
} as const satisfies Parameter;

const bodyDeploymentId = {
  in: 'body',
  type: 'string',
  summary: 'The deployment once more, in the body',
  required: true,
  repeatsInput: 'deployment_id',
} as const satisfies Parameter;

const ofDeployment = {
  job_id: { ...jobId, in: 'local' },
  deployment_id: deploymentId,
  namespace,
  region,
  DeploymentID: bodyDeploymentId,
} as const satisfies Parameters;

const shared = {
  source: { page: 'https://developer.hashicorp.com/nomad/api-docs/deployments', servers: ['nomad'] },
  service: 'jobs',
  method: 'PUT',
  effect: 'idempotent',
  lookUp: 'job deployment {job_id}',
  view: recordView({
    fields: deploymentChangeFields,
    essential: ['DeploymentModifyIndex'],
    name: 'DeploymentID',
    nameInput: 'deployment_id',
    columns: [
      ['EvalID', 'evaluation'],
      ['RevertedJobVersion', 'reverted to version'],
    ],
  }),
} as const;

export const promote = defineOperation({
  ...shared,
  id: 'job.promote',
  undo: { because: 'the canaries were promoted; trivet job revert registers the earlier version' },
  summary: 'Promote the canaries of a job',
  description:
    'Promotes the canaries of the newest deployment, of all groups or those of --group. A deployment that has ended, ' +
    'has no canaries or waits for their health is refused (exit 6). The server decides the health of a canary only once: ' +
    'trivet looks at the canaries first, and asks if one of them has crashed since; the server refuses one that has ' +
    'failed for good (exit 6). Afterwards trivet reads the deployment: a promotion without an effect is a failure.',
  path: '/v1/deployment/promote/{deployment_id}',
  parameters: {
    ...ofDeployment,
    Groups: {
      in: 'body',
      type: 'strings',
      flag: 'group',
      summary: 'Promote only this group; repeatable',
      default: 'every group',
      metavar: 'name',
    },
  },
  risks: [
    {
      risk: 'overwrites',
      gravity: 'ask',
      question: 'Promote the canaries of job {job_id}?',
      uncertain: true,
    },
  ],
  doneText: '{job_id}: canaries promoted[, evaluation {EvalID:8}]',
  permission: 'namespace:promote-deployment or namespace:submit-job',
  wait: waitsForIt,
  examples: [
    { summary: 'And wait for the rollout; here no canaries wait', argv: 'job promote web --wait', exit: 6 },
  ],
});

export const fail = defineOperation({
  ...shared,
  id: 'job.fail',
  undo: { because: 'the deployment has failed; trivet job revert registers the earlier version' },
  summary: 'Fail the running deployment of a job',
  description:
    'Stops the rollout and its canaries. The job keeps its new version unless it reverts by itself (auto_revert); go ' +
    'back with trivet job revert. A deployment that has ended is refused (exit 6).',
  path: '/v1/deployment/fail/{deployment_id}',
  parameters: ofDeployment,
  risks: [{ risk: 'interrupts', gravity: 'ask', question: 'Fail the deployment of job {job_id}?' }],
  doneText: '{job_id}: deployment {deployment_id:8} failed[, evaluation {EvalID:8}]',
  permission: 'namespace:fail-deployment or namespace:submit-job',
  examples: [{ summary: 'Without a prompt; here it has ended', argv: 'job fail web --yes', exit: 6 }],
});

export const foundDeployment = {
  deployment_id: {
    in: 'local',
    type: 'string',
    name: 'deployment',
    summary: 'Refuse any deployment but this one',
    default: 'the newest one',
    slashes: 'kept',
    metavar: 'id',
  },
} as const satisfies Parameters;

const positional = [{ name: 'job_id' }] as const;

export const promoteCommand = commandOf('job promote', promote, {
  positional,
  local: { ...foundDeployment, ...waiting(['healthy', 'placed']) },
  workflow: () => import('../workflows/deployment/decide.ts').then(running('promoting')),
  alsoNeeds: readPermission,
  exits: [Exit.conflict],
});

export const failCommand = commandOf('job fail', fail, {
  positional,
  local: foundDeployment,
  workflow: () => import('../workflows/deployment/decide.ts').then(running('failing')),
  alsoNeeds: readPermission,
  exits: [Exit.conflict],
});
