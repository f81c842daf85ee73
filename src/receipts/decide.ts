/** Decides what an undo does with one change: the state now is compared with the states in the receipt. */
import type { NoReverse, Operation, Reverse, State, Undo } from '../catalogue/operation.ts';
import { TrivetError } from '../system/error.ts';
import type { InputRecord } from '../catalogue/parameter.ts';
import { textAt } from '../documents/json/json.ts';
import { hashOfState, isUnproven } from './state.ts';

/** A change as its receipt has it. */
interface Kept {
  readonly input: InputRecord;
  readonly before: State | undefined;
  readonly why: string | undefined;
  readonly after: string | undefined;
  readonly unproven: boolean;
  /** The end of the text of its claim, by which the run recognizes it. */
  readonly mark?: string | undefined;
  /** The later receipt that released its claim: what is held now is another one. */
  readonly released?: string | undefined;
}

/** What the person allows. */
export interface Allowed {
  readonly unproven: boolean;
  readonly rotation: boolean;
}

export type UndoDecision =
  | { readonly verdict: 'undo'; readonly reverse: Reverse }
  /** It is as before the change. */
  | { readonly verdict: 'already' }
  | { readonly verdict: 'conflict' | 'unproven' | 'impossible'; readonly reason: string }
  /** Its state could not be read, which says nothing about whether it can come back. */
  | { readonly verdict: 'failed'; readonly reason: string; readonly exit: number };

const ifItIs = 'give --release-unproven if it is yours';

const isReverse = (one: Reverse | NoReverse): one is Reverse => 'command' in one;

/** Whether a claim that is held now is the one of the change; undefined where nothing says so. */
const isOwnClaim = ({ claim }: Undo, { mark, released }: Kept, now: State): boolean | undefined => {
  if (claim === undefined || now?.[claim.held] !== true) return undefined;
  if (released !== undefined) return false;
  const text = textAt(now, claim.by) ?? '';
  return mark === undefined || text === '' ? undefined : text.endsWith(mark);
};

/** Whether only holder and text show that a claim is the one of the change: good evidence, and no proof. */
const isUnmarked = ({ claim }: Undo, { mark }: Kept, now: State): boolean =>
  claim !== undefined && mark === undefined && now?.[claim.held] === true;

const unmarkedNote =
  'It bears no mark of this run: one that the same user made since with the same reason looks the same.';

/** Why a change of this operation has no reverse; undefined where the state decides. */
export const noReverseOf = (
  { undo, final }: Pick<Operation, 'undo' | 'final'>,
  kept: Kept,
): string | undefined => {
  if (undo === undefined) return final ?? 'no command takes it back';
  if (kept.before === undefined) return kept.why ?? 'its earlier state is not in the receipt';
  return undefined;
};

/** @param now the state as it is, or why it could not be read; undefined where nothing reads it */
export const decide = (
  operation: Operation,
  kept: Kept,
  now: State | TrivetError | undefined,
  allowed: Allowed,
): UndoDecision => {
  const reason = noReverseOf(operation, kept);
  const undo: Undo | undefined = operation.undo;
  const { before, after, input, unproven } = kept;
  if (reason !== undefined || undo === undefined || before === undefined || now === undefined)
    return { verdict: 'impossible', reason: reason ?? '' };
  if (now instanceof TrivetError)
    return { verdict: 'failed', reason: `it could not be read: ${now.message}`, exit: now.exit };
  const hash = hashOfState(undo, now);
  if (hash === hashOfState(undo, before)) {
    // A claim that somebody else has taken since can look equal.
    if (!isUnproven(undo, now) || allowed.unproven) return { verdict: 'already' };
    return {
      verdict: 'unproven',
      reason: `it looks as before, but nothing proves that nobody else has taken it since: ${ifItIs}`,
    };
  }
  if (now === null && undo.pick === undefined)
    return { verdict: 'impossible', reason: 'it no longer exists' };
  const isOwn = isOwnClaim(undo, kept, now);
  if (isOwn === false || (after !== undefined && after !== hash)) {
    const by = kept.released === undefined ? '' : ` by receipt ${kept.released}`;
    return { verdict: 'conflict', reason: `it has changed since${by}, so it was left as it is` };
  }
  if ((after === undefined || unproven) && isOwn !== true && !allowed.unproven) {
    const why =
      after === undefined
        ? 'the state that the change left was not read'
        : 'nothing proves that this state is from the change';
    return { verdict: 'unproven', reason: `${why}: ${ifItIs}` };
  }
  const reverse = undo.reverse({ before, now, input });
  if (reverse === undefined) return { verdict: 'already' };
  if (!isReverse(reverse)) return { verdict: 'impossible', reason: reverse.because };
  if (reverse.rotates !== undefined && !allowed.rotation)
    return { verdict: 'impossible', reason: `it ${reverse.rotates}: give --allow-rotation to allow that` };
  // Whoever typed the count for what is unproven knows it.
  if (unproven || after === undefined || !isUnmarked(undo, kept, now)) return { verdict: 'undo', reverse };
  return { verdict: 'undo', reverse: { ...reverse, note: reverse.note ?? unmarkedNote } };
};
