/** By ID, which the vendor's client reads after a change. */
import type { SandboxResponse } from '../../contract.ts';
import type { TableName } from '../scheduler/cluster.ts';
import { evaluationJson } from '../scheduler/evaluations.ts';
import type { Allocation } from '../scheduler/records.ts';
import type { Table } from '../scheduler/table.ts';
import { Refusal } from '../wire/failure.ts';
import type { JsonObject } from '../wire/json.ts';
import { blockingRead } from './blocking.ts';
import { authorize, type Call } from './call.ts';
import { checkId } from './identity.ts';
import { listRecords } from './page.ts';
import { allocationJson, deploymentJson } from './represent.ts';

interface Row {
  readonly id: string;
  readonly namespace: string;
  readonly jobId: string;
  readonly modifyIndex: number;
}

function readRecord<R extends Row>(
  call: Call,
  table: Table<R>,
  id: string,
  missing: () => Refusal,
  represent: (row: R) => JsonObject,
): Promise<SandboxResponse> {
  authorize(call, table.get(id)?.namespace ?? call.namespace, 'read-job');
  return blockingRead(call.request, call.cluster, () => {
    const row = table.get(id);
    if (row === undefined) throw missing();
    return { body: represent(row), index: row.modifyIndex };
  });
}

function readAllocationsOf(
  call: Call,
  row: Row | undefined,
  belongs: (allocation: Allocation) => boolean,
): Promise<SandboxResponse> {
  authorize(call, row?.namespace ?? call.namespace, 'read-job');
  return blockingRead(call.request, call.cluster, () => {
    const all = row === undefined ? [] : call.cluster.allocationsOf(row.namespace, row.jobId);
    const own = all.filter(belongs);
    return {
      body: own.map(allocationJson),
      index: Math.max(call.cluster.tableIndex('allocations'), ...own.map((one) => one.modifyIndex)),
    };
  });
}

function missing(call: Call, what: string, table: TableName): () => Refusal {
  return () => new Refusal(404, `${what} not found`, call.cluster.tableIndex(table));
}

export function listEvaluations(call: Call): Promise<SandboxResponse> {
  return listRecords(call, {
    table: 'eval',
    index: 'evaluations',
    rows: () => call.cluster.evaluations.all(),
    represent: evaluationJson,
  });
}

export function readEvaluation(call: Call, id: string): Promise<SandboxResponse> {
  checkId(id, 'eval');
  const { evaluations } = call.cluster;
  return readRecord(call, evaluations, id, missing(call, 'eval', 'evaluations'), evaluationJson);
}

export function readEvaluationAllocations(call: Call, id: string): Promise<SandboxResponse> {
  return readAllocationsOf(call, call.cluster.evaluations.get(id), ({ evalId }) => evalId === id);
}

export function readDeploymentById(call: Call, id: string): Promise<SandboxResponse> {
  checkId(id, 'deployment');
  const { deployments } = call.cluster;
  return readRecord(call, deployments, id, missing(call, 'deployment', 'deployments'), deploymentJson);
}

export function readDeploymentAllocations(call: Call, id: string): Promise<SandboxResponse> {
  return readAllocationsOf(call, call.cluster.deployments.get(id), ({ deploymentId }) => deploymentId === id);
}
