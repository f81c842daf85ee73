import type { Mounts } from '../mounts.ts';
import type { Target } from '../policy.ts';

export function targetOf(mounts: Mounts, segments: readonly string[]): Omit<Target, 'method'> | undefined {
  const [first = '', ...rest] = segments;
  const path = segments.join('/');
  if (first === 'sys') return { kind: 'system', path, segments: rest };
  if (first === 'auth') return { kind: 'system', path, segments };
  const place = mounts.resolve(segments);
  return place === undefined ? undefined : { kind: place.mount.kind, path, segments: place.below };
}
