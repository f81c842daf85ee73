import type { Clock, EffectLog, Json } from '../../contract.ts';
import type { JsonObject } from '../wire/json.ts';
import type { Allocation, Deployment, Evaluation, JobRecord } from './records.ts';
import type { Logins } from './logins.ts';
import { jobKey, Table } from './table.ts';

export type TableName = 'jobs' | 'summaries' | 'allocations' | 'evaluations' | 'deployments';

export interface Cause {
  readonly method: string;
  readonly path: string;
}

export interface Namespace {
  readonly name: string;
  readonly description: string;
  readonly createIndex: number;
}

const CLOCK: Cause = { method: 'CLOCK', path: '' };

export class Cluster {
  clock: Clock;
  readonly startedAt: number;
  private readonly effects: EffectLog;
  private readonly jobTable = new Map<string, JobRecord>();
  private readonly tables = new Map<TableName, number>();
  private readonly waiting = new Set<() => void>();
  readonly allocations = new Table<Allocation>();
  readonly evaluations = new Table<Evaluation>();
  readonly deployments = new Table<Deployment>();
  readonly unfinished = new Set<Allocation>();
  readonly blocked = new Set<Evaluation>();
  readonly namespaces = new Map<string, Namespace>();
  logins: Logins | undefined;
  private lastIndex = 1;
  private cause = CLOCK;
  private quiet = false;
  private isClosed = false;

  constructor(clock: Clock, effects: EffectLog) {
    this.clock = clock;
    this.startedAt = clock.now();
    this.effects = effects;
  }

  get closed(): boolean {
    return this.isClosed;
  }

  get index(): number {
    return this.lastIndex;
  }

  tableIndex(...tables: readonly TableName[]): number {
    return Math.max(1, ...tables.map((table) => this.tables.get(table) ?? 1));
  }

  /** A new index for these tables; wakes everything that waits. */
  next(...tables: readonly TableName[]): number {
    this.lastIndex += 1;
    for (const table of tables) this.tables.set(table, this.lastIndex);
    const woken = [...this.waiting];
    this.waiting.clear();
    for (const wake of woken) wake();
    return this.lastIndex;
  }

  onChange(wake: () => void): () => void {
    this.waiting.add(wake);
    return () => {
      this.waiting.delete(wake);
    };
  }

  because<T>(cause: Cause, work: () => T): T {
    const outer = this.cause;
    this.cause = cause;
    try {
      return work();
    } finally {
      this.cause = outer;
    }
  }

  quietly(work: () => void): void {
    this.quiet = true;
    try {
      work();
    } finally {
      this.quiet = false;
    }
  }

  effect(what: string): void {
    if (!this.quiet) this.effects.record({ service: 'jobs', ...this.cause, what });
  }

  job(namespace: string, id: string): JobRecord | undefined {
    return this.jobTable.get(jobKey(namespace, id));
  }

  addJob(record: JobRecord): void {
    this.jobTable.set(jobKey(record.namespace, record.id), record);
  }

  removeJob(record: JobRecord): void {
    record.cancelLaunch?.();
    record.cancelCollection?.();
    this.jobTable.delete(jobKey(record.namespace, record.id));
  }

  childrenOf(parent: JobRecord): readonly JobRecord[] {
    return [...this.jobTable.values()].filter(
      (record) => record.namespace === parent.namespace && currentJob(record)['ParentID'] === parent.id,
    );
  }

  jobs(): readonly JobRecord[] {
    const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
    return [...this.jobTable.values()].sort(
      (left, right) => compare(left.namespace, right.namespace) || compare(left.id, right.id),
    );
  }

  amend(record: JobRecord, changes: Readonly<Record<string, Json>>): void {
    const [current, ...older] = record.versions;
    if (current !== undefined) record.versions = [{ ...current, ...changes }, ...older];
  }

  allocationsOf(namespace: string, jobId: string): readonly Allocation[] {
    return this.allocations.of(namespace, jobId);
  }

  deploymentsOf(namespace: string, jobId: string): readonly Deployment[] {
    return this.deployments.of(namespace, jobId);
  }

  evaluationsOf(namespace: string, jobId: string): readonly Evaluation[] {
    return this.evaluations.of(namespace, jobId);
  }

  close(): void {
    this.isClosed = true;
    for (const record of this.jobTable.values()) {
      record.cancelLaunch?.();
      record.cancelCollection?.();
    }
    for (const allocation of this.unfinished) allocation.cancel?.();
    for (const wake of this.waiting) wake();
    this.waiting.clear();
  }
}

export function currentJob(record: JobRecord): JsonObject {
  return record.versions[0] ?? {};
}
