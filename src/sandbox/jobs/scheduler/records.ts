import type { Json } from '../../contract.ts';
import type { JsonObject } from '../wire/json.ts';

export interface Submission {
  readonly format: string;
  readonly source: string;
  readonly variableFlags: Readonly<Record<string, string>>;
  readonly variables: string;
  readonly version: number;
  readonly jobModifyIndex: number;
}

export interface ScalingEvent {
  readonly time: number;
  readonly count: number | undefined;
  readonly previousCount: number;
  readonly message: string;
  /** A string in section 4.11; a boolean from the request is kept unchanged. */
  readonly error: string | boolean;
  readonly meta: JsonObject | null;
  readonly evalId: string | undefined;
  readonly createIndex: number;
}

/** A registered job with its history. */
export interface JobRecord {
  readonly namespace: string;
  readonly id: string;
  /** The current version first, then the others, newest first. */
  versions: JsonObject[];
  submissions: Submission[];
  readonly scaling: Map<string, ScalingEvent[]>;
  summaryIndex: number;
  /** These cancel the job's timers: its next periodic launch and its collection. */
  cancelLaunch: (() => void) | undefined;
  cancelCollection: (() => void) | undefined;
}

export type ClientStatus = 'pending' | 'running' | 'complete' | 'failed';

export interface TaskEvent {
  readonly type: string;
  readonly time: number;
  readonly message: string;
  readonly details: Readonly<Record<string, string>>;
  readonly exitCode: number;
  readonly killTimeout: number;
  readonly failsTask: boolean;
  readonly signal?: number;
}

/** One run of a task, from its start to its exit; a restart begins another one. */
export interface TaskRun {
  readonly start: number;
  end: number | undefined;
  exitCode: number;
}

export interface TaskState {
  state: 'pending' | 'running' | 'dead';
  failed: boolean;
  restarts: number;
  lastRestart: number | undefined;
  startedAt: number | undefined;
  finishedAt: number | undefined;
  readonly events: TaskEvent[];
  readonly runs: TaskRun[];
}

export interface Health {
  readonly healthy: boolean;
  readonly time: number;
  readonly modifyIndex: number;
}

export interface Reschedule {
  readonly previous: string;
  readonly time: number;
  readonly delay: number;
}

export interface Allocation {
  readonly id: string;
  readonly evalId: string;
  readonly namespace: string;
  readonly jobId: string;
  readonly jobType: string;
  jobVersion: number;
  /** Distinguishes registrations of the same ID, for `all` in section 4.3.1. */
  readonly jobCreateIndex: number;
  readonly group: string;
  /** The group and the shared settings of the job, as of the last placement or update in place. */
  spec: JsonObject;
  readonly name: string;
  /** The number in the name, from 0 to one less than the group's count. */
  readonly slot: number;
  deploymentId: string;
  /** Whether it waits for its promotion, or waited in vain. */
  canary: boolean;
  desired: 'run' | 'stop';
  desiredDescription: string;
  client: ClientStatus;
  readonly tasks: Map<string, TaskState>;
  health: Health | undefined;
  nextAllocation: string;
  /** The evaluation that will replace this allocation after it failed. */
  followupEval: string;
  readonly previousAllocation: string;
  /** The failed allocations that this one replaces, oldest first. */
  readonly reschedules: readonly Reschedule[];
  /** The milliseconds that this failed allocation waits for its replacement. */
  rescheduleDelay: number;
  /** This failed allocation must be replaced by the next evaluation. */
  reschedule: boolean;
  readonly ports: ReadonlyMap<string, number>;
  readonly createIndex: number;
  modifyIndex: number;
  readonly createTime: number;
  modifyTime: number;
  cancel: (() => void) | undefined;
}

export type EvaluationStatus = 'pending' | 'complete' | 'blocked' | 'canceled';

export interface Evaluation {
  readonly id: string;
  readonly namespace: string;
  readonly jobId: string;
  readonly jobModifyIndex: number;
  readonly priority: number;
  readonly type: string;
  readonly triggeredBy: string;
  readonly previousEval: string;
  /** When a delayed evaluation is due. */
  readonly waitUntil: number | undefined;
  status: EvaluationStatus;
  statusDescription: string;
  deploymentId: string;
  blockedEval: string;
  failed: JsonObject | undefined;
  annotations: JsonObject | undefined;
  queued: JsonObject | undefined;
  readonly createIndex: number;
  modifyIndex: number;
  readonly createTime: number;
  modifyTime: number;
}

export interface GroupDeployment {
  readonly autoRevert: boolean;
  readonly autoPromote: boolean;
  readonly progressDeadline: number;
  /** Undefined until an allocation is placed: the deadline starts with the first placement. */
  requireProgressBy: number | undefined;
  promoted: boolean;
  readonly desiredCanaries: number;
  readonly desiredTotal: number;
  readonly placedCanaries: string[];
  placed: number;
  healthy: number;
  unhealthy: number;
}

export type DeploymentStatus = 'running' | 'paused' | 'successful' | 'failed' | 'cancelled';

export interface Deployment {
  readonly id: string;
  readonly namespace: string;
  readonly jobId: string;
  readonly jobVersion: number;
  readonly jobModifyIndex: number;
  readonly jobCreateIndex: number;
  readonly groups: Map<string, GroupDeployment>;
  readonly evalPriority: number;
  status: DeploymentStatus;
  statusDescription: string;
  readonly createIndex: number;
  modifyIndex: number;
  readonly createTime: number;
  modifyTime: number;
}

/** Converts milliseconds to nanoseconds since the epoch, the time unit of the API. */
export function nanoseconds(milliseconds: number): number {
  return milliseconds * 1e6;
}

export function timestamp(milliseconds: number | undefined): Json {
  return milliseconds === undefined ? null : new Date(milliseconds).toISOString();
}
