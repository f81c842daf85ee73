import { randomBytes } from '../../random.ts';
import type { Json } from '../../contract.ts';
import { flag, object, strings, stringMap, text, type JsonObject } from '../wire/json.ts';
import { currentJob, type Cluster } from './cluster.ts';
import { nextLaunch, parseCron } from './cron.ts';
import type { Evaluation, JobRecord } from './records.ts';
import { fileJob } from './registry.ts';
import type { Scheduler } from './scheduler.ts';
import { LONGEST_LAUNCH_TIMER } from './timing.ts';

export interface Child {
  readonly record: JobRecord;
  readonly evaluation: Evaluation;
}

function derive(
  cluster: Cluster,
  scheduler: Scheduler,
  parent: JobRecord,
  id: string,
  changes: Readonly<Record<string, Json>>,
): Child {
  const job = currentJob(parent);
  const derived: JsonObject = { ...job, ID: id, Name: id, ParentID: parent.id, Stop: false, ...changes };
  const { record } = fileJob(cluster, derived);
  parent.summaryIndex = cluster.next('summaries');
  const trigger = object(job, 'Periodic') === undefined ? 'job-register' : 'periodic-job';
  return { record, evaluation: scheduler.evaluate(record, { trigger, priority: 0 }) };
}

export interface Dispatch {
  readonly payload: string;
  readonly meta: Readonly<Record<string, string>>;
  readonly idPrefix: string;
  readonly token: string;
}

/** Section 4.4. */
export function dispatchChild(
  cluster: Cluster,
  scheduler: Scheduler,
  parent: JobRecord,
  request: Dispatch,
): Child {
  const seconds = Math.floor(cluster.clock.now() / 1000);
  const prefix = request.idPrefix === '' ? '' : `${request.idPrefix}-`;
  const id = `${parent.id}/dispatch-${prefix}${seconds}-${randomBytes(4).toString('hex')}`;
  return derive(cluster, scheduler, parent, id, {
    Dispatched: true,
    DispatchIdempotencyToken: request.token,
    Payload: request.payload === '' ? null : request.payload,
    Meta: { ...stringMap(currentJob(parent), 'Meta'), ...request.meta },
  });
}

/** Named after the second of its launch; a second launch within it returns that instance. */
export function launchChild(cluster: Cluster, scheduler: Scheduler, parent: JobRecord): Child {
  const id = `${parent.id}/periodic-${Math.floor(cluster.clock.now() / 1000)}`;
  return derive(cluster, scheduler, parent, id, { Periodic: null });
}

function hasRunningChild(cluster: Cluster, parent: JobRecord): boolean {
  return cluster.childrenOf(parent).some((child) => text(currentJob(child), 'Status') !== 'dead');
}

export function nextPeriodicLaunch(job: JsonObject, now: number): number | undefined {
  const periodic = object(job, 'Periodic');
  if (periodic === undefined || !flag(periodic, 'Enabled') || flag(job, 'Stop')) return undefined;
  const specs = [text(periodic, 'Spec'), ...strings(periodic, 'Specs')].filter((spec) => spec !== '');
  const launches = specs.flatMap((spec) => {
    const schedule = parseCron(spec);
    const launch = schedule && nextLaunch(schedule, text(periodic, 'TimeZone'), now);
    return launch === undefined ? [] : [launch];
  });
  return launches.length === 0 ? undefined : Math.min(...launches);
}

/** Replaces the scheduled launch. */
export function armLaunch(cluster: Cluster, scheduler: Scheduler, record: JobRecord): void {
  record.cancelLaunch?.();
  record.cancelLaunch = undefined;
  const now = cluster.clock.now();
  const due = nextPeriodicLaunch(currentJob(record), now);
  if (due === undefined) return;
  const wait = Math.min(due - now, LONGEST_LAUNCH_TIMER);
  record.cancelLaunch = cluster.clock.after(wait, () => {
    if (cluster.closed) return;
    const overlap = object(currentJob(record), 'Periodic')?.['ProhibitOverlap'] === true;
    const blocked = overlap && hasRunningChild(cluster, record);
    if (cluster.clock.now() >= due && !blocked) {
      const child = launchChild(cluster, scheduler, record);
      cluster.effect(`job.launched ${child.record.id}`);
    }
    armLaunch(cluster, scheduler, record);
  });
}
