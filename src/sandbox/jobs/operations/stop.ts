import type { SandboxResponse } from '../../contract.ts';
import { currentJob } from '../scheduler/cluster.ts';
import { setStatus, activeDeployment } from '../scheduler/deployments.ts';
import { createEvaluation } from '../scheduler/evaluations.ts';
import type { JobRecord } from '../scheduler/records.ts';
import { collectLater, addVersion } from '../scheduler/registry.ts';
import { isParent, refreshStatus } from '../scheduler/status.ts';
import { flag, integer } from '../wire/json.ts';
import { Refusal } from '../wire/failure.ts';
import { checkPriority, queryBoolean } from '../wire/query.ts';
import { writeResponse } from '../wire/response.ts';
import { authorize, type Call } from './call.ts';

interface Stopped {
  readonly evalId: string;
  readonly evalIndex: number;
  readonly index: number;
}

function answer({ evalId, evalIndex, index }: Stopped): SandboxResponse {
  const body = {
    EvalID: evalId,
    EvalCreateIndex: evalIndex,
    JobModifyIndex: index,
    VolumeEvalID: '',
    VolumeEvalIndex: 0,
    Index: index,
    LastContact: 0,
    KnownLeader: false,
    NextToken: '',
  };
  return writeResponse(body, index);
}

function evaluationPriority(call: Call): number {
  const given = call.request.query.get('eval_priority') ?? '';
  if (given === '') return 0;
  if (!/^[+-]?\d+$/u.test(given)) {
    throw new Refusal(400, 'Expect a number for `eval_priority` query string parameter');
  }
  return checkPriority(Number(given));
}

function markStopped(call: Call, record: JobRecord): number {
  const job = currentJob(record);
  const index = call.cluster.next('jobs', 'summaries');
  const stopped = { ...job, Stop: true, JobModifyIndex: index, ModifyIndex: index };
  if (flag(job, 'Stop')) call.cluster.amend(record, stopped);
  else addVersion(record, { ...stopped, Version: integer(job, 'Version') + 1 });
  record.summaryIndex = index;
  return index;
}

function purge(call: Call, record: JobRecord): void {
  call.cluster.removeJob(record);
  call.cluster.next('jobs', 'summaries');
  call.cluster.effect(`job.purged ${record.id}`);
}

export function stopJob(call: Call): SandboxResponse {
  const { request, cluster, scheduler } = call;
  const ending = ['purge-job', 'submit-job'] as const;
  const purges = queryBoolean(request, 'purge');
  authorize(call, call.namespace, ...ending, ...(purges ? [] : (['deregister-job'] as const)));
  const noShutdownDelay = queryBoolean(request, 'no_shutdown_delay');
  // There is only one region: `global` is validated and ignored.
  queryBoolean(request, 'global');
  const priority = evaluationPriority(call);
  const record = cluster.job(call.namespace, call.jobId);
  if (record === undefined) return answer({ evalId: '', evalIndex: 0, index: 0 });
  const parent = isParent(currentJob(record));
  const index = markStopped(call, record);
  cluster.effect(`job.deregistered ${record.id}`);
  record.cancelLaunch?.();
  scheduler.stopAll(record, { noShutdownDelay });
  const active = activeDeployment(cluster, record);
  if (active !== undefined) setStatus(cluster, active, 'cancelled', 'Cancelled because job is stopped');
  let evalId = '';
  if (!parent && purges) {
    evalId = createEvaluation(cluster, record, {
      trigger: 'job-deregister',
      priority,
      status: 'complete',
    }).id;
  } else if (!parent) evalId = scheduler.evaluate(record, { trigger: 'job-deregister', priority }).id;
  refreshStatus(cluster, record);
  if (purges) purge(call, record);
  else collectLater(cluster, record);
  return answer({ evalId, evalIndex: index, index });
}
