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
  /** A string in section 4.11; a boolean of the request stays one. */
  readonly error: string | boolean;
  readonly meta: JsonObject | null;
  readonly evalId: string | undefined;
  readonly createIndex: number;
}

export interface JobRecord {
  readonly namespace: string;
  readonly id: string;
  /** The current version first, then the newest. */
  versions: JsonObject[];
  submissions: Submission[];
  readonly scaling: Map<string, ScalingEvent[]>;
  summaryIndex: number;
  /** Cancel the next periodic launch, and the collection. */
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
  /** Tells registrations of one ID apart, for `all` in section 4.3.1. */
  readonly jobCreateIndex: number;
  readonly group: string;
  spec: JsonObject;
  readonly name: string;
  readonly slot: number;
  deploymentId: string;
  /** Until, or without, its promotion. */
  canary: boolean;
  desired: 'run' | 'stop';
  desiredDescription: string;
  client: ClientStatus;
  readonly tasks: Map<string, TaskState>;
  health: Health | undefined;
  nextAllocation: string;
  followupEval: string;
  readonly previousAllocation: string;
  readonly reschedules: readonly Reschedule[];
  rescheduleDelay: number;
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
  /** Starts with the first placement. */
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

export function nanoseconds(milliseconds: number): number {
  return milliseconds * 1e6;
}

export function timestamp(milliseconds: number | undefined): Json {
  return milliseconds === undefined ? null : new Date(milliseconds).toISOString();
}
