import type { SandboxResponse } from '../../contract.ts';
import { launchChild } from '../scheduler/children.ts';
import { currentJob } from '../scheduler/cluster.ts';
import { isParameterized } from '../scheduler/status.ts';
import { bodyBoolean, bodyObject, bodyText, readBody } from '../wire/body.ts';
import { Refusal } from '../wire/failure.ts';
import { flag, integer, object } from '../wire/json.ts';
import { writeResponse } from '../wire/response.ts';
import { authorize, checkPayloadJob, type Call } from './call.ts';
import { registrationAnswer } from './register.ts';

export function evaluateJob(call: Call): SandboxResponse {
  const { cluster, scheduler } = call;
  authorize(call, call.namespace, 'evaluate-job', 'submit-job');
  const body = call.request.bytes.length === 0 ? { JobID: call.jobId } : readBody(call.request);
  checkPayloadJob(call, bodyText(body, 'JobID'), 'Job ID must be specified', 'JobID not same as job name');
  const options = bodyObject(body, 'EvalOptions') ?? {};
  const force = bodyBoolean(options, 'ForceReschedule');
  const record = cluster.job(call.namespace, call.jobId);
  if (record === undefined) throw new Refusal(500, 'job not found');
  const job = currentJob(record);
  if (object(job, 'Periodic') !== undefined) throw new Refusal(500, "can't evaluate periodic job");
  if (isParameterized(job)) throw new Refusal(500, "can't evaluate parameterized job");
  if (force) {
    for (const allocation of cluster.allocationsOf(record.namespace, record.id)) {
      const failed = allocation.client === 'failed' && allocation.desired === 'run';
      const current = allocation.jobCreateIndex === integer(job, 'CreateIndex');
      if (failed && current && allocation.nextAllocation === '') allocation.reschedule = true;
    }
  }
  cluster.effect(`job.evaluated ${record.id}`);
  const evaluation = scheduler.evaluate(record, { trigger: 'job-register', priority: 0 });
  const evaluated = { id: evaluation.id, index: evaluation.createIndex };
  return registrationAnswer(evaluated, integer(job, 'ModifyIndex'), evaluation.createIndex, '');
}

export function forcePeriodic(call: Call): SandboxResponse {
  const { cluster, scheduler } = call;
  authorize(call, call.namespace, 'force-periodic-job', 'dispatch-job', 'submit-job');
  const record = cluster.job(call.namespace, call.jobId);
  if (record === undefined) throw new Refusal(500, 'job not found');
  const job = currentJob(record);
  const periodic = object(job, 'Periodic');
  if (periodic === undefined) throw new Refusal(500, "can't force launch non-periodic job");
  if (!flag(periodic, 'Enabled') || flag(job, 'Stop') || isParameterized(job)) {
    const why = `can't force run non-tracked job "${record.id}" (${record.namespace})`;
    throw new Refusal(500, `force launch for job "${record.id}" failed: ${why}`);
  }
  const child = launchChild(cluster, scheduler, record);
  cluster.effect(`job.launched ${child.record.id}`);
  const index = child.evaluation.createIndex;
  return writeResponse({ EvalID: child.evaluation.id, EvalCreateIndex: index, Index: index }, index);
}
