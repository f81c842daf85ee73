import type { Json, SandboxResponse } from '../../contract.ts';
import { currentJob } from '../scheduler/cluster.ts';
import { activeDeployment } from '../scheduler/deployments.ts';
import type { JobRecord, ScalingEvent } from '../scheduler/records.ts';
import { fileJob } from '../scheduler/registry.ts';
import { bodyBoolean, bodyInteger, bodyObject, bodyText, readBody } from '../wire/body.ts';
import { Refusal } from '../wire/failure.ts';
import { integer, member, object, objects, text, typeName, type JsonObject } from '../wire/json.ts';
import { writeResponse } from '../wire/response.ts';
import { blockingRead } from './blocking.ts';
import { authorize, findJob, type Call } from './call.ts';
import { checkOverride, enforcePolicy } from './policy.ts';
import { evaluateFiled } from './register.ts';

const KEPT_EVENTS = 20;

interface ScaleRequest {
  readonly group: string;
  readonly count: number | undefined;
  readonly message: string;
  readonly error: string | boolean;
  readonly meta: JsonObject | null;
}

function errorOf(body: JsonObject): string | boolean {
  const value = member(body, 'Error') ?? null;
  if (value === null) return false;
  if (typeof value !== 'string' && typeof value !== 'boolean') {
    throw new Refusal(400, `json: cannot unmarshal ${typeName(value)} into field Error of type string`);
  }
  return value;
}

function readRequest(call: Call, body: JsonObject): ScaleRequest {
  const target = bodyObject(body, 'Target') ?? {};
  const group = bodyText(target, 'Group');
  const count = bodyInteger(body, 'Count');
  const message = bodyText(body, 'Message');
  const error = errorOf(body);
  if (group === '') throw new Refusal(400, 'missing task group name for scaling action');
  if (!['', call.jobId].includes(bodyText(target, 'Job'))) {
    throw new Refusal(400, 'job ID in payload did not match URL');
  }
  if (count !== undefined && count < 0) throw new Refusal(400, "scaling action count can't be negative");
  if (count !== undefined && error === true) {
    throw new Refusal(400, 'scaling action should not contain count if error is true');
  }
  if (message === '' && (error === '' || error === false)) {
    throw new Refusal(400, 'scaling action must contain one of message or error');
  }
  return { group, count, message, error, meta: bodyObject(body, 'Meta') ?? null };
}

function checkCount(job: JsonObject, group: JsonObject, count: number): void {
  const type = text(job, 'Type');
  if ((type === 'system' || type === 'sysbatch') && count > 1) {
    throw new Refusal(400, `jobs of type "${type}" can only be scaled between 0 and 1`);
  }
  const policy = object(group, 'Scaling');
  if (policy === undefined) return;
  const [lowest, highest] = [integer(policy, 'Min'), integer(policy, 'Max')];
  if (count < lowest) {
    throw new Refusal(400, `group count was less than scaling policy minimum: ${count} < ${lowest}`);
  }
  if (count > highest) {
    throw new Refusal(400, `group count was greater than scaling policy maximum: ${count} > ${highest}`);
  }
}

function addEvent(record: JobRecord, group: string, event: ScalingEvent): void {
  record.scaling.set(group, [event, ...(record.scaling.get(group) ?? [])].slice(0, KEPT_EVENTS));
}

export function scaleJob(call: Call): SandboxResponse {
  const { cluster } = call;
  authorize(call, call.namespace, 'scale-job', 'submit-job');
  const body = readBody(call.request);
  const request = readRequest(call, body);
  const override = bodyBoolean(body, 'PolicyOverride');
  checkOverride(call, call.namespace, override);
  const record = cluster.job(call.namespace, call.jobId);
  if (record === undefined)
    throw new Refusal(404, `job "${call.jobId}" not found`, cluster.tableIndex('jobs'));
  const job = currentJob(record);
  const group = objects(job, 'TaskGroups').find((one) => text(one, 'Name') === request.group);
  if (group === undefined) {
    throw new Refusal(400, `task group "${request.group}" specified for scaling does not exist in job`);
  }
  const previousCount = integer(group, 'Count');
  let evaluated: { id: string; index: number } | undefined;
  if (request.count !== undefined) {
    const { count } = request;
    checkCount(job, group, count);
    if (activeDeployment(cluster, record) !== undefined) {
      throw new Refusal(400, 'job scaling blocked due to active deployment');
    }
    enforcePolicy(job, override);
    const groups = objects(job, 'TaskGroups').map((one) => (one === group ? { ...one, Count: count } : one));
    const filed = fileJob(cluster, { ...job, TaskGroups: groups }, true);
    evaluated = evaluateFiled(call, record, 0, 'job-scaling', filed.index);
    cluster.effect(`job.scaled ${record.id} ${request.group} ${count}`);
  }
  const index = cluster.next('jobs');
  addEvent(record, request.group, {
    time: cluster.clock.now() * 1e6,
    count: request.count,
    previousCount,
    message: request.message,
    error: request.error,
    meta: request.meta,
    evalId: evaluated?.id,
    createIndex: index,
  });
  if (evaluated === undefined) cluster.effect(`job.scaling-event ${record.id} ${request.group}`);
  return writeResponse(scaleAnswer(record, evaluated, index), index);
}

/** Without an evaluation its two members are absent (section 2). */
function scaleAnswer(
  record: JobRecord,
  evaluated: { id: string; index: number } | undefined,
  index: number,
): JsonObject {
  const evaluation =
    evaluated === undefined || evaluated.id === ''
      ? {}
      : { EvalID: evaluated.id, EvalCreateIndex: evaluated.index };
  return {
    ...evaluation,
    JobModifyIndex: integer(currentJob(record), 'JobModifyIndex'),
    Warnings: '',
    Index: index,
    LastContact: 0,
    KnownLeader: true,
    NextToken: '',
  };
}

function eventJson(event: ScalingEvent): Json {
  return {
    Time: event.time,
    Count: event.count ?? null,
    PreviousCount: event.previousCount,
    Message: event.message,
    Error: event.error,
    Meta: event.meta,
    EvalID: event.evalId ?? null,
    CreateIndex: event.createIndex,
  };
}

function groupStatus(call: Call, record: JobRecord, group: JsonObject): JsonObject {
  const name = text(group, 'Name');
  const createIndex = integer(currentJob(record), 'CreateIndex');
  const own = call.cluster
    .allocationsOf(record.namespace, record.id)
    .filter((one) => one.group === name && one.jobCreateIndex === createIndex && one.desired === 'run');
  const live = own.filter((one) => one.client === 'pending' || one.client === 'running');
  const events = record.scaling.get(name) ?? [];
  return {
    Desired: integer(group, 'Count'),
    Placed: live.length,
    Running: own.filter((one) => one.client === 'running').length,
    Healthy: live.filter((one) => one.health?.healthy === true).length,
    Unhealthy: own.filter((one) => one.health?.healthy === false).length,
    Events: events.length === 0 ? null : events.map(eventJson),
  };
}

export function readScale(call: Call): Promise<SandboxResponse> {
  authorize(call, call.namespace, 'read-job-scaling', 'read-job');
  return blockingRead(call.request, call.cluster, () => {
    const record = findJob(call);
    const job = currentJob(record);
    const groups = objects(job, 'TaskGroups').map((group) => [
      text(group, 'Name'),
      groupStatus(call, record, group),
    ]);
    const index = integer(job, 'ModifyIndex');
    const newest = [...record.scaling.values()].map((events) => events[0]?.createIndex ?? 0);
    const body: Json = {
      JobID: record.id,
      Namespace: record.namespace,
      JobCreateIndex: integer(job, 'CreateIndex'),
      JobModifyIndex: index,
      JobStopped: job['Stop'] ?? false,
      TaskGroups: Object.fromEntries(groups) as JsonObject,
    };
    return { body, index: Math.max(index, ...newest) };
  });
}
