import { randomUUID } from '../../random.ts';
import type { Json, SandboxResponse } from '../../contract.ts';
import { jobDiff, type Updates } from '../diff/job.ts';
import {
  desiredUpdates,
  failedGroups,
  outlook,
  type GroupOutlook,
  type JobOutlook,
} from '../scheduler/capacity.ts';
import { nextPeriodicLaunch } from '../scheduler/children.ts';
import { currentJob } from '../scheduler/cluster.ts';
import { activeDeployment } from '../scheduler/deployments.ts';
import type { JobRecord } from '../scheduler/records.ts';
import { definition, prepared } from '../scheduler/registry.ts';
import { bodyBoolean, readBody } from '../wire/body.ts';
import { Refusal } from '../wire/failure.ts';
import { integer, sameJson, text, type JsonObject } from '../wire/json.ts';
import { writeResponse } from '../wire/response.ts';
import { authorize, type Call } from './call.ts';
import { checkOverride, POLICY_MESSAGE, violatesPolicy } from './policy.ts';
import { submittedJob } from './submitted.ts';
import { checkJob, warningText } from './validate.ts';

function updatesOf({ change, group }: GroupOutlook): Updates {
  const counts = {
    create: change.place.length,
    destroy: change.stop.length,
    canary: change.canaries,
    'in-place update': change.inPlace.length,
    'create/destroy update': change.destructive.length,
    ignore: group === undefined ? 0 : change.ignore,
  };
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

/** Unchanged definitions keep the version. */
function plannedVersion(record: JobRecord | undefined, job: JsonObject): number {
  if (record === undefined) return 0;
  const current = currentJob(record);
  const same = sameJson(definition(current), definition(job));
  return integer(current, 'Version') + (same ? 0 : 1);
}

/** CreatedEvals (section 2): would wait for resources. */
function blockedEvaluation(call: Call, job: JsonObject, failed: JsonObject): JsonObject {
  const time = call.cluster.clock.now() * 1e6;
  return {
    ID: randomUUID(),
    Namespace: text(job, 'Namespace'),
    JobID: text(job, 'ID'),
    Priority: integer(job, 'Priority'),
    Type: text(job, 'Type'),
    TriggeredBy: 'queued-allocs',
    Status: 'blocked',
    StatusDescription: 'created to place remaining allocations',
    FailedTGAllocs: failed,
    CreateTime: time,
    ModifyTime: time,
  };
}

function nextLaunch(call: Call, job: JsonObject): Json {
  const launch = nextPeriodicLaunch(job, call.cluster.clock.now());
  return launch === undefined ? null : new Date(launch).toISOString().replace('.000Z', 'Z');
}

function look(call: Call, record: JobRecord | undefined, job: JsonObject): JobOutlook {
  const createIndex = record === undefined ? -1 : integer(currentJob(record), 'CreateIndex');
  const existing = call.cluster
    .allocationsOf(text(job, 'Namespace'), text(job, 'ID'))
    .filter((allocation) => allocation.jobCreateIndex === createIndex);
  const isCurrent =
    record !== undefined && integer(currentJob(record), 'Version') === integer(job, 'Version');
  const deployment = isCurrent ? activeDeployment(call.cluster, record) : undefined;
  return outlook(call.cluster, job, existing, deployment);
}

export function planJob(call: Call): SandboxResponse {
  const { cluster } = call;
  authorize(call, call.namespace, 'plan-job', 'submit-job');
  const body = readBody(call.request);
  const { job: posted, namespace } = submittedJob(call, body);
  authorize(call, namespace, 'plan-job', 'submit-job');
  if (text(posted, 'ID') !== call.jobId) throw new Refusal(400, 'Job ID does not match');
  const override = bodyBoolean(body, 'PolicyOverride');
  checkOverride(call, namespace, override);
  checkJob(call, posted);
  const record = cluster.job(namespace, call.jobId);
  const before = record === undefined ? undefined : currentJob(record);
  const ready = prepared(posted);
  const job = { ...ready, Version: plannedVersion(record, ready) };
  const outcome = look(call, record, job);
  const failed = failedGroups(outcome);
  const updates = new Map(outcome.groups.map((group) => [group.name, updatesOf(group)]));
  const denied = violatesPolicy(posted) && !override ? [POLICY_MESSAGE] : [];
  const jobModifyIndex = before === undefined ? 0 : integer(before, 'JobModifyIndex');
  return writeResponse(
    {
      Annotations: { DesiredTGUpdates: desiredUpdates(outcome), PreemptedAllocs: null },
      CreatedEvals: failed === undefined ? null : [blockedEvaluation(call, job, failed)],
      Diff: bodyBoolean(body, 'Diff') ? jobDiff(before, job, updates) : null,
      FailedTGAllocs: failed ?? null,
      Index: jobModifyIndex,
      JobModifyIndex: jobModifyIndex,
      NextPeriodicLaunch: nextLaunch(call, job),
      Warnings: warningText(posted, denied),
    },
    jobModifyIndex,
  );
}
