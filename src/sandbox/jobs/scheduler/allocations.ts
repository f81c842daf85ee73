import { randomUUID } from '../../random.ts';
import { formatDuration } from '../wire/duration.ts';
import { integer, objects, text, type JsonObject } from '../wire/json.ts';
import type { Cluster } from './cluster.ts';
import { groupOutcome } from './outcome.ts';
import type { Allocation, ClientStatus, Evaluation, JobRecord, TaskEvent, TaskState } from './records.ts';
import { refreshStatus } from './status.ts';
import { endRun, newTasks, noRestarts, ports, reschedulesOf, restartPolicy } from './task-state.ts';
import { LONGEST_RESTART_DELAY, STARTING, STOPPING } from './timing.ts';

export interface AllocationObserver {
  started(allocation: Allocation): void;
  finished(allocation: Allocation): void;
}

export interface NewAllocation {
  readonly record: JobRecord;
  readonly job: JsonObject;
  readonly evaluation: Evaluation;
  readonly group: JsonObject;
  readonly spec: JsonObject;
  readonly slot: number;
  readonly replaces: Allocation | undefined;
  readonly deploymentId: string;
  readonly canary: boolean;
}

/** A person's restart, by what was restarted. */
const RESTARTED = {
  task: 'User requested task to restart',
  running: 'User requested running tasks to restart',
  all: 'User requested all tasks to restart',
} as const;

export class AllocationRunner {
  readonly #cluster: Cluster;
  readonly #observer: AllocationObserver;

  constructor(cluster: Cluster, observer: AllocationObserver) {
    this.#cluster = cluster;
    this.#observer = observer;
  }

  place(request: NewAllocation): Allocation {
    const { record, job, evaluation, group, replaces } = request;
    const cluster = this.#cluster;
    const index = cluster.next('allocations', 'summaries');
    const time = cluster.clock.now();
    const id = randomUUID();
    const allocation: Allocation = {
      id,
      evalId: evaluation.id,
      namespace: record.namespace,
      jobId: record.id,
      jobType: text(job, 'Type'),
      jobVersion: integer(job, 'Version'),
      jobCreateIndex: integer(job, 'CreateIndex'),
      group: text(group, 'Name'),
      spec: request.spec,
      name: `${record.id}.${text(group, 'Name')}[${request.slot}]`,
      slot: request.slot,
      deploymentId: request.deploymentId,
      canary: request.canary,
      desired: 'run',
      desiredDescription: '',
      client: 'pending',
      tasks: newTasks(group, time),
      health: undefined,
      nextAllocation: '',
      followupEval: '',
      previousAllocation: replaces?.id ?? '',
      reschedules: reschedulesOf(replaces, time),
      rescheduleDelay: 0,
      reschedule: false,
      ports: ports(group),
      createIndex: index,
      modifyIndex: index,
      createTime: time,
      modifyTime: time,
      cancel: undefined,
    };
    if (replaces !== undefined) {
      replaces.nextAllocation = id;
      replaces.reschedule = false;
    }
    cluster.allocations.add(allocation);
    cluster.unfinished.add(allocation);
    record.summaryIndex = index;
    cluster.effect(`allocation.created ${id}`);
    allocation.cancel = cluster.clock.after(STARTING, () => this.#start(allocation));
    return allocation;
  }

  #touch(allocation: Allocation, client: ClientStatus): void {
    const cluster = this.#cluster;
    allocation.client = client;
    if (client === 'complete' || client === 'failed') cluster.unfinished.delete(allocation);
    allocation.modifyIndex = cluster.next('allocations', 'summaries');
    allocation.modifyTime = cluster.clock.now();
    const record = cluster.job(allocation.namespace, allocation.jobId);
    if (record !== undefined) record.summaryIndex = allocation.modifyIndex;
  }

  #event(
    allocation: Allocation,
    type: string,
    message: string,
    more: Partial<TaskEvent> = {},
    tasks: Iterable<TaskState> = allocation.tasks.values(),
  ): void {
    const event: TaskEvent = {
      type,
      time: this.#cluster.clock.now(),
      message,
      details: {},
      exitCode: 0,
      killTimeout: 0,
      failsTask: false,
      ...more,
    };
    for (const task of tasks) task.events.push(event);
  }

  #start(allocation: Allocation): void {
    if (this.#cluster.closed) return;
    const now = this.#cluster.clock.now();
    this.#event(allocation, 'Started', 'Task started by client');
    for (const task of allocation.tasks.values()) {
      task.state = 'running';
      task.startedAt = now;
      task.runs.push({ start: now, end: undefined, exitCode: 0 });
    }
    this.#touch(allocation, 'running');
    this.#awaitOutcome(allocation);
    this.#settle(allocation);
    this.#observer.started(allocation);
  }

  #awaitOutcome(allocation: Allocation): void {
    const outcome = groupOutcome(allocation.spec, allocation.jobType);
    allocation.cancel =
      outcome === undefined
        ? undefined
        : this.#cluster.clock.after(outcome.milliseconds, () => this.#finish(allocation, outcome.exitCode));
  }

  /** At once and in place; restarts are only counted. */
  restart(allocation: Allocation, taskName: string, what: keyof typeof RESTARTED): void {
    const named = allocation.tasks.get(taskName);
    const tasks = named === undefined ? [...allocation.tasks.values()] : [named];
    const now = this.#cluster.clock.now();
    const reason = RESTARTED[what];
    this.#event(allocation, 'Restart Signaled', reason, { details: { restart_reason: reason } }, tasks);
    const details = { exit_code: '130', oom_killed: 'false', signal: '2' };
    const interrupted = { exitCode: 130, signal: 2, details };
    this.#event(allocation, 'Terminated', 'Exit Code: 130, Signal: 2', interrupted, tasks);
    const again = { details: { restart_reason: '', start_delay: '0' } };
    this.#event(allocation, 'Restarting', 'Task restarting in 0s', again, tasks);
    this.#event(allocation, 'Started', 'Task started by client', {}, tasks);
    for (const task of tasks) {
      endRun(task, now, 130);
      task.runs.push({ start: now, end: undefined, exitCode: 0 });
      task.startedAt = now;
      task.restarts += 1;
      task.lastRestart = now;
    }
    allocation.cancel?.();
    this.#touch(allocation, 'running');
    this.#awaitOutcome(allocation);
  }

  #terminated(allocation: Allocation, exitCode: number): void {
    this.#event(allocation, 'Terminated', `Exit Code: ${exitCode}`, {
      exitCode,
      details: { exit_code: String(exitCode), oom_killed: 'false', signal: '0' },
    });
    for (const task of allocation.tasks.values()) {
      task.state = 'dead';
      task.failed = exitCode !== 0;
      task.finishedAt = this.#cluster.clock.now();
      endRun(task, task.finishedAt, exitCode);
    }
  }

  /** False if the policy allows no more attempts. */
  #restart(allocation: Allocation): boolean {
    const policy = restartPolicy(allocation.spec);
    const [task] = allocation.tasks.values();
    if (task === undefined || task.restarts >= integer(policy, 'Attempts')) return false;
    const delay = integer(policy, 'Delay');
    this.#event(allocation, 'Restarting', `Task restarting in ${formatDuration(delay)}`, {
      details: { restart_reason: 'Restart within policy', start_delay: String(delay) },
    });
    for (const one of allocation.tasks.values()) {
      one.state = 'pending';
      one.failed = false;
      one.finishedAt = undefined;
      one.restarts += 1;
      one.lastRestart = this.#cluster.clock.now();
    }
    this.#touch(allocation, 'pending');
    const wait = Math.min(LONGEST_RESTART_DELAY, delay / 1e6);
    allocation.cancel = this.#cluster.clock.after(wait, () => this.#start(allocation));
    return true;
  }

  #finish(allocation: Allocation, exitCode: number): void {
    if (this.#cluster.closed) return;
    this.#terminated(allocation, exitCode);
    if (exitCode !== 0) {
      if (this.#restart(allocation)) return;
      const reason = noRestarts(restartPolicy(allocation.spec));
      this.#event(allocation, 'Not Restarting', reason, {
        failsTask: true,
        details: { fails_task: 'true', restart_reason: reason },
      });
    }
    allocation.cancel = undefined;
    this.#touch(allocation, exitCode === 0 ? 'complete' : 'failed');
    this.#settle(allocation);
    this.#observer.finished(allocation);
  }

  stop(allocation: Allocation, reason: string, delay = 0): void {
    if (allocation.desired === 'stop') return;
    const over = allocation.client !== 'pending' && allocation.client !== 'running';
    allocation.desired = 'stop';
    allocation.desiredDescription = reason;
    this.#touch(allocation, allocation.client);
    if (over) return;
    allocation.cancel?.();
    const killTimeout = Math.max(
      0,
      ...objects(allocation.spec, 'Tasks').map((task) => integer(task, 'KillTimeout')),
    );
    this.#event(
      allocation,
      'Killing',
      `Sent interrupt. Waiting ${formatDuration(killTimeout)} before force killing`,
      {
        killTimeout,
        details: { kill_timeout: formatDuration(killTimeout) },
      },
    );
    allocation.cancel = this.#cluster.clock.after(STOPPING + delay, () => this.#killed(allocation));
  }

  #killed(allocation: Allocation): void {
    if (this.#cluster.closed) return;
    this.#terminated(allocation, 0);
    this.#event(allocation, 'Killed', 'Task successfully killed');
    allocation.cancel = undefined;
    this.#touch(allocation, 'complete');
    this.#settle(allocation);
    this.#observer.finished(allocation);
  }

  update(allocation: Allocation, job: JsonObject, spec: JsonObject, deploymentId: string): void {
    allocation.jobVersion = integer(job, 'Version');
    allocation.spec = spec;
    if (deploymentId !== '') {
      allocation.deploymentId = deploymentId;
      allocation.health = undefined;
    }
    this.#touch(allocation, allocation.client);
    if (allocation.client === 'running') this.#observer.started(allocation);
  }

  #settle(allocation: Allocation): void {
    const record = this.#cluster.job(allocation.namespace, allocation.jobId);
    if (record !== undefined) refreshStatus(this.#cluster, record);
  }
}
