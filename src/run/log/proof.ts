/** What proves later that a change of unknown outcome was made, or that it was not; and the verdict. */
import type { Json } from '../../documents/json/json.ts';
import { own, textAt } from '../../documents/json/json.ts';

/** Recorded before a change is sent. */
export interface Basis {
  /** The end of a text that only this change writes. */
  readonly mark?: string | undefined;
  /** By which the server recognizes a second request. */
  readonly token?: string | undefined;
  /** A hash of the state that it changes, where an equal hash means that nothing was changed since. */
  readonly before?: string | undefined;
}

/** What a change of unknown outcome leaves, by its operation. */
export interface Traces {
  /** It takes something for itself, which somebody else can take too. */
  readonly claims: boolean;
  /** It removes its object. */
  readonly removes: boolean;
}

/** An object as it is when a run continues. */
export interface Found {
  readonly exists: boolean;
  /** It bears the mark of the change. */
  readonly marked: boolean;
  /** It is as the change would leave it; undefined where that cannot be seen. */
  readonly made: boolean | undefined;
  readonly hash: string | undefined;
}

/**
 * `person`: nobody but a person can say what happened. `changed`: the first part was made, and somebody has changed the
 * object since, so that the rest is not.
 */
export type ResumeVerdict = 'done' | 'again' | 'person' | 'changed';

/** Decides about a change of unknown outcome by what is found now. */
export const verdictOf = ({ claims, removes }: Traces, basis: Basis, now: Found): ResumeVerdict => {
  if (!now.exists && removes) return 'done';
  if (claims) {
    if (now.marked) return 'done';
    return now.exists && now.made === false ? 'again' : 'person';
  }
  if (now.exists && now.made === true) return 'done';
  return basis.before !== undefined && basis.before === now.hash ? 'again' : 'person';
};

/** The basis in a line of a journal; undefined for a line without one. */
export const basisIn = (entry: Json | undefined): Basis | undefined => {
  const [mark, token, before] = [textAt(entry, 'mark'), textAt(entry, 'token'), textAt(entry, 'before')];
  return mark === undefined && token === undefined && before === undefined
    ? undefined
    : { mark, token, before };
};

/** The ID of the run in the head of a journal. */
export const runIdIn = (head: Json | undefined): string | undefined => {
  const id = own(head, 'id');
  return typeof id === 'string' && /^[0-9a-f]{8}$/.test(id) ? id : undefined;
};

/** The end of a reason by which a run recognizes its own lock. */
export const markOfRun = (id: string): string => `(trivet ${id})`;
