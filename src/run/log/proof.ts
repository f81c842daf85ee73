import type { Json } from '../../documents/json/json.ts';
import { own, textAt } from '../../documents/json/json.ts';

export interface Basis {
  readonly mark?: string | undefined;
  readonly token?: string | undefined;
  readonly before?: string | undefined;
}

export interface Traces {
  /** Whether it takes something that others can take too. */
  readonly claims: boolean;
  readonly removes: boolean;
}

export interface Found {
  readonly exists: boolean;
  readonly marked: boolean;
  readonly made: boolean | undefined;
  readonly hash: string | undefined;
}

/** `person`: only a person can decide. `changed`: the first part was made, and somebody changed the object since. */
export type ResumeVerdict = 'done' | 'again' | 'person' | 'changed';

export const verdictOf = ({ claims, removes }: Traces, basis: Basis, now: Found): ResumeVerdict => {
  if (!now.exists && removes) return 'done';
  if (claims) {
    if (now.marked) return 'done';
    return now.exists && now.made === false ? 'again' : 'person';
  }
  if (now.exists && now.made === true) return 'done';
  return basis.before !== undefined && basis.before === now.hash ? 'again' : 'person';
};

export const basisIn = (entry: Json | undefined): Basis | undefined => {
  const [mark, token, before] = [textAt(entry, 'mark'), textAt(entry, 'token'), textAt(entry, 'before')];
  return mark === undefined && token === undefined && before === undefined
    ? undefined
    : { mark, token, before };
};

export const runIdIn = (head: Json | undefined): string | undefined => {
  const id = own(head, 'id');
  return typeof id === 'string' && /^[0-9a-f]{8}$/.test(id) ? id : undefined;
};

/** Ends the reason of a lock, so that a run recognizes its own. */
export const markOfRun = (id: string): string => `(trivet ${id})`;
