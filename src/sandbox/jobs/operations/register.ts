import type { SandboxResponse } from '../../contract.ts';
import { currentJob } from '../scheduler/cluster.ts';
import { armLaunch } from '../scheduler/children.ts';
import type { JobRecord } from '../scheduler/records.ts';
import { fileJob, fileSubmission } from '../scheduler/registry.ts';
import { isParent, refreshStatus } from '../scheduler/status.ts';
import {
  bodyBoolean,
  bodyInteger,
  bodyObject,
  bodyStringMap,
  bodyText,
  bodyUnsigned,
  readBody,
} from '../wire/body.ts';
import { Refusal } from '../wire/failure.ts';
import { integer, object, objects, text, type JsonObject } from '../wire/json.ts';
import { checkPriority } from '../wire/query.ts';
import { writeResponse } from '../wire/response.ts';
import { authorize, type Call } from './call.ts';
import { checkOverride, enforcePolicy } from './policy.ts';
import { submittedJob } from './submitted.ts';
import { checkJob, warningText } from './validate.ts';

/** Bytes; a job with a larger source is registered without it. */
const LARGEST_SOURCE = 1_000_000;

function enforceIndex(existing: JobRecord | undefined, wanted: number): void {
  const prefix = `Enforcing job modify index ${wanted}`;
  if (existing === undefined) {
    if (wanted !== 0) throw new Refusal(500, `${prefix}: job does not exist`);
    return;
  }
  const current = integer(currentJob(existing), 'JobModifyIndex');
  if (wanted === 0) throw new Refusal(500, `${prefix}: job already exists`);
  if (wanted !== current) {
    throw new Refusal(500, `${prefix}: job exists with conflicting job modify index: ${current}`);
  }
}

function checkTransition(existing: JobRecord | undefined, job: JsonObject): void {
  if (existing === undefined) return;
  const before = currentJob(existing);
  if (text(before, 'Type') !== text(job, 'Type')) {
    throw new Refusal(500, `cannot update job from type "${text(before, 'Type')}" to "${text(job, 'Type')}"`);
  }
  for (const [name, kind] of [
    ['Periodic', 'periodic'],
    ['ParameterizedJob', 'parameterized'],
  ] as const) {
    const [was, is] = [object(before, name) !== undefined, object(job, name) !== undefined];
    if (was && !is) throw new Refusal(500, `cannot update ${kind} job to being non-${kind}`);
    if (!was && is) throw new Refusal(500, `cannot update non-${kind} job to being ${kind}`);
  }
}

function withCounts(existing: JobRecord | undefined, job: JsonObject): JsonObject {
  if (existing === undefined) return job;
  const counts = new Map(
    objects(currentJob(existing), 'TaskGroups').map((group) => [
      text(group, 'Name'),
      integer(group, 'Count'),
    ]),
  );
  const groups = objects(job, 'TaskGroups').map((group) => ({
    ...group,
    Count: counts.get(text(group, 'Name')) ?? integer(group, 'Count'),
  }));
  return { ...job, TaskGroups: groups };
}

function submissionOf(body: JsonObject): {
  submission: Parameters<typeof fileSubmission>[1] | undefined;
  warning: string[];
} {
  const given = bodyObject(body, 'Submission');
  if (given === undefined) return { submission: undefined, warning: [] };
  const submission = {
    format: bodyText(given, 'Format'),
    source: bodyText(given, 'Source'),
    variableFlags: bodyStringMap(given, 'VariableFlags') ?? {},
    variables: bodyText(given, 'Variables'),
  };
  if (!['hcl2', 'hcl1', 'json', ''].includes(submission.format)) {
    throw new Refusal(400, `invalid submission format "${submission.format}"`);
  }
  const size = Buffer.byteLength(submission.source) + Buffer.byteLength(submission.variables);
  if (size <= LARGEST_SOURCE) return { submission, warning: [] };
  const text = `job source size of ${(size / 1e6).toFixed(1)} MB exceeds maximum of 1.0 MB and will be discarded`;
  return { submission: undefined, warning: [text] };
}

export interface Evaluated {
  readonly id: string;
  readonly index: number;
}

/** At the index of its registration; of periodic and parameterized jobs only instances are evaluated. */
export function evaluateFiled(
  call: Pick<Call, 'cluster' | 'scheduler'>,
  record: JobRecord,
  priority: number,
  trigger: 'job-register' | 'job-scaling',
  index: number,
): Evaluated {
  const { cluster, scheduler } = call;
  armLaunch(cluster, scheduler, record);
  if (isParent(currentJob(record))) {
    refreshStatus(cluster, record);
    return { id: '', index: 0 };
  }
  const evaluation = scheduler.evaluate(record, { trigger, priority, index });
  return { id: evaluation.id, index: evaluation.createIndex };
}

export function registrationAnswer(
  evaluated: Evaluated,
  jobModifyIndex: number,
  index: number,
  warnings: string,
): SandboxResponse {
  const body = {
    EvalID: evaluated.id,
    EvalCreateIndex: evaluated.index,
    JobModifyIndex: jobModifyIndex,
    Warnings: warnings,
    Index: index,
    LastContact: 0,
    KnownLeader: false,
    NextToken: '',
  };
  return writeResponse(body, index);
}

export function registerJob(call: Call): SandboxResponse {
  const { request, cluster } = call;
  authorize(call, call.namespace, 'register-job', 'submit-job');
  const body = readBody(request);
  const { job: posted, namespace } = submittedJob(call, body);
  authorize(call, namespace, 'register-job', 'submit-job');
  if (call.jobId !== '' && call.jobId !== text(posted, 'ID'))
    throw new Refusal(400, 'Job ID does not match name');
  const override = bodyBoolean(body, 'PolicyOverride');
  checkOverride(call, namespace, override);
  const priority = checkPriority(bodyInteger(body, 'EvalPriority') ?? 0);
  const existing = cluster.job(namespace, text(posted, 'ID'));
  const job = bodyBoolean(body, 'PreserveCounts') ? withCounts(existing, posted) : posted;
  checkScalingBlocks(job);
  checkJob(call, job);
  const { submission, warning } = submissionOf(body);
  if (bodyBoolean(body, 'EnforceIndex')) enforceIndex(existing, bodyUnsigned(body, 'JobModifyIndex') ?? 0);
  checkTransition(existing, job);
  enforcePolicy(job, override);
  const filed = fileJob(cluster, job);
  if (submission !== undefined) fileSubmission(filed.record, submission);
  cluster.effect(`job.registered ${filed.record.id}`);
  const evaluated = evaluateFiled(call, filed.record, priority, 'job-register', filed.index);
  return registrationAnswer(evaluated, filed.jobModifyIndex, filed.index, warningText(job, warning));
}

function checkScalingBlocks(job: JsonObject): void {
  const type = text(job, 'Type');
  const scaled = objects(job, 'TaskGroups').some((group) => object(group, 'Scaling') !== undefined);
  if (scaled && (type === 'system' || type === 'sysbatch')) {
    throw new Refusal(400, `Task groups with job type ${type} do not support scaling blocks`);
  }
}
