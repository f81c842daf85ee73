import { integer, object, objects, text } from '../wire/json.ts';
import { AllocationRunner } from './allocations.ts';
import { desiredUpdates, failedGroups, outlook, type GroupOutlook, type JobOutlook } from './capacity.ts';
import { currentJob, type Cluster } from './cluster.ts';
import {
  activeDeployment,
  countPlaced,
  endsDeployment,
  failedDeployment,
  healthTime,
  healthyDeadline,
  isComplete,
  openDeployment,
  progressDue,
  recordHealth,
  setStatus,
} from './deployments.ts';
import { createEvaluation, finishEvaluation, type NewEvaluation } from './evaluations.ts';
import type { Allocation, Deployment, Evaluation, JobRecord } from './records.ts';
import { refreshStatus } from './status.ts';
import { EVALUATING } from './timing.ts';

const UPDATED = 'alloc is being updated due to job update';
const NOT_NEEDED = 'alloc not needed due to job update';
const STOPPED = 'alloc not needed as job is stopped';

export interface StopOptions {
  readonly noShutdownDelay: boolean;
}

const restartsOf = ({ tasks }: Allocation): number =>
  Math.max(0, ...[...tasks.values()].map((one) => one.restarts));

export class Scheduler {
  private readonly cluster: Cluster;
  readonly #runner: AllocationRunner;
  private readonly watched = new Set<Deployment>();
  /** On a failed deployment: auto-revert returns the version. */
  onFailedDeployment: (record: JobRecord, deployment: Deployment) => number | undefined = () => undefined;

  constructor(cluster: Cluster) {
    this.cluster = cluster;
    this.#runner = new AllocationRunner(cluster, {
      started: (allocation) => this.#awaitHealth(allocation),
      finished: (allocation) => this.#finished(allocation),
    });
  }

  evaluate(record: JobRecord, request: NewEvaluation, delay = EVALUATING): Evaluation {
    const evaluation = createEvaluation(this.cluster, record, request);
    refreshStatus(this.cluster, record);
    this.cluster.clock.after(delay, () => this.#process(evaluation));
    return evaluation;
  }

  #process(evaluation: Evaluation): void {
    const cluster = this.cluster;
    if (cluster.closed || evaluation.status !== 'pending') return;
    const record = cluster.job(evaluation.namespace, evaluation.jobId);
    if (record === undefined) {
      finishEvaluation(cluster, evaluation, {});
      return;
    }
    const job = currentJob(record);
    const existing = this.#allocations(record);
    const active = this.#currentDeployment(record);
    const look = outlook(cluster, job, existing, active ?? failedDeployment(cluster, record));
    const deployment = active ?? openDeployment(cluster, record, look, evaluation.priority);
    for (const group of look.groups) this.#apply(record, evaluation, group, deployment);
    if (deployment !== undefined && !this.watched.has(deployment)) this.#watchProgress(record, deployment);
    this.#conclude(record, evaluation, look, deployment);
    refreshStatus(cluster, record);
  }

  #allocations(record: JobRecord): readonly Allocation[] {
    const createIndex = integer(currentJob(record), 'CreateIndex');
    return this.cluster
      .allocationsOf(record.namespace, record.id)
      .filter((allocation) => allocation.jobCreateIndex === createIndex);
  }

  #currentDeployment(record: JobRecord): Deployment | undefined {
    const job = currentJob(record);
    const active = activeDeployment(this.cluster, record);
    if (active === undefined) return undefined;
    if (job['Stop'] === true) {
      setStatus(this.cluster, active, 'cancelled', 'Cancelled because job is stopped');
    } else if (active.jobVersion !== integer(job, 'Version')) {
      setStatus(this.cluster, active, 'cancelled', 'Cancelled due to newer version of job');
    } else return active;
    return undefined;
  }

  #apply(
    record: JobRecord,
    evaluation: Evaluation,
    look: GroupOutlook,
    deployment: Deployment | undefined,
  ): void {
    const { change, group, spec } = look;
    const job = currentJob(record);
    const deploymentId = deployment?.groups.has(look.name) === true ? deployment.id : '';
    for (const allocation of change.stop) {
      this.#runner.stop(allocation, job['Stop'] === true ? STOPPED : NOT_NEEDED);
    }
    if (group === undefined) return;
    for (const allocation of change.inPlace) {
      this.#runner.update(allocation, job, spec, deploymentId);
      if (deploymentId !== '' && deployment !== undefined) this.#placed(deployment, allocation);
    }
    const canaries = Array.from({ length: change.canaries }, (_, slot) => ({
      slot,
      replaces: undefined,
      canary: true,
    }));
    const replaced = change.destructive.map((one) => ({ slot: one.slot, replaces: one, canary: false }));
    const placed = change.place.map((one) => ({ ...one, canary: false }));
    const additions = [...replaced, ...placed, ...canaries];
    for (const { slot, replaces, canary } of additions.slice(0, additions.length - look.unplaced)) {
      if (replaces !== undefined && change.destructive.includes(replaces))
        this.#runner.stop(replaces, UPDATED);
      const allocation = this.#runner.place({
        record,
        job,
        evaluation,
        group,
        spec,
        slot,
        replaces,
        deploymentId,
        canary,
      });
      if (deploymentId !== '' && deployment !== undefined) this.#placed(deployment, allocation);
    }
  }

  #placed(deployment: Deployment, allocation: Allocation): void {
    countPlaced(this.cluster, deployment, allocation);
    this.cluster.clock.after(healthyDeadline(allocation.spec), () => {
      const same = allocation.deploymentId === deployment.id && allocation.desired === 'run';
      if (this.cluster.closed || !same || allocation.health !== undefined) return;
      const failed = recordHealth(this.cluster, allocation, false);
      const record = this.cluster.job(allocation.namespace, allocation.jobId);
      if (failed === undefined || record === undefined || !endsDeployment(failed, allocation, true)) return;
      setStatus(this.cluster, failed, 'failed', 'Failed due to unhealthy allocations');
      this.onFailedDeployment(record, failed);
    });
  }

  #conclude(
    record: JobRecord,
    evaluation: Evaluation,
    look: JobOutlook,
    deployment: Deployment | undefined,
  ): void {
    const cluster = this.cluster;
    const failed = failedGroups(look);
    const queued = Object.fromEntries(
      look.groups.filter(({ group }) => group !== undefined).map(({ name, unplaced }) => [name, unplaced]),
    );
    for (const other of cluster.evaluationsOf(record.namespace, record.id)) {
      if (other.status === 'blocked') finishEvaluation(cluster, other, { status: 'canceled' });
    }
    let blocked: Evaluation | undefined;
    if (failed !== undefined) {
      blocked = createEvaluation(cluster, record, {
        trigger: 'queued-allocs',
        priority: evaluation.priority,
        status: 'blocked',
        description: 'created to place remaining allocations',
        previous: evaluation.id,
      });
      blocked.failed = failed;
      blocked.queued = queued;
      record.summaryIndex = cluster.next('summaries');
    }
    finishEvaluation(cluster, evaluation, {
      annotations: { DesiredTGUpdates: desiredUpdates(look), PreemptedAllocs: null },
      blockedEval: blocked?.id ?? '',
      deploymentId: deployment?.id ?? '',
      failed,
      queued,
    });
    if (deployment !== undefined) this.#follow(record, deployment, false);
  }

  #awaitHealth(allocation: Allocation): void {
    if (allocation.deploymentId === '') return;
    const { deploymentId } = allocation;
    const restarts = restartsOf(allocation);
    this.cluster.clock.after(healthTime(allocation.spec), () => {
      const same = allocation.deploymentId === deploymentId && allocation.desired === 'run';
      if (this.cluster.closed || !same || allocation.client !== 'running') return;
      if (restartsOf(allocation) !== restarts || allocation.health?.healthy === false) return;
      const deployment = recordHealth(this.cluster, allocation, true);
      const record = this.cluster.job(allocation.namespace, allocation.jobId);
      if (deployment !== undefined && record !== undefined) this.#follow(record, deployment, true);
    });
  }

  #follow(record: JobRecord, deployment: Deployment, next: boolean): void {
    const cluster = this.cluster;
    if (deployment.status !== 'running') return;
    const look = outlook(cluster, currentJob(record), this.#allocations(record), deployment);
    const more = look.groups.some(({ change }) => change.destructive.length + change.stop.length > 0);
    if (more && next) this.evaluate(record, { trigger: 'deployment-watcher', priority: 0 });
    const waits = look.groups.some(({ change }) => change.waiting > 0);
    if (more || waits || !isComplete(deployment)) return;
    setStatus(cluster, deployment, 'successful', 'Deployment completed successfully');
    const index = cluster.next('jobs');
    cluster.amend(record, { Stable: true, ModifyIndex: index });
  }

  #watchProgress(record: JobRecord, deployment: Deployment): void {
    const cluster = this.cluster;
    const due = progressDue(deployment);
    if (due === undefined) {
      this.watched.delete(deployment);
      return;
    }
    this.watched.add(deployment);
    cluster.clock.after(due - cluster.clock.now(), () => {
      if (cluster.closed || deployment.status !== 'running') {
        this.watched.delete(deployment);
        return;
      }
      const now = progressDue(deployment);
      if (now === undefined || now > cluster.clock.now()) {
        this.#watchProgress(record, deployment);
        return;
      }
      setStatus(cluster, deployment, 'failed', 'Failed due to progress deadline');
      this.onFailedDeployment(record, deployment);
    });
  }

  #finished(allocation: Allocation): void {
    const cluster = this.cluster;
    const record = cluster.job(allocation.namespace, allocation.jobId);
    if (record === undefined) return;
    if (allocation.client === 'failed' && allocation.desired === 'run') this.#failed(record, allocation);
    for (const blocked of cluster.blocked) {
      const waiting = cluster.job(blocked.namespace, blocked.jobId);
      if (waiting !== undefined && this.#stillBlocked(waiting, blocked)) continue;
      finishEvaluation(cluster, blocked, { status: 'canceled' });
      if (waiting !== undefined)
        this.evaluate(waiting, { trigger: 'queued-allocs', priority: blocked.priority });
    }
  }

  /** The evaluation stays, with its time. */
  #stillBlocked(record: JobRecord, { queued }: Evaluation): boolean {
    const active = this.#currentDeployment(record) ?? failedDeployment(this.cluster, record);
    const { groups } = outlook(this.cluster, currentJob(record), this.#allocations(record), active);
    return groups.every(
      ({ group, name, unplaced }) => group === undefined || unplaced === (queued?.[name] ?? 0),
    );
  }

  #failed(record: JobRecord, allocation: Allocation): void {
    const policy = object(allocation.spec, 'ReschedulePolicy') ?? {};
    const earlier = this.#chain(allocation);
    const replaced = policy['Unlimited'] === true || earlier < integer(policy, 'Attempts');
    const deployment = recordHealth(this.cluster, allocation, false);
    if (deployment !== undefined && endsDeployment(deployment, allocation, replaced)) {
      setStatus(this.cluster, deployment, 'failed', 'Failed due to unhealthy allocations');
      this.onFailedDeployment(record, deployment);
      return;
    }
    if (!replaced) return;
    const grown =
      integer(policy, 'Delay') * (text(policy, 'DelayFunction') === 'exponential' ? 2 ** earlier : 1);
    const delay = Math.min(grown, integer(policy, 'MaxDelay') || grown) / 1e6;
    const evaluation = createEvaluation(this.cluster, record, {
      trigger: 'alloc-reschedule',
      priority: 0,
      description: 'created for delayed rescheduling',
      waitUntil: this.cluster.clock.now() + delay,
    });
    allocation.rescheduleDelay = delay;
    allocation.followupEval = evaluation.id;
    refreshStatus(this.cluster, record);
    this.cluster.clock.after(delay, () => {
      // A forced rescheduling may have replaced it.
      if (allocation.nextAllocation === '' && allocation.desired === 'run') allocation.reschedule = true;
      this.#process(evaluation);
    });
  }

  #chain(allocation: Allocation): number {
    let length = 0;
    let previous = this.cluster.allocations.get(allocation.previousAllocation);
    while (previous?.client === 'failed') {
      length += 1;
      previous = this.cluster.allocations.get(previous.previousAllocation);
    }
    return length;
  }

  restart(allocation: Allocation, taskName: string, what: 'task' | 'running' | 'all'): void {
    this.#runner.restart(allocation, taskName, what);
  }

  migrate(record: JobRecord, allocation: Allocation): Evaluation {
    if (allocation.desired === 'run' && ['pending', 'running'].includes(allocation.client)) {
      this.#runner.stop(allocation, 'alloc is being migrated');
      allocation.reschedule = true;
    }
    return this.evaluate(record, { trigger: 'alloc-stop', priority: 0 });
  }

  /** After the longest shutdown delay, unless ignored. */
  stopAll(record: JobRecord, options: StopOptions): void {
    for (const allocation of this.#allocations(record)) {
      const own = [allocation.spec, ...objects(allocation.spec, 'Tasks')].map((one) =>
        integer(one, 'ShutdownDelay'),
      );
      const delay = options.noShutdownDelay ? 0 : Math.max(0, ...own) / 1e6;
      this.#runner.stop(allocation, STOPPED, delay);
    }
  }
}
