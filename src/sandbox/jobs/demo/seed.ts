import { parseJobFile } from '../hcl/job.ts';
import { armLaunch, dispatchChild, launchChild } from '../scheduler/children.ts';
import { currentJob, type Cluster } from '../scheduler/cluster.ts';
import type { JobRecord } from '../scheduler/records.ts';
import { fileJob, fileSubmission } from '../scheduler/registry.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import { isParent, refreshStatus } from '../scheduler/status.ts';
import { admit } from '../schema/admit.ts';
import type { JsonObject } from '../wire/json.ts';
import { MAILER, RESIZE, WEB } from './examples.ts';
import { API, BROKEN, CACHE, CRUNCH, HUGE, IMPORTS, NIGHTLY, REPORT } from './sources.ts';
import { PastTimeline } from './timeline.ts';

const HOUR = 3600 * 1000;
const SETTLING = 20_000;

const admitted = new Map<string, JsonObject>();

function demoJob(source: string, namespace: string, flags: Readonly<Record<string, string>>): JsonObject {
  const key = JSON.stringify([source, namespace, flags]);
  let job = admitted.get(key);
  if (job === undefined) {
    const parsed = parseJobFile({ source, file: '', flags, legacy: false });
    job = admit({ ...parsed, Namespace: namespace });
    admitted.set(key, job);
  }
  return job;
}

class Seeder {
  readonly #cluster: Cluster;
  readonly #scheduler: Scheduler;

  constructor(cluster: Cluster, scheduler: Scheduler) {
    this.#cluster = cluster;
    this.#scheduler = scheduler;
  }

  register(source: string, namespace = 'default', flags: Readonly<Record<string, string>> = {}): JobRecord {
    const { record } = fileJob(this.#cluster, demoJob(source, namespace, flags));
    fileSubmission(record, { format: 'hcl2', source, variableFlags: flags, variables: '' });
    armLaunch(this.#cluster, this.#scheduler, record);
    if (isParent(currentJob(record))) refreshStatus(this.#cluster, record);
    else this.#scheduler.evaluate(record, { trigger: 'job-register', priority: 0 });
    return record;
  }

  instances(report: JobRecord, nightly: JobRecord): void {
    dispatchChild(this.#cluster, this.#scheduler, report, {
      payload: Buffer.from('{"rows":3}').toString('base64'),
      meta: { month: '2026-10' },
      idPrefix: '',
      token: '',
    });
    launchChild(this.#cluster, this.#scheduler, nightly);
  }
}

/** In the past, so that they have settled. */
export function seedDemo(cluster: Cluster, scheduler: Scheduler): void {
  const { clock } = cluster;
  const past = new PastTimeline(clock.now() - HOUR);
  cluster.clock = past;
  cluster.quietly(() => {
    const seeder = new Seeder(cluster, scheduler);
    const createIndex = cluster.next();
    cluster.namespaces.set('batch', { name: 'batch', description: 'Long computations', createIndex });
    for (const release of ['1', '2', '3']) {
      seeder.register(API, 'default', { release });
      past.advance(SETTLING);
    }
    for (const color of ['red', 'orange', 'yellow', 'blue', 'green']) {
      seeder.register(WEB, 'default', { color });
      past.advance(SETTLING);
    }
    seeder.register(CACHE);
    const report = seeder.register(REPORT);
    const nightly = seeder.register(NIGHTLY);
    for (const source of [MAILER, RESIZE, HUGE, BROKEN, ...IMPORTS]) seeder.register(source);
    seeder.register(CRUNCH, 'batch');
    past.advance(SETTLING);
    seeder.instances(report, nightly);
    past.advance(clock.now() - past.now());
  });
  cluster.clock = clock;
  past.handOver(clock);
}
