/** test/seeds/2-secrets.md, section 2.3; optional because of defaults. */
import type { Json } from '../../contract.ts';
import type { Input } from '../coerce.ts';
import { asText, parseDuration } from '../coerce.ts';
import { EngineError } from '../engine.ts';
import { formatDuration } from '../rfc3339.ts';

const SYSTEM_LEASE = 2_764_800;

export interface LeaseSettings {
  readonly lease: number;
  readonly leaseMax: number;
}

export const DEFAULT_LEASE: LeaseSettings = { lease: SYSTEM_LEASE, leaseMax: SYSTEM_LEASE };

function duration(input: Input, name: string): number {
  const text = asText(input, name, '').trim();
  if (text === '') throw new EngineError(400, `'${name}' is a required parameter`);
  try {
    if (text.includes('d')) throw new RangeError(`time: unknown unit "d" in duration "${text}"`);
    const seconds = parseDuration(text);
    if (seconds < 0) throw new RangeError('time: a lease is not negative');
    return seconds;
  } catch (error) {
    if (error instanceof RangeError) throw new EngineError(400, `Invalid ${name}: ${error.message}`);
    throw error;
  }
}

export function parseLeaseSettings(input: Input): LeaseSettings {
  return { lease: duration(input, 'lease'), leaseMax: duration(input, 'lease_max') };
}

export function viewLeaseSettings(settings: LeaseSettings): Readonly<Record<string, Json>> {
  return { lease: formatDuration(settings.lease), lease_max: formatDuration(settings.leaseMax) };
}

/** Seconds; zero means the default. */
export function leaseFor(settings: LeaseSettings): { readonly seconds: number; readonly maximum: number } {
  const maximum = settings.leaseMax || DEFAULT_LEASE.leaseMax;
  return { seconds: Math.min(settings.lease || DEFAULT_LEASE.lease, maximum), maximum };
}
