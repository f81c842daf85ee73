/** A dynamic secret ends with its lease. */
import { randomBytes } from '../random.ts';
import type { Clock } from '../contract.ts';
import type { Lease, LeaseRequest, Leases } from './engine.ts';
import { EngineError } from './engine.ts';

const QUEUE_DELAY = 50;

export interface LeaseRecord {
  readonly id: string;
  readonly path: string;
  readonly issued: number;
  readonly renewable: boolean;
  readonly seconds: number;
  readonly limit: number;
  readonly expires: number;
  readonly renewed: number | undefined;
  readonly ending: () => void;
  readonly renewing: (() => void) | undefined;
  readonly stopTimer: () => void;
  readonly token?: string;
}

export interface Renewal {
  readonly lease: Lease;
  /** Seconds, if the increment exceeded the limit. */
  readonly capped?: number;
}

export type LeaseEvent = 'renewed' | 'revoked' | 'expired';

export function randomName(length = 24): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  let name = '';
  // From 248 (4 times 62) on dropped: every character is equally likely.
  while (name.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && name.length < length) name += alphabet.charAt(byte % alphabet.length);
    }
  }
  return name;
}

export class LeaseManager implements Leases {
  private readonly clock: Clock;
  private readonly notify: (event: LeaseEvent, id: string) => void;
  /** `.` and the namespace's ID; empty in the root. */
  private readonly suffix: string;
  private readonly records = new Map<string, LeaseRecord>();

  constructor(clock: Clock, notify: (event: LeaseEvent, id: string) => void, suffix = '') {
    this.clock = clock;
    this.suffix = suffix;
    this.notify = notify;
  }

  create(request: LeaseRequest): Lease {
    const issued = this.clock.now();
    const id = `${request.path}/${request.name ?? randomName()}${this.suffix}`;
    this.#put({
      id,
      path: request.path,
      issued,
      renewable: request.renewable,
      seconds: request.seconds,
      limit: request.maximum > 0 ? issued + request.maximum * 1000 : Number.POSITIVE_INFINITY,
      expires: issued + request.seconds * 1000,
      renewed: undefined,
      ending: request.end,
      renewing: request.renew,
      stopTimer: () => undefined,
    });
    return { id, seconds: request.seconds, renewable: request.renewable };
  }

  bind(id: string, token: string): void {
    const record = this.records.get(id);
    if (record !== undefined) this.records.set(id, { ...record, token });
  }

  endWith(token: string): void {
    for (const record of this.records.values())
      if (record.token === token) this.#attempt(() => this.revoke(record.id));
  }

  find(id: string): LeaseRecord | undefined {
    return this.records.get(id);
  }

  ids(): readonly string[] {
    return [...this.records.keys()];
  }

  revoke(id: string): void {
    const record = this.records.get(id);
    if (record === undefined) return;
    this.records.delete(id);
    try {
      record.ending();
    } catch (error) {
      this.records.set(id, record);
      throw error;
    }
    record.stopTimer();
    this.notify('revoked', id);
  }

  /** One lease if the path is its ID, else all below. */
  revokeUnder(path: string): void {
    if (this.records.has(path)) return this.revoke(path);
    for (const id of this.under(path)) this.revoke(id);
  }

  under(path: string): readonly string[] {
    const folder = path === '' ? '' : `${path.replace(/\/+$/, '')}/`;
    return this.ids().filter((id) => id.startsWith(folder));
  }

  queueRevocation(id: string): void {
    this.clock.after(QUEUE_DELAY, () => this.#attempt(() => this.revoke(id)));
  }

  forget(id: string): void {
    this.records.get(id)?.stopTimer();
    this.records.delete(id);
  }

  renew(id: string, increment: number | undefined): Renewal {
    const record = this.records.get(id);
    if (record === undefined) throw new EngineError(400, 'lease not found');
    if (!record.renewable) throw new EngineError(400, 'lease is not renewable');
    try {
      record.renewing?.();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new EngineError(400, `failed to renew entry: ${reason}`);
    }
    const now = this.clock.now();
    const wanted = increment === undefined || increment <= 0 ? record.seconds : increment;
    const left = Math.floor((record.limit - now) / 1000);
    const seconds = Math.max(0, Math.min(wanted, left));
    record.stopTimer();
    this.#put({ ...record, seconds, expires: now + seconds * 1000, renewed: now });
    this.notify('renewed', id);
    const lease: Lease = { id, seconds, renewable: true };
    return wanted > left ? { lease, capped: left } : { lease };
  }

  close(): void {
    for (const record of this.records.values()) record.stopTimer();
    this.records.clear();
  }

  #put(record: LeaseRecord): void {
    const wait = record.expires - this.clock.now();
    const stopTimer = this.clock.after(wait, () => this.#attempt(() => this.#expire(record.id)));
    this.records.set(record.id, { ...record, stopTimer });
  }

  #expire(id: string): void {
    const record = this.records.get(id);
    if (record === undefined) return;
    this.records.delete(id);
    record.ending();
    this.notify('expired', id);
  }

  /** A timer has no caller to report refusals to. */
  #attempt(task: () => void): void {
    try {
      task();
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
    }
  }
}
