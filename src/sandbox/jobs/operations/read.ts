import type { Json, SandboxResponse } from '../../contract.ts';
import { jobDiff } from '../diff/job.ts';
import { currentJob } from '../scheduler/cluster.ts';
import { evaluationJson } from '../scheduler/evaluations.ts';
import { versionsByNumber } from '../scheduler/registry.ts';
import { jobSummary } from '../scheduler/status.ts';
import { Refusal } from '../wire/failure.ts';
import { integer, objects, text, type JsonObject } from '../wire/json.ts';
import { lenientBoolean, queryBoolean } from '../wire/query.ts';
import { readResponse } from '../wire/response.ts';
import { blockingRead, type Reading } from './blocking.ts';
import { authorize, findJob, type Call } from './call.ts';
import { allocationJson, deploymentJson } from './represent.ts';

function read(call: Call, work: () => Reading): Promise<SandboxResponse> {
  authorize(call, call.namespace, 'read-job');
  return blockingRead(call.request, call.cluster, work);
}

export function readJob(call: Call): Promise<SandboxResponse> {
  return read(call, () => {
    const job = currentJob(findJob(call));
    return { body: job, index: integer(job, 'ModifyIndex') };
  });
}

export function readSubmission(call: Call): SandboxResponse {
  authorize(call, call.namespace, 'read-job');
  const version = call.request.query.get('version') ?? '';
  if (!/^\d+$/u.test(version)) throw new Refusal(400, 'Unable to parse job submission version parameter');
  const record = call.cluster.job(call.namespace, call.jobId);
  const submission = record?.submissions.find((candidate) => candidate.version === Number(version));
  if (record === undefined || submission === undefined) throw new Refusal(404, 'job source not found');
  const body: Json = {
    Namespace: record.namespace,
    JobID: record.id,
    Format: submission.format,
    Source: submission.source,
    VariableFlags: submission.variableFlags,
    Variables: submission.variables,
    Version: submission.version,
    JobModifyIndex: submission.jobModifyIndex,
  };
  return readResponse(body, submission.jobModifyIndex);
}

/** One diff fewer than versions. */
function versionDiffs(versions: readonly JsonObject[]): Json {
  const diffs = versions.slice(0, -1).map((version, at) => jobDiff(versions[at + 1], version));
  return diffs.length === 0 ? null : diffs;
}

export function readVersions(call: Call): Promise<SandboxResponse> {
  const diffs = queryBoolean(call.request, 'diffs');
  return read(call, () => {
    const record = call.cluster.job(call.namespace, call.jobId);
    if (record === undefined) {
      throw new Refusal(404, 'job versions not found', call.cluster.tableIndex('jobs'));
    }
    const index = integer(currentJob(record), 'ModifyIndex');
    const versions = versionsByNumber(record);
    const body: Json = {
      Versions: versions,
      Diffs: diffs ? versionDiffs(versions) : null,
      Index: index,
      KnownLeader: true,
      LastContact: 0,
      NextToken: '',
    };
    return { body, index };
  });
}

interface Registered {
  readonly jobCreateIndex: number;
  readonly createIndex: number;
  readonly modifyIndex: number;
}

/** Of the current registration only, without `all`. */
function ofRegistration<T extends Registered>(call: Call, records: readonly T[]): readonly T[] {
  if (lenientBoolean(call.request, 'all')) return records;
  const record = call.cluster.job(call.namespace, call.jobId);
  const createIndex = record === undefined ? undefined : integer(currentJob(record), 'CreateIndex');
  return records.filter((one) => one.jobCreateIndex === createIndex);
}

function newestIndex(records: readonly { readonly modifyIndex: number }[], otherwise: number): number {
  return records.length === 0 ? otherwise : Math.max(...records.map((one) => one.modifyIndex));
}

export function readAllocations(call: Call): Promise<SandboxResponse> {
  return read(call, () => {
    const records = ofRegistration(call, call.cluster.allocationsOf(call.namespace, call.jobId));
    return {
      body: records.map(allocationJson),
      index: newestIndex(records, call.cluster.tableIndex('allocations')),
    };
  });
}

export function readEvaluations(call: Call): Promise<SandboxResponse> {
  return read(call, () => {
    const records = call.cluster.evaluationsOf(call.namespace, call.jobId);
    return {
      body: records.map(evaluationJson),
      index: newestIndex(records, call.cluster.tableIndex('evaluations')),
    };
  });
}

export function readDeployments(call: Call): Promise<SandboxResponse> {
  return read(call, () => {
    const records = ofRegistration(call, call.cluster.deploymentsOf(call.namespace, call.jobId));
    return {
      body: records.map(deploymentJson),
      index: newestIndex(records, call.cluster.tableIndex('deployments')),
    };
  });
}

export function readDeployment(call: Call): Promise<SandboxResponse> {
  return read(call, () => {
    const record = call.cluster.job(call.namespace, call.jobId);
    const createIndex = record === undefined ? undefined : integer(currentJob(record), 'CreateIndex');
    const own = call.cluster
      .deploymentsOf(call.namespace, call.jobId)
      .filter((deployment) => deployment.jobCreateIndex === createIndex);
    const latest = own.reduce<(typeof own)[number] | undefined>(
      (newest, one) => (newest === undefined || one.createIndex > newest.createIndex ? one : newest),
      undefined,
    );
    return {
      body: latest === undefined ? null : deploymentJson(latest),
      index: latest?.modifyIndex ?? call.cluster.tableIndex('deployments'),
    };
  });
}

export function readSummary(call: Call): Promise<SandboxResponse> {
  return read(call, () => {
    const record = findJob(call);
    return { body: jobSummary(call.cluster, record), index: record.summaryIndex };
  });
}

export function readActions(call: Call): SandboxResponse {
  authorize(call, call.namespace, 'read-job');
  const record = call.cluster.job(call.namespace, call.jobId);
  if (record === undefined) throw new Refusal(500, `Unknown job "${call.jobId}"`);
  const actions = objects(currentJob(record), 'TaskGroups').flatMap((group) =>
    objects(group, 'Tasks').flatMap((task) =>
      objects(task, 'Actions').map((action) => ({
        ...action,
        TaskName: text(task, 'Name'),
        TaskGroupName: text(group, 'Name'),
      })),
    ),
  );
  return readResponse(actions, 0);
}
