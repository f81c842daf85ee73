/**
 * When something ends: the earliest of its ends, and which one that is. A token, a session, a lease, a loan, a cached
 * credential and a static role have several ends; this is the only thing about them that is printed, cached or compared.
 */
type Cause = 'lease' | 'rotation' | 'session' | 'token';

export interface End {
  readonly by: Cause;
  /** Milliseconds from now on; infinite: never; undefined: it ends, and nothing says when. */
  readonly life: number | undefined;
}

export interface Term {
  /** Milliseconds that it lasted when this was concluded; infinite for what never ends. */
  readonly life: number;
  /** By the clock of the server that says so, milliseconds since the epoch. */
  readonly at: number;
  /** What ends it; undefined for what never ends. */
  readonly by: Cause | undefined;
  /** It may end before: one of its ends is not known. */
  readonly mayEndBefore: boolean;
  readonly ends: readonly End[];
}

/** @param now by the clock of the server, milliseconds since the epoch */
export const leastOf = (now: number, ends: readonly End[]): Term => {
  let life = Number.POSITIVE_INFINITY;
  let by: Cause | undefined;
  for (const end of ends) {
    if (end.life === undefined || end.life >= life) continue;
    life = end.life;
    by = end.by;
  }
  return { life, at: now + life, by, mayEndBefore: ends.some((end) => end.life === undefined), ends };
};

/** The term with another end in place of that of the same cause. @param now as for `leastOf` */
export const withEnd = (now: number, { ends }: Pick<Term, 'ends'>, end: End): Term =>
  leastOf(now, [...ends.filter(({ by }) => by !== end.by), end]);

/** Milliseconds of one of its ends; infinite where it has no such end, or nothing says when it comes. */
export const lifeBy = ({ ends }: Pick<Term, 'ends'>, cause: Cause): number =>
  ends.find(({ by }) => by === cause)?.life ?? Number.POSITIVE_INFINITY;

/** Whether it had ended when this was concluded. */
export const isPast = ({ life }: Pick<Term, 'life'>): boolean => life <= 0;

/** Milliseconds that are left of a time in RFC 3339; infinite without one. */
export const lifeUntil = (time: string | undefined, now: number): number => {
  const at = Date.parse(time ?? '');
  return Number.isNaN(at) ? Number.POSITIVE_INFINITY : at - now;
};
