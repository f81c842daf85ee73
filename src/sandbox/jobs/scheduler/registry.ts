import type { Json } from '../../contract.ts';
import { flag, integer, objects, sameJson, text, type JsonObject } from '../wire/json.ts';
import { currentJob, type Cluster } from './cluster.ts';
import type { JobRecord, Submission } from './records.ts';
import { jobStatus } from './status.ts';
import { COLLECTION } from './timing.ts';

export const RETAINED = 6;

const SERVER_MEMBERS: ReadonlySet<string> = new Set([
  'CreateIndex',
  'DispatchIdempotencyToken',
  'JobModifyIndex',
  'ModifyIndex',
  'NomadTokenID',
  'Stable',
  'Status',
  'StatusDescription',
  'SubmitTime',
  'Version',
  'VersionTag',
]);

export function definition(job: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(job).filter(([name]) => !SERVER_MEMBERS.has(name)));
}

export interface Registration {
  readonly record: JobRecord;
  readonly jobModifyIndex: number;
  readonly index: number;
}

function withScalingTarget(job: JsonObject): Json {
  return objects(job, 'TaskGroups').map((group) => {
    const scaling = group['Scaling'];
    if (typeof scaling !== 'object' || scaling === null || Array.isArray(scaling)) return group;
    const target = { Namespace: text(job, 'Namespace'), Job: text(job, 'ID'), Group: text(group, 'Name') };
    const { Namespace: _namespace, ...rest } = scaling as JsonObject;
    return { ...group, Scaling: { ...rest, Target: target } };
  });
}

export function prepared(job: JsonObject): JsonObject {
  return { ...job, TaskGroups: withScalingTarget(job) };
}

function newRecord(namespace: string, id: string): JobRecord {
  return {
    namespace,
    id,
    versions: [],
    submissions: [],
    scaling: new Map(),
    summaryIndex: 1,
    cancelLaunch: undefined,
    cancelCollection: undefined,
  };
}

export function addVersion(record: JobRecord, version: JsonObject): void {
  const others = record.versions.filter((other) => other['Version'] !== version['Version']);
  record.versions = [version, ...others].slice(0, RETAINED);
}

export function versionsByNumber(record: JobRecord): readonly JsonObject[] {
  return record.versions.toSorted((left, right) => integer(right, 'Version') - integer(left, 'Version'));
}

/** An unchanged definition creates a version only with `always`. */
export function fileJob(cluster: Cluster, given: JsonObject, always = false): Registration {
  const job = prepared(given);
  const namespace = text(job, 'Namespace');
  const id = text(job, 'ID');
  const existing = cluster.job(namespace, id);
  const before = existing === undefined ? undefined : currentJob(existing);
  if (
    !always &&
    existing !== undefined &&
    before !== undefined &&
    sameJson(definition(before), definition(job))
  ) {
    const unchanged = integer(before, 'ModifyIndex');
    return { record: existing, jobModifyIndex: unchanged, index: cluster.next('jobs') };
  }
  const index = cluster.next('jobs', 'summaries');
  const record = existing ?? newRecord(namespace, id);
  const version: JsonObject = {
    ...job,
    Stable: false,
    Status: existing === undefined ? 'pending' : text(before ?? {}, 'Status'),
    StatusDescription: '',
    SubmitTime: cluster.clock.now() * 1e6,
    Version: before === undefined ? 0 : integer(before, 'Version') + 1,
    VersionTag: null,
    CreateIndex: before === undefined ? index : integer(before, 'CreateIndex'),
    ModifyIndex: index,
    JobModifyIndex: index,
  };
  addVersion(record, version);
  record.summaryIndex = index;
  if (existing === undefined) cluster.addJob(record);
  record.cancelCollection?.();
  record.cancelCollection = undefined;
  return { record, jobModifyIndex: index, index };
}

export function fileSubmission(
  record: JobRecord,
  submission: Omit<Submission, 'version' | 'jobModifyIndex'>,
): void {
  const job = currentJob(record);
  const version = integer(job, 'Version');
  const others = record.submissions.filter((other) => other.version !== version);
  const filed = { ...submission, version, jobModifyIndex: integer(job, 'JobModifyIndex') };
  record.submissions = [filed, ...others].slice(0, RETAINED);
}

export function versionOf(record: JobRecord, version: number): JsonObject | undefined {
  return record.versions.find((candidate) => integer(candidate, 'Version') === version);
}

/** Unless registered again (section 3). */
export function collectLater(cluster: Cluster, record: JobRecord): void {
  record.cancelCollection?.();
  record.cancelCollection = cluster.clock.after(COLLECTION, () => {
    record.cancelCollection = undefined;
    const present = cluster.job(record.namespace, record.id) === record;
    if (cluster.closed || !present || !flag(currentJob(record), 'Stop')) return;
    if (jobStatus(cluster, record) !== 'dead') {
      collectLater(cluster, record);
      return;
    }
    cluster.removeJob(record);
    for (const table of [cluster.allocations, cluster.evaluations, cluster.deployments]) {
      table.removeJob(record.namespace, record.id);
    }
    cluster.next('jobs', 'summaries', 'allocations', 'evaluations', 'deployments');
    cluster.effect(`job.collected ${record.id}`);
  });
}
