/** Changes after an index as events; several changes of a record are one. */
import type { Json } from '../../contract.ts';
import { deploymentJson } from '../operations/represent.ts';
import { wholeAllocation } from '../operations/represent-allocation.ts';
import { currentJob, type Cluster } from '../scheduler/cluster.ts';
import { evaluationJson } from '../scheduler/evaluations.ts';
import { integer, type JsonObject } from '../wire/json.ts';
import type { Topic } from './topics.ts';

export interface Change {
  readonly topic: Topic;
  readonly type: string;
  readonly key: string;
  readonly filterKeys: readonly string[];
  readonly namespace: string;
  readonly index: number;
  readonly payload: () => JsonObject;
}

function jobChanges(cluster: Cluster, after: number): readonly Change[] {
  return cluster.jobs().flatMap((record) => {
    const job = currentJob(record);
    const index = integer(job, 'ModifyIndex');
    if (index <= after) return [];
    const type = job['Stop'] === true ? 'JobDeregistered' : 'JobRegistered';
    const { id, namespace } = record;
    return [{ topic: 'Job', type, key: id, filterKeys: [], namespace, index, payload: () => ({ Job: job }) }];
  });
}

/** What a placement or another change of a record is called. */
function typeOf(row: { readonly createIndex: number; readonly modifyIndex: number }, update: string): string {
  return row.createIndex === row.modifyIndex ? 'PlanResult' : update;
}

function recordChanges(cluster: Cluster, after: number): readonly Change[] {
  const isNew = (row: { readonly modifyIndex: number }): boolean => row.modifyIndex > after;
  return [
    ...cluster.evaluations
      .all()
      .filter(isNew)
      .map((row): Change => ({
        topic: 'Evaluation',
        type: 'EvaluationUpdated',
        key: row.id,
        filterKeys: [row.jobId, row.deploymentId],
        namespace: row.namespace,
        index: row.modifyIndex,
        payload: () => ({ Evaluation: evaluationJson(row) }),
      })),
    ...cluster.deployments
      .all()
      .filter(isNew)
      .map((row): Change => ({
        topic: 'Deployment',
        type: typeOf(row, 'DeploymentStatusUpdate'),
        key: row.id,
        filterKeys: [row.jobId],
        namespace: row.namespace,
        index: row.modifyIndex,
        payload: () => ({ Deployment: deploymentJson(row) }),
      })),
    ...cluster.allocations
      .all()
      .filter(isNew)
      .map((row): Change => ({
        topic: 'Allocation',
        type: typeOf(row, 'AllocationUpdated'),
        key: row.id,
        filterKeys: [row.jobId, row.deploymentId],
        namespace: row.namespace,
        index: row.modifyIndex,
        payload: () => ({ Allocation: wholeAllocation(row) }),
      })),
  ];
}

export function changesAfter(cluster: Cluster, after: number): readonly Change[] {
  return [...jobChanges(cluster, after), ...recordChanges(cluster, after)].toSorted(
    (left, right) => left.index - right.index,
  );
}

function eventJson(change: Change): Json {
  return {
    FilterKeys: change.topic === 'Job' ? null : [...change.filterKeys],
    Index: change.index,
    Key: change.key,
    Namespace: change.namespace,
    Payload: change.payload(),
    Topic: change.topic,
    Type: change.type,
  };
}

export function linesOf(changes: readonly Change[]): readonly string[] {
  const groups = new Map<number, Change[]>();
  for (const change of changes) groups.set(change.index, [...(groups.get(change.index) ?? []), change]);
  return [...groups].map(([Index, group]) => `${JSON.stringify({ Events: group.map(eventJson), Index })}\n`);
}
