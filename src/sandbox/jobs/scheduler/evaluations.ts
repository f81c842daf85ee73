import { randomUUID } from '../../random.ts';
import { integer, text, type JsonObject } from '../wire/json.ts';
import { currentJob, type Cluster } from './cluster.ts';
import { timestamp, type Evaluation, type EvaluationStatus, type JobRecord } from './records.ts';

export type Trigger =
  | 'job-register'
  | 'job-deregister'
  | 'job-scaling'
  | 'deployment-watcher'
  | 'periodic-job'
  | 'alloc-reschedule'
  | 'alloc-stop'
  | 'queued-allocs'
  | 'node-update';

export interface NewEvaluation {
  readonly trigger: Trigger;
  readonly priority: number;
  readonly index?: number;
  readonly status?: EvaluationStatus;
  readonly description?: string;
  readonly previous?: string;
  readonly waitUntil?: number;
}

export function createEvaluation(cluster: Cluster, record: JobRecord, request: NewEvaluation): Evaluation {
  const job = currentJob(record);
  const index = request.index ?? cluster.next('evaluations');
  const now = cluster.clock.now();
  const evaluation: Evaluation = {
    id: randomUUID(),
    namespace: record.namespace,
    jobId: record.id,
    jobModifyIndex: integer(job, 'JobModifyIndex'),
    priority: request.priority === 0 ? integer(job, 'Priority') : request.priority,
    type: text(job, 'Type'),
    triggeredBy: request.trigger,
    previousEval: request.previous ?? '',
    waitUntil: request.waitUntil,
    status: request.status ?? 'pending',
    statusDescription: request.description ?? '',
    deploymentId: '',
    blockedEval: '',
    failed: undefined,
    annotations: undefined,
    queued: undefined,
    createIndex: index,
    modifyIndex: index,
    createTime: now,
    modifyTime: now,
  };
  cluster.evaluations.add(evaluation);
  if (evaluation.status === 'blocked') cluster.blocked.add(evaluation);
  cluster.effect(`evaluation.created ${evaluation.id}`);
  return evaluation;
}

export function finishEvaluation(
  cluster: Cluster,
  evaluation: Evaluation,
  changes: Partial<
    Pick<Evaluation, 'annotations' | 'blockedEval' | 'deploymentId' | 'failed' | 'queued' | 'status'>
  >,
): void {
  // Replaced by why it waits.
  if (evaluation.waitUntil !== undefined) evaluation.statusDescription = '';
  Object.assign(evaluation, { status: 'complete', ...changes });
  if (evaluation.status !== 'blocked') cluster.blocked.delete(evaluation);
  evaluation.modifyIndex = cluster.next('evaluations');
  evaluation.modifyTime = cluster.clock.now();
}

export function evaluationJson(evaluation: Evaluation): JsonObject {
  const all: JsonObject = {
    ID: evaluation.id,
    Namespace: evaluation.namespace,
    Priority: evaluation.priority,
    Type: evaluation.type,
    TriggeredBy: evaluation.triggeredBy,
    JobID: evaluation.jobId,
    JobModifyIndex: evaluation.jobModifyIndex,
    DeploymentID: evaluation.deploymentId,
    Status: evaluation.status,
    StatusDescription: evaluation.statusDescription,
    PreviousEval: evaluation.previousEval,
    WaitUntil: timestamp(evaluation.waitUntil),
    BlockedEval: evaluation.blockedEval,
    FailedTGAllocs: evaluation.failed ?? null,
    PlanAnnotations: evaluation.annotations ?? null,
    QueuedAllocations: evaluation.queued ?? null,
    SnapshotIndex: evaluation.createIndex,
    CreateIndex: evaluation.createIndex,
    ModifyIndex: evaluation.modifyIndex,
    CreateTime: evaluation.createTime * 1e6,
    ModifyTime: evaluation.modifyTime * 1e6,
  };
  return Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== null && value !== '' && value !== 0),
  );
}
