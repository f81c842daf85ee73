/** Leases of the whole server: every dynamic secret ends when its lease does. */
import { randomBytes } from 'node:crypto';
import type { Clock } from '../contract.ts';
import type { Lease, LeaseRequest, Leases } from './engine.ts';
import { EngineError } from './engine.ts';

/** Milliseconds until a revocation that was only queued takes effect. */
const QUEUE_DELAY = 50;

export interface LeaseRecord {
  readonly id: string;
  readonly path: string;
  readonly issued: number;
  readonly renewable: boolean;
  readonly seconds: number;
  /** Latest end, milliseconds since the epoch; infinite when unlimited. */
  readonly limit: number;
  readonly expires: number;
  readonly renewed: number | undefined;
  readonly ending: () => void;
  readonly renewing: (() => void) | undefined;
  readonly stopTimer: () => void;
}

export interface Renewal {
  readonly lease: Lease;
  /** Set when the increment went past the limit: the seconds that were left. */
  readonly capped?: number;
}

export type LeaseEvent = 'renewed' | 'revoked' | 'expired';

/** An id of 24 letters and digits. */
export function randomName(length = 24): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  let name = '';
  // Bytes above the largest multiple of 62 are dropped so that every letter is equally likely.
  while (name.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && name.length < length) name += alphabet.charAt(byte % alphabet.length);
    }
  }
  return name;
}

export class LeaseManager implements Leases {
  readonly #clock: Clock;
  readonly #notify: (event: LeaseEvent, id: string) => void;
  readonly #records = new Map<string, LeaseRecord>();

  constructor(clock: Clock, notify: (event: LeaseEvent, id: string) => void) {
    this.#clock = clock;
    this.#notify = notify;
  }

  create(request: LeaseRequest): Lease {
    const issued = this.#clock.now();
    const id = `${request.path}/${request.name ?? randomName()}`;
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

  find(id: string): LeaseRecord | undefined {
    return this.#records.get(id);
  }

  ids(): readonly string[] {
    return [...this.#records.keys()];
  }

  /** Ends the lease now. When the engine fails to end the secret, the lease stays and the error passes on. */
  revoke(id: string): void {
    const record = this.#records.get(id);
    if (record === undefined) return;
    this.#records.delete(id);
    try {
      record.ending();
    } catch (error) {
      this.#records.set(id, record);
      throw error;
    }
    record.stopTimer();
    this.#notify('revoked', id);
  }

  revokeUnder(path: string): void {
    for (const id of this.under(path)) this.revoke(id);
  }

  /** The ids below a path; all of them below ''. */
  under(path: string): readonly string[] {
    const folder = path === '' ? '' : `${path.replace(/\/+$/, '')}/`;
    return this.ids().filter((id) => id.startsWith(folder));
  }

  /** Revokes a moment later; a failure then leaves the lease in place. */
  queueRevocation(id: string): void {
    this.#clock.after(QUEUE_DELAY, () => this.#attempt(() => this.revoke(id)));
  }

  forget(id: string): void {
    this.#records.get(id)?.stopTimer();
    this.#records.delete(id);
  }

  renew(id: string, increment: number | undefined): Renewal {
    const record = this.#records.get(id);
    if (record === undefined) throw new EngineError(400, 'lease not found');
    if (!record.renewable) throw new EngineError(400, 'lease is not renewable');
    try {
      record.renewing?.();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new EngineError(400, `failed to renew entry: ${reason}`);
    }
    const now = this.#clock.now();
    const wanted = increment === undefined || increment <= 0 ? record.seconds : increment;
    const left = Math.floor((record.limit - now) / 1000);
    const seconds = Math.max(0, Math.min(wanted, left));
    record.stopTimer();
    this.#put({ ...record, seconds, expires: now + seconds * 1000, renewed: now });
    this.#notify('renewed', id);
    const lease: Lease = { id, seconds, renewable: true };
    return wanted > left ? { lease, capped: left } : { lease };
  }

  close(): void {
    for (const record of this.#records.values()) record.stopTimer();
    this.#records.clear();
  }

  #put(record: LeaseRecord): void {
    const wait = record.expires - this.#clock.now();
    const stopTimer = this.#clock.after(wait, () => this.#attempt(() => this.#expire(record.id)));
    this.#records.set(record.id, { ...record, stopTimer });
  }

  #expire(id: string): void {
    const record = this.#records.get(id);
    if (record === undefined) return;
    this.#records.delete(id);
    record.ending();
    this.#notify('expired', id);
  }

  /** On a timer there is nobody to tell. */
  #attempt(task: () => void): void {
    try {
      task();
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
    }
  }
}
