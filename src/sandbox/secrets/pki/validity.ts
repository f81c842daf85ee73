/** test/seeds/2-secrets.md, section 2.2. */
import type { Input } from '../coerce.ts';
import { asSeconds, asText } from '../coerce.ts';
import { EngineError } from '../engine.ts';
import { formatDuration, formatTime } from '../rfc3339.ts';

/** Seconds: the system's default, and this mount's maximum (the life of its root). */
export const SYSTEM_DEFAULT = 32 * 24 * 3600;
export const MOUNT_MAXIMUM = 3650 * 24 * 3600;

export interface Validity {
  readonly notBefore: number;
  readonly notAfter: number;
}

export function parseNotAfter(text: string): number {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time))
    throw new EngineError(400, `not_after "${text}" is not of the form YYYY-MM-ddTHH:MM:SSZ`);
  return time;
}

export interface Limits {
  readonly ttl: number;
  readonly maxTtl: number;
  readonly notAfter: string;
  readonly backdating: number;
}

export const MOUNT_LIMITS: Limits = { ttl: 0, maxTtl: 0, notAfter: '', backdating: 30 };

function wholeSecond(milliseconds: number): number {
  return Math.floor(milliseconds / 1000) * 1000;
}

/**
 * Refuses a ttl above the limit (test/seeds/2-secrets.md, section 7). max_ttl does not limit not_after, up to the
 * year 9999.
 */
export function validityOf(input: Input, limits: Limits, now: number): Validity {
  const start = wholeSecond(now);
  const notBefore = start - limits.backdating * 1000;
  const asked = asSeconds(input, 'ttl', 0);
  if (asked < 0) throw new EngineError(400, 'ttl must not be negative');
  const end = asText(input, 'not_after', '') || limits.notAfter;
  if (end !== '') {
    if (asked > 0) {
      throw new EngineError(
        400,
        'Either ttl or not_after should be provided. Both should not be provided in the same request.',
      );
    }
    const notAfter = parseNotAfter(end);
    if (notAfter <= start) throw new EngineError(400, `not_after ${end} is not in the future`);
    return { notBefore, notAfter };
  }
  const maximum = limits.maxTtl === 0 ? MOUNT_MAXIMUM : Math.min(limits.maxTtl, MOUNT_MAXIMUM);
  if (asked > maximum) {
    throw new EngineError(
      400,
      `cannot satisfy request, as ttl of ${formatDuration(asked)} is larger than the max_ttl of ${formatDuration(maximum)}`,
    );
  }
  const seconds = asked || Math.min(limits.ttl || SYSTEM_DEFAULT, maximum);
  return { notBefore, notAfter: start + seconds * 1000 };
}

export function checkWithinAuthority(notAfter: number, authority: number): void {
  if (notAfter <= authority) return;
  throw new EngineError(
    400,
    `cannot satisfy request, as TTL would result in notAfter of ${formatTime(notAfter)} that is beyond the expiration of the CA certificate at ${formatTime(authority)}`,
  );
}
