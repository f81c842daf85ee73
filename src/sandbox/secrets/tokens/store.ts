/** Tokens that clients make below their own: they end, can be renewed and revoked, and count their uses. */
import { createHash } from 'node:crypto';
import type { Clock, Principal, PrincipalName } from '../../contract.ts';
import type { PathRule } from '../../rights.ts';
import { EngineError } from '../engine.ts';
import { randomName } from '../leases.ts';

export interface TokenRequest {
  readonly name: PrincipalName;
  readonly policies: readonly string[];
  /** The rules of the token above. */
  readonly paths?: readonly PathRule[];
  readonly displayName: string;
  readonly type: 'service' | 'batch';
  readonly renewable: boolean;
  /** Seconds. */
  readonly ttl: number;
  /** Seconds; 0 stands for none. */
  readonly explicitMaximum: number;
  readonly period: number;
  /** 0 stands for no limit. */
  readonly uses: number;
  readonly meta: Readonly<Record<string, string>> | null;
  /** Whom the log-in recognized; every log-in of the same person or role has one entity. */
  readonly entity?: string;
  /** The token above; an orphan has none. */
  readonly parent: string | undefined;
  /** The log-in that gave it, if no token made it. */
  readonly path?: string;
}

export interface TokenRecord extends TokenRequest {
  readonly token: string;
  readonly accessor: string;
  /** Milliseconds since the epoch, like `expires` and `renewed`. */
  readonly created: number;
  expires: number;
  renewed: number | undefined;
  /** As the server shows it: -1 is a token whose last use this is. */
  usesLeft: number;
  stopTimer: () => void;
}

export interface TokenRenewal {
  readonly record: TokenRecord;
  readonly seconds: number;
  /** The longest time that the server allows, if the client asked for more. */
  readonly capped: number | undefined;
}

/** The longest life of a token with renewals, in seconds. */
const LONGEST = 32 * 24 * 3600;

/** Returns the accessor of a token that the sandbox has from its start. */
export function accessorOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url').slice(0, 24);
}

export class TokenStore {
  private readonly clock: Clock;
  private readonly notify: (event: 'expired', accessor: string) => void;
  private readonly onEnd: (token: string) => void;
  private readonly records = new Map<string, TokenRecord>();
  /** Tokens of the start that their holders revoked. */
  private readonly revoked = new Set<string>();

  /** @param onEnd ends what the token obtained */
  constructor(
    clock: Clock,
    notify: (event: 'expired', accessor: string) => void,
    onEnd: (token: string) => void,
  ) {
    this.clock = clock;
    this.notify = notify;
    this.onEnd = onEnd;
  }

  /** Returns the holder of a presented token and counts the use; `known` is what the sandbox itself knows. */
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

  /** Ends a token that was presented for the last time; false for any other. */
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

  /** Renews a token of a client; the tokens of the start have no end to move. */
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

  /** Ends a token and those below it. */
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
