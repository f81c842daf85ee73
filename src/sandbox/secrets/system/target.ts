/** What a path of the service is about, for the rights that it takes. */
import type { Mounts } from '../mounts.ts';
import type { Target } from '../policy.ts';

/** `sys/…` and `auth/…` are the service's own; anything else is below a mount, or undefined where there is none. */
export function targetOf(mounts: Mounts, segments: readonly string[]): Omit<Target, 'method'> | undefined {
  const [first = '', ...rest] = segments;
  if (first === 'sys') return { kind: 'system', segments: rest };
  if (first === 'auth') return { kind: 'system', segments };
  const place = mounts.resolve(segments);
  return place === undefined ? undefined : { kind: place.mount.kind, segments: place.below };
}
