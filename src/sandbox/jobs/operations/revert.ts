import type { SandboxResponse } from '../../contract.ts';
import { currentJob, type Cluster } from '../scheduler/cluster.ts';
import type { Deployment, JobRecord } from '../scheduler/records.ts';
import { jobStatus } from '../scheduler/status.ts';
import { fileJob, fileSubmission, versionOf, type Registration } from '../scheduler/registry.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import { bodyBoolean, bodyText, bodyUnsigned, readBody } from '../wire/body.ts';
import { Refusal } from '../wire/failure.ts';
import { flag, integer, type JsonObject } from '../wire/json.ts';
import { writeResponse } from '../wire/response.ts';
import { authorize, checkPayloadJob, type Call } from './call.ts';
import { enforcePolicy } from './policy.ts';
import { evaluateFiled, registrationAnswer } from './register.ts';
import { warningText } from './validate.ts';

function findVersion(call: Call, record: JobRecord | undefined, version: number): JsonObject {
  const found = record === undefined ? undefined : versionOf(record, version);
  if (found !== undefined) return found;
  throw new Refusal(
    500,
    `job "${call.jobId}" in namespace "${call.namespace}" at version ${version} not found`,
  );
}

/** With its source. As on real servers, a stopped version is stopped again. */
export function revertTo(cluster: Cluster, record: JobRecord, version: JsonObject): Registration {
  const filed = fileJob(cluster, version, true);
  const source = record.submissions.find((one) => one.version === integer(version, 'Version'));
  if (source !== undefined) fileSubmission(record, source);
  return filed;
}

export function revertJob(call: Call): SandboxResponse {
  authorize(call, call.namespace, 'revert-job', 'submit-job');
  const body = readBody(call.request);
  checkPayloadJob(call, bodyText(body, 'JobID'), 'JobID must be specified', 'Job ID does not match');
  const version = bodyUnsigned(body, 'JobVersion') ?? 0;
  const prior = bodyUnsigned(body, 'EnforcePriorVersion');
  const record = call.cluster.job(call.namespace, call.jobId);
  if (record === undefined) throw new Refusal(500, `job "${call.jobId}" not found`);
  const current = integer(currentJob(record), 'Version');
  if (prior !== undefined && prior !== current) {
    throw new Refusal(500, `Current job has version ${current}; enforcing version ${prior}`);
  }
  if (version === current) throw new Refusal(500, "can't revert to current version");
  const target = findVersion(call, record, version);
  enforcePolicy(target, false);
  const filed = revertTo(call.cluster, record, target);
  call.cluster.effect(`job.reverted ${record.id}`);
  const evaluated = evaluateFiled(call, record, 0, 'job-register', filed.index);
  return registrationAnswer(evaluated, filed.jobModifyIndex, filed.index, warningText(target));
}

/** As on real servers, a version whose mark changes becomes current, even an older one, without an evaluation. */
export function setStability(call: Call): SandboxResponse {
  authorize(call, call.namespace, 'stable-job', 'submit-job');
  const body = readBody(call.request);
  checkPayloadJob(call, bodyText(body, 'JobID'), 'JobID must be specified', 'Job ID does not match');
  const version = bodyUnsigned(body, 'JobVersion') ?? 0;
  const stable = bodyBoolean(body, 'Stable');
  const record = call.cluster.job(call.namespace, call.jobId);
  const target = findVersion(call, record, version);
  const index = call.cluster.next('jobs');
  if (record !== undefined && flag(target, 'Stable') !== stable) {
    const marked = { ...target, Stable: stable, ModifyIndex: index };
    record.versions = [marked, ...record.versions.filter((one) => one !== target)];
    call.cluster.amend(record, { Status: jobStatus(call.cluster, record) });
    call.cluster.effect(`job.stability-set ${record.id} ${version} ${String(stable)}`);
  }
  return writeResponse({ Index: index }, index);
}

/** Reverts to the last stable version if a group of the failed deployment has auto-revert. */
export function revertOnFailure(
  cluster: Cluster,
  scheduler: Scheduler,
  record: JobRecord,
  deployment: Deployment,
): number | undefined {
  const asked = [...deployment.groups.values()].some((group) => group.autoRevert);
  const stable = record.versions.find(
    (one) => flag(one, 'Stable') && integer(one, 'Version') < deployment.jobVersion,
  );
  if (!asked || integer(currentJob(record), 'Version') !== deployment.jobVersion) return undefined;
  if (stable === undefined) {
    deployment.statusDescription += ' - no stable job version to auto revert to';
    return undefined;
  }
  deployment.statusDescription += ` - rolling back to job version ${integer(stable, 'Version')}`;
  revertTo(cluster, record, stable);
  cluster.effect(`job.reverted ${record.id}`);
  scheduler.evaluate(record, { trigger: 'deployment-watcher', priority: 0 });
  return integer(stable, 'Version');
}
