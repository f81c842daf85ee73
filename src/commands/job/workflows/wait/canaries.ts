import type { SeenGroup } from './observed.ts';

type Canaries = 'none' | 'promoted' | 'not-healthy' | 'healthy';

export const canariesOf = ({ canaries, healthy, promoted }: SeenGroup): Canaries =>
  canaries === 0 ? 'none' : promoted ? 'promoted' : healthy < canaries ? 'not-healthy' : 'healthy';

export const areWaiting = (group: SeenGroup): boolean => /healthy/.test(canariesOf(group));

/** `by-hand`: all canaries are healthy, and the server does not promote by itself. */
type Promotion = 'none' | 'not-healthy' | 'by-itself' | 'by-hand';

export const promotionOf = (groups: readonly SeenGroup[]): Promotion => {
  const waiting = groups.filter(areWaiting);
  if (waiting.length === 0) return 'none';
  if (waiting.some((one) => canariesOf(one) === 'not-healthy')) return 'not-healthy';
  return waiting.every(({ promotesItself }) => promotesItself) ? 'by-itself' : 'by-hand';
};
