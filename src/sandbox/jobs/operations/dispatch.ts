import type { SandboxResponse } from '../../contract.ts';
import { dispatchChild } from '../scheduler/children.ts';
import { currentJob, type Cluster } from '../scheduler/cluster.ts';
import type { JobRecord } from '../scheduler/records.ts';
import { isParameterized } from '../scheduler/status.ts';
import { bodyStringMap, bodyText, readBody } from '../wire/body.ts';
import { Refusal } from '../wire/failure.ts';
import { flag, integer, object, strings, text, type JsonObject } from '../wire/json.ts';
import { queryText } from '../wire/query.ts';
import { writeResponse } from '../wire/response.ts';
import { authorize, type Call } from './call.ts';

/** Bytes of the decoded payload (section 8). */
const LARGEST_PAYLOAD = 65_536;

function checkBase64(payload: string): Buffer {
  const bad = /[^A-Za-z0-9+/=\r\n]/u.exec(payload);
  const clean = payload.replaceAll(/[\r\n]/gu, '');
  const shape = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/u.test(clean);
  if (bad !== null || !shape) {
    throw new Refusal(400, `illegal base64 data at input byte ${bad?.index ?? clean.length}`);
  }
  return Buffer.from(clean, 'base64');
}

function checkPayload(parameterized: JsonObject, bytes: Buffer): void {
  const rule = text(parameterized, 'Payload');
  if (bytes.length > LARGEST_PAYLOAD) {
    throw new Refusal(500, `Payload exceeds maximum size; ${bytes.length} > ${LARGEST_PAYLOAD}`);
  }
  if (rule === 'required' && bytes.length === 0) {
    throw new Refusal(500, 'Payload is not provided but required by parameterized job');
  }
  if (rule === 'forbidden' && bytes.length > 0) {
    throw new Refusal(500, 'Payload provided but forbidden by parameterized job');
  }
}

function checkMeta(parameterized: JsonObject, meta: Readonly<Record<string, string>>): void {
  const required = strings(parameterized, 'MetaRequired');
  const allowed = [...required, ...strings(parameterized, 'MetaOptional')];
  const unpermitted = Object.keys(meta).filter((name) => !allowed.includes(name));
  if (unpermitted.length > 0) {
    throw new Refusal(500, `Dispatch request included unpermitted metadata keys: [${unpermitted.join(' ')}]`);
  }
  const missing = required.filter((name) => !(name in meta));
  if (missing.length > 0) {
    throw new Refusal(500, `Dispatch did not provide required meta keys: [${missing.join(' ')}]`);
  }
}

function findParent(call: Call): JobRecord {
  const record = call.cluster.job(call.namespace, call.jobId);
  if (record === undefined) throw new Refusal(500, 'parameterized job not found');
  const job = currentJob(record);
  if (!isParameterized(job)) {
    throw new Refusal(500, `Specified job "${record.id}" is not a parameterized job`);
  }
  if (flag(job, 'Stop')) throw new Refusal(500, `Specified job "${record.id}" is stopped`);
  return record;
}

function earlierChild(cluster: Cluster, parent: JobRecord, token: string): JsonObject | undefined {
  if (token === '') return undefined;
  return cluster
    .childrenOf(parent)
    .map(currentJob)
    .find((job) => text(job, 'DispatchIdempotencyToken') === token);
}

export function dispatchJob(call: Call): SandboxResponse {
  const { request, cluster, scheduler } = call;
  authorize(call, call.namespace, 'dispatch-job');
  const body = readBody(request);
  const payload = bodyText(body, 'Payload');
  const bytes = checkBase64(payload);
  const meta = bodyStringMap(body, 'Meta') ?? {};
  const token =
    queryText(request, 'IdempotencyToken', 'idempotency_token') || bodyText(body, 'IdempotencyToken');
  const parent = findParent(call);
  const parameterized = object(currentJob(parent), 'ParameterizedJob') ?? {};
  checkPayload(parameterized, bytes);
  checkMeta(parameterized, meta);
  const earlier = earlierChild(cluster, parent, token);
  if (earlier !== undefined) {
    const index = integer(earlier, 'CreateIndex');
    return writeResponse(
      {
        DispatchedJobID: text(earlier, 'ID'),
        EvalID: '',
        EvalCreateIndex: 0,
        JobCreateIndex: index,
        Index: index,
      },
      index,
    );
  }
  const idPrefix = bodyText(body, 'IdPrefixTemplate');
  const child = dispatchChild(cluster, scheduler, parent, { payload, meta, idPrefix, token });
  cluster.effect(`job.dispatched ${child.record.id}`);
  const index = child.evaluation.createIndex;
  return writeResponse(
    {
      DispatchedJobID: child.record.id,
      EvalID: child.evaluation.id,
      EvalCreateIndex: index,
      JobCreateIndex: integer(currentJob(child.record), 'CreateIndex'),
      Index: index,
    },
    index,
  );
}
