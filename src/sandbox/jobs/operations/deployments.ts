/** Deployments by ID. The document has only lists of a job. */
import type { SandboxResponse } from '../../contract.ts';
import {
  isActive,
  promoteGroups,
  setPaused,
  setStatus,
  unhealthyCanaries,
} from '../scheduler/deployments.ts';
import type { Deployment, JobRecord } from '../scheduler/records.ts';
import { bodyBoolean, bodyText, readBody } from '../wire/body.ts';
import { Refusal } from '../wire/failure.ts';
import { strings, type JsonObject } from '../wire/json.ts';
import { writeResponse } from '../wire/response.ts';
import type { Capability } from './access.ts';
import type { Call } from './call.ts';
import { owned } from './identity.ts';
import { listRecords } from './page.ts';
import { deploymentJson } from './represent.ts';

export function listDeployments(call: Call): Promise<SandboxResponse> {
  return listRecords(call, {
    table: 'deployment',
    index: 'deployments',
    rows: () => call.cluster.deployments.all(),
    represent: deploymentJson,
  });
}

interface Target {
  readonly deployment: Deployment;
  readonly record: JobRecord;
}

/** Some bodies must name the deployment of the path; others are not read. */
function namingBody(call: Call, id: string): JsonObject {
  const body = readBody(call.request);
  const given = bodyText(body, 'DeploymentID');
  if (given === '') throw new Refusal(400, 'DeploymentID must be specified');
  if (given !== id) throw new Refusal(400, 'Deployment ID does not match');
  return body;
}

function target(call: Call, id: string, verb: string, capability: Capability): Target {
  const unknown = new Refusal(500, 'deployment not found');
  const deployment = owned(call, call.cluster.deployments.get(id), unknown, capability, 'submit-job');
  const record = call.cluster.job(deployment.namespace, deployment.jobId);
  if (record === undefined) throw unknown;
  if (!isActive(deployment)) throw new Refusal(500, `can't ${verb} terminal deployment`);
  return { deployment, record };
}

interface Outcome {
  readonly evaluation?: { readonly id: string; readonly createIndex: number };
  readonly reverted?: number | undefined;
}

function answer(deployment: Deployment, { evaluation, reverted }: Outcome): SandboxResponse {
  const index = evaluation?.createIndex ?? deployment.modifyIndex;
  return writeResponse(
    {
      DeploymentModifyIndex: deployment.modifyIndex,
      EvalCreateIndex: evaluation?.createIndex ?? 0,
      EvalID: evaluation?.id ?? '',
      Index: index,
      RevertedJobVersion: reverted ?? null,
    },
    index,
  );
}

function together(errors: readonly string[]): string {
  const title = errors.length === 1 ? '1 error occurred:' : `${errors.length} errors occurred:`;
  return `${title}\n${errors.map((one) => `\t* ${one}\n`).join('')}\n`;
}

/** Groups that are unknown or without canaries change nothing. */
export function promoteDeployment(call: Call, id: string): SandboxResponse {
  const body = namingBody(call, id);
  const { deployment, record } = target(call, id, 'promote', 'promote-deployment');
  const names = strings(body, 'Groups');
  const isAll = bodyBoolean(body, 'All');
  const wanted = (group: string): boolean => isAll || names.includes(group);
  const errors = unhealthyCanaries(call.cluster, deployment, wanted);
  if (errors.length > 0) throw new Refusal(500, together(errors));
  promoteGroups(call.cluster, deployment, wanted);
  call.cluster.effect(`deployment.promoted ${id}`);
  const evaluation = call.scheduler.evaluate(record, { trigger: 'deployment-watcher', priority: 0 });
  return answer(deployment, { evaluation });
}

export function failDeployment(call: Call, id: string): SandboxResponse {
  const { deployment, record } = target(call, id, 'fail', 'fail-deployment');
  setStatus(call.cluster, deployment, 'failed', 'Deployment marked as failed');
  const reverted = call.scheduler.onFailedDeployment(record, deployment);
  const evaluation = call.scheduler.evaluate(record, { trigger: 'deployment-watcher', priority: 0 });
  return answer(deployment, { evaluation, reverted });
}

export function pauseDeployment(call: Call, id: string): SandboxResponse {
  const isPaused = bodyBoolean(namingBody(call, id), 'Pause');
  const { deployment, record } = target(call, id, isPaused ? 'pause' : 'resume', 'pause-deployment');
  setPaused(call.cluster, deployment, isPaused);
  call.cluster.effect(`deployment.${isPaused ? 'paused' : 'resumed'} ${id}`);
  if (isPaused) return answer(deployment, {});
  const evaluation = call.scheduler.evaluate(record, { trigger: 'deployment-watcher', priority: 0 });
  return answer(deployment, { evaluation });
}

/** Only deployments over several regions block, and there is one region. */
export function unblockDeployment(call: Call, id: string): SandboxResponse {
  target(call, id, 'unblock', 'unblock-deployment');
  return writeResponse(
    { DeploymentModifyIndex: 0, EvalCreateIndex: 0, EvalID: '', Index: 0, RevertedJobVersion: null },
    0,
  );
}
