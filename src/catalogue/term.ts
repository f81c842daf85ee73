/** All that is printed, cached or compared about an end: the earliest of several, with its cause. */
type Cause = 'lease' | 'rotation' | 'session' | 'token' | 'uses';

export interface End {
  readonly by: Cause;
  /** Milliseconds from now; infinite: never; undefined: unknown. */
  readonly life: number | undefined;
}

export interface Term {
  readonly life: number;
  readonly at: number;
  readonly by: Cause | undefined;
  /** The causes of ends whose time is unknown. */
  readonly mayEndBy: readonly Cause[];
  readonly ends: readonly End[];
}

/** @param now milliseconds since the epoch, by the server's clock */
export const leastOf = (now: number, ends: readonly End[]): Term => {
  let life = Number.POSITIVE_INFINITY;
  let by: Cause | undefined;
  for (const end of ends) {
    if (end.life === undefined || end.life >= life) continue;
    life = end.life;
    by = end.by;
  }
  const mayEndBy = ends.flatMap((end) => (end.life === undefined ? [end.by] : []));
  return { life, at: now + life, by, mayEndBy, ends };
};

/** Past if no use is left, else at an unknown time. @param left infinite: any number */
export const endByUses = (left: number): readonly End[] =>
  Number.isFinite(left) ? [{ by: 'uses', life: left > 0 ? undefined : 0 }] : [];

export const withEnd = (now: number, { ends }: Pick<Term, 'ends'>, end: End): Term =>
  leastOf(now, [...ends.filter(({ by }) => by !== end.by), end]);

/** Milliseconds; infinite if there is no such end, or it is unknown. */
export const lifeBy = ({ ends }: Pick<Term, 'ends'>, cause: Cause): number =>
  Math.min(...ends.flatMap(({ by, life }) => (by === cause && life !== undefined ? [life] : [])));

export const isPast = ({ life }: Pick<Term, 'life'>): boolean => life <= 0;

/** Milliseconds until a time in RFC 3339; infinite without one. */
export const lifeUntil = (time: string | undefined, now: number): number => {
  const at = Date.parse(String(time));
  return Number.isNaN(at) ? Number.POSITIVE_INFINITY : at - now;
};
