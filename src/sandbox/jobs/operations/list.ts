import type { Json, SandboxResponse } from '../../contract.ts';
import { compileFilter } from '../filter/filter.ts';
import { currentJob } from '../scheduler/cluster.ts';
import type { JobRecord } from '../scheduler/records.ts';
import { isParameterized, jobSummary } from '../scheduler/status.ts';
import { Refusal } from '../wire/failure.ts';
import { lenientBoolean, queryBoolean, queryText } from '../wire/query.ts';
import { allows } from './access.ts';
import { blockingRead, type Reading } from './blocking.ts';
import { authorize, type Call } from './call.ts';

function jobStub(call: Call, record: JobRecord, withMeta: boolean): Json {
  const job = currentJob(record);
  return {
    ID: record.id,
    ParentID: job['ParentID'] ?? '',
    Name: job['Name'] ?? '',
    Namespace: record.namespace,
    Datacenters: job['Datacenters'] ?? null,
    NodePool: job['NodePool'] ?? '',
    Multiregion: job['Multiregion'] ?? null,
    Type: job['Type'] ?? '',
    Priority: job['Priority'] ?? 0,
    Periodic: (job['Periodic'] ?? null) !== null,
    ParameterizedJob: isParameterized(job),
    Stop: job['Stop'] ?? false,
    Status: job['Status'] ?? '',
    StatusDescription: job['StatusDescription'] ?? '',
    JobSummary: jobSummary(call.cluster, record),
    CreateIndex: job['CreateIndex'] ?? 0,
    ModifyIndex: job['ModifyIndex'] ?? 0,
    JobModifyIndex: job['JobModifyIndex'] ?? 0,
    SubmitTime: job['SubmitTime'] ?? 0,
    ...(withMeta ? { Meta: job['Meta'] ?? null } : {}),
  };
}

export function perPage(call: Call): number {
  const given = call.request.query.get('per_page') ?? '';
  if (given === '') return 0;
  if (!/^[+-]?\d+$/u.test(given)) {
    throw new Refusal(400, 'Expect a number for `per_page` query string parameter');
  }
  return Number(given);
}

function placeOf(record: JobRecord): string {
  return `${record.namespace}.${record.id}`;
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function from(records: readonly JobRecord[], token: string, reverse: boolean): readonly JobRecord[] {
  if (token === '') return records;
  const dot = token.indexOf('.');
  if (dot === -1) return [];
  const [namespace, id] = [token.slice(0, dot), token.slice(dot + 1)];
  const start = records.findIndex((record) => {
    const order = compare(record.namespace, namespace) || compare(record.id, id);
    return reverse ? order <= 0 : order >= 0;
  });
  return start === -1 ? [] : records.slice(start);
}

function readPage(call: Call, records: readonly JobRecord[]): Reading {
  const { request, cluster } = call;
  const size = perPage(call);
  const withMeta = queryBoolean(request, 'meta');
  const matches = compileFilter(queryText(request, 'filter'));
  const reverse = lenientBoolean(request, 'reverse');
  const ordered = reverse ? records.toReversed() : records;
  const wanted = from(ordered, queryText(request, 'next_token'), reverse).filter((record) =>
    matches(currentJob(record)),
  );
  const page = size === 0 ? wanted : wanted.slice(0, Math.max(0, size));
  const next = size > 0 ? wanted[size] : undefined;
  const token =
    next === undefined ? {} : { 'X-Svc-NextToken': placeOf(next), 'X-Nomad-NextToken': placeOf(next) };
  return {
    body: page.map((record) => jobStub(call, record, withMeta)),
    index: cluster.tableIndex('jobs', 'summaries'),
    headers: token,
  };
}

export async function listJobs(call: Call): Promise<SandboxResponse> {
  const { request, cluster, namespace } = call;
  const everywhere = namespace === '*';
  // `*`: only visible jobs; a token without access is refused.
  const principal = authorize(call, everywhere ? 'default' : namespace, 'list-jobs');
  const prefix = queryText(request, 'prefix');
  return blockingRead(request, cluster, () => {
    const records = cluster
      .jobs()
      .filter((record) =>
        everywhere ? allows(principal, record.namespace, 'list-jobs') : record.namespace === namespace,
      )
      .filter((record) => record.id.startsWith(prefix));
    return readPage(call, records);
  });
}
