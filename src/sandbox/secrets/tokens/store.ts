import { createHash } from 'node:crypto';
import type { Clock, Principal, PrincipalName } from '../../contract.ts';
import type { PathRule } from '../../rights.ts';
import { EngineError } from '../engine.ts';
import { randomName } from '../leases.ts';

export interface TokenRequest {
  readonly name: PrincipalName;
  readonly policies: readonly string[];
  /** Of the token above. */
  readonly paths?: readonly PathRule[];
  readonly displayName: string;
  readonly type: 'service' | 'batch';
  readonly renewable: boolean;
  readonly ttl: number;
  readonly explicitMaximum: number;
  readonly period: number;
  /** 0: no limit. */
  readonly uses: number;
  readonly meta: Readonly<Record<string, string>> | null;
  /** One for all log-ins of a person or role. */
  readonly entity?: string;
  readonly parent: string | undefined;
  /** The log-in, if no token made it. */
  readonly path?: string;
}

export interface TokenRecord extends TokenRequest {
  readonly token: string;
  readonly accessor: string;
  /** Milliseconds since the epoch, like `expires` and `renewed`. */
  readonly created: number;
  expires: number;
  renewed: number | undefined;
  /** -1: this is the last use, as the server shows it. */
  usesLeft: number;
  stopTimer: () => void;
}

export interface TokenRenewal {
  readonly record: TokenRecord;
  readonly seconds: number;
  /** If the client asked for more. */
  readonly capped: number | undefined;
}

const LONGEST = 32 * 24 * 3600;

export function accessorOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url').slice(0, 24);
}

export class TokenStore {
  private readonly clock: Clock;
  private readonly notify: (event: 'expired', accessor: string) => void;
  private readonly onEnd: (token: string) => void;
  private readonly records = new Map<string, TokenRecord>();
  private readonly revoked = new Set<string>();

  constructor(
    clock: Clock,
    notify: (event: 'expired', accessor: string) => void,
    onEnd: (token: string) => void,
  ) {
    this.clock = clock;
    this.notify = notify;
    this.onEnd = onEnd;
  }

  /** Counts the use; `known` is what the sandbox itself knows. */
  use(token: string | undefined, known: Principal | undefined): Principal | undefined {
    if (token === undefined || this.revoked.has(token)) return undefined;
    const record = this.records.get(token);
    if (record === undefined) return known;
    if (record.uses > 0) record.usesLeft = record.usesLeft === 1 ? -1 : record.usesLeft - 1;
    const { name, paths, entity } = record;
    return {
      name,
      token,
      ...(paths === undefined ? {} : { paths }),
      ...(entity === undefined ? {} : { entity }),
    };
  }

  /** After the last use; false otherwise. */
  endSpent(token: string | undefined): boolean {
    if (token === undefined || this.records.get(token)?.usesLeft !== -1) return false;
    this.revoke(token);
    return true;
  }

  find(token: string): TokenRecord | undefined {
    return this.records.get(token);
  }

  create(request: TokenRequest): TokenRecord {
    const now = this.clock.now();
    const seconds = request.period || Math.min(request.ttl, request.explicitMaximum || LONGEST, LONGEST);
    const token = `${request.type === 'batch' ? 'b' : 's'}.${randomName(request.type === 'batch' ? 90 : 24)}`;
    const record: TokenRecord = {
      ...request,
      ttl: seconds,
      token,
      accessor: request.type === 'batch' ? '' : randomName(),
      created: now,
      expires: now + seconds * 1000,
      renewed: undefined,
      usesLeft: request.uses,
      stopTimer: () => undefined,
    };
    this.records.set(token, record);
    this.#wait(record);
    return record;
  }

  /** The tokens of the start have no end to move. */
  renew(token: string, increment: number | undefined): TokenRenewal {
    const record = this.records.get(token);
    if (record === undefined) throw new EngineError(400, 'invalid lease ID');
    if (record.type === 'batch') throw new EngineError(400, 'batch tokens cannot be renewed');
    if (!record.renewable) throw new EngineError(400, 'lease is not renewable');
    const now = this.clock.now();
    const wanted = record.period || increment || record.ttl;
    const end = record.created + (record.explicitMaximum || LONGEST) * 1000;
    const left = record.period > 0 && record.explicitMaximum === 0 ? wanted : Math.floor((end - now) / 1000);
    const seconds = Math.min(wanted, left);
    record.expires = now + seconds * 1000;
    record.renewed = now;
    this.#wait(record);
    return { record, seconds, capped: wanted > left ? left : undefined };
  }

  /** Also those below it. */
  revoke(token: string): void {
    const record = this.records.get(token);
    if (record === undefined) this.revoked.add(token);
    record?.stopTimer();
    this.records.delete(token);
    this.onEnd(token);
    for (const other of this.records.values()) if (other.parent === token) this.revoke(other.token);
  }

  close(): void {
    for (const record of this.records.values()) record.stopTimer();
    this.records.clear();
  }

  #wait(record: TokenRecord): void {
    record.stopTimer();
    record.stopTimer = this.clock.after(record.expires - this.clock.now(), () => {
      this.revoke(record.token);
      this.notify('expired', record.accessor);
    });
  }
}
