import type { Json } from '../../contract.ts';
import type { Input } from '../coerce.ts';
import { asBoolean, asList, asSeconds } from '../coerce.ts';
import { EngineError } from '../engine.ts';

const DAY = 86_400;
/** Every lease needs an end. */
const UNLIMITED = 100 * 365 * DAY;

export interface LibrarySet {
  readonly accounts: readonly string[];
  readonly ttl: number;
  /** Seconds including renewals; 0 means unlimited. */
  readonly maxTtl: number;
  readonly enforcementDisabled: boolean;
}

/** They would collide with operations on a set. */
export function checkSetName(name: string): void {
  if (!/\/(?:status|check-out|check-in)$/.test(name) && !name.startsWith('manage/')) return;
  throw new EngineError(
    400,
    `invalid set name ${JSON.stringify(name)}: it must not end in "/status", "/check-out" or "/check-in" nor start with "manage/"`,
  );
}

export function mergeSet(before: LibrarySet | undefined, input: Input): LibrarySet {
  const accounts = asList(input, 'service_account_names', before?.accounts ?? []);
  if (accounts.length === 0) throw new EngineError(400, "'service_account_names' must be provided");
  const ttl = asSeconds(input, 'ttl', before?.ttl ?? DAY);
  const maxTtl = asSeconds(input, 'max_ttl', before?.maxTtl ?? DAY);
  if (ttl < 0 || maxTtl < 0) throw new EngineError(400, 'ttl and max_ttl must not be negative');
  if (maxTtl > 0 && maxTtl < ttl) {
    throw new EngineError(400, `max_ttl (${maxTtl} seconds) may not be less than ttl (${ttl} seconds)`);
  }
  return {
    accounts: [...new Set(accounts)],
    ttl,
    maxTtl,
    enforcementDisabled: asBoolean(
      input,
      'disable_check_in_enforcement',
      before?.enforcementDisabled ?? false,
    ),
  };
}

export function viewSet(set: LibrarySet): Readonly<Record<string, Json>> {
  return {
    disable_check_in_enforcement: set.enforcementDisabled,
    max_ttl: set.maxTtl,
    service_account_names: set.accounts,
    ttl: set.ttl,
  };
}

function shorter(one: number, other: number): number {
  if (one === 0 || other === 0) return one + other;
  return Math.min(one, other);
}

export function checkOutSeconds(set: LibrarySet, input: Input): number {
  const wanted = asSeconds(input, 'ttl', set.ttl);
  if (wanted < 0) throw new EngineError(400, 'ttl must not be negative');
  return shorter(shorter(wanted, set.ttl), set.maxTtl) || UNLIMITED;
}
