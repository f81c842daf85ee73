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
  /** Section 4.11 gives Error as a string; a boolean is kept as it came. */
  readonly error: string | boolean;
  readonly meta: JsonObject | null;
  readonly evalId: string | undefined;
  readonly createIndex: number;
}

/** A registered job with its history. */
export interface JobRecord {
  readonly namespace: string;
  readonly id: string;
  /** The job as it stands, then the others, newest first. */
  versions: JsonObject[];
  submissions: Submission[];
  readonly scaling: Map<string, ScalingEvent[]>;
  summaryIndex: number;
  /** Cancels what the clock still owes the job: its next periodic launch, its collection. */
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
}

export interface TaskState {
  state: 'pending' | 'running' | 'dead';
  failed: boolean;
  restarts: number;
  lastRestart: number | undefined;
  startedAt: number | undefined;
  finishedAt: number | undefined;
  readonly events: TaskEvent[];
}

export interface Health {
  readonly healthy: boolean;
  readonly time: number;
  readonly modifyIndex: number;
}

export interface Allocation {
  readonly id: string;
  readonly evalId: string;
  readonly namespace: string;
  readonly jobId: string;
  readonly jobType: string;
  jobVersion: number;
  /** Tells apart the registrations of one ID: `all` of section 4.3.1. */
  readonly jobCreateIndex: number;
  readonly group: string;
  /** The group and the job's shared settings that it was placed with. */
  spec: JsonObject;
  readonly name: string;
  /** The number in the name: one of a group's count. */
  readonly slot: number;
  deploymentId: string;
  readonly canary: boolean;
  desired: 'run' | 'stop';
  desiredDescription: string;
  client: ClientStatus;
  readonly tasks: Map<string, TaskState>;
  health: Health | undefined;
  nextAllocation: string;
  /** The evaluation that will replace it, once it has failed. */
  followupEval: string;
  readonly previousAllocation: string;
  /** A replacement of this failed allocation is due. */
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
  /** Undefined until an allocation is placed: what has no place owes no progress. */
  requireProgressBy: number | undefined;
  promoted: boolean;
  readonly desiredCanaries: number;
  readonly desiredTotal: number;
  readonly placedCanaries: string[];
  placed: number;
  healthy: number;
  unhealthy: number;
}

export type DeploymentStatus = 'running' | 'successful' | 'failed' | 'cancelled';

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

/** The time unit of the wire: nanoseconds since the epoch. */
export function nanoseconds(milliseconds: number): number {
  return milliseconds * 1e6;
}

export function timestamp(milliseconds: number | undefined): Json {
  return milliseconds === undefined ? null : new Date(milliseconds).toISOString();
}
