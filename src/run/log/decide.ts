/** Decides how an undo treats a change: compares the present state with the receipt's. */
import type { NoReverse, Operation, Reverse, State, Undo } from '../../catalogue/operation.ts';
import { undoOf } from '../../catalogue/operation.ts';
import type { Claim } from '../../catalogue/ref.ts';
import { TrivetError } from '../../system/error.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import { textAt } from '../../documents/json/json.ts';
import { inBrackets } from '../../documents/json/fingerprint.ts';
import { changedSince, hashOfState, isAsBefore } from './state.ts';

interface Kept {
  readonly input: InputRecord;
  readonly before: State | undefined;
  readonly why: string | undefined;
  readonly after: string | undefined;
  readonly left?: State | undefined;
  readonly claim?: Claim<'mark' | 'receipt'> | undefined;
  /** The later receipt that released the claim, so that the present claim is another one. */
  readonly released?: string | undefined;
}

export type UndoDecision =
  | { readonly verdict: 'undo'; readonly reverse: Reverse }
  | { readonly verdict: 'already' }
  | { readonly verdict: 'conflict' | 'impossible'; readonly reason: string }
  /** Nothing shows who made the state. `by` is the command for a person who knows. */
  | { readonly verdict: 'unproven'; readonly reason: string; readonly by?: string }
  /** The state could not be read, so it is not known whether an undo is possible. */
  | { readonly verdict: 'failed'; readonly reason: string; readonly exit: number };

const isReverse = (one: Reverse | NoReverse): one is Reverse => 'command' in one;

const isHeld = ({ claim }: Undo, state: State): boolean =>
  claim !== undefined && state?.[claim.held] === true;

/** A claim without a reason looks like anybody's. */
const isNameless = (undo: Undo, state: State): boolean =>
  isHeld(undo, state) && undo.claim !== undefined && (state?.[undo.claim.reason] ?? '') === '';

const isProven = (undo: Undo, { proof }: Claim<'mark' | 'receipt'>, now: State): boolean | undefined => {
  const { claim: fields } = undo;
  if (fields === undefined) return undefined;
  const reason = textAt(now, fields.reason) ?? '';
  if (reason === '') return undefined;
  if (proof.by === 'mark') return reason.endsWith(proof.mark);
  // Somebody else can give an equal reason.
  return textAt(now, fields.holder) === undefined ? undefined : proof.state === hashOfState(undo, now);
};

const unmarkedNote =
  'It bears no mark of this run: one that the same user made since with the same reason looks the same.';

export const noReverseOf = ({ undo }: Pick<Operation, 'undo'>, kept: Kept): string | undefined => {
  if (undo === undefined) return 'no command takes it back';
  if ('because' in undo) return undo.because;
  if (kept.before === undefined) return kept.why ?? 'its earlier state is not in the receipt';
  return undefined;
};

/**
 * @param now the state, or why it could not be read; undefined if nothing reads it
 * @param mayRotate allows reverses that make new passwords
 */
export const decide = (
  operation: Operation,
  kept: Kept,
  now: State | TrivetError | undefined,
  mayRotate: boolean,
): UndoDecision => {
  const reason = noReverseOf(operation, kept);
  const undo = undoOf(operation);
  const { before, after, input, claim, released } = kept;
  if (reason !== undefined || undo === undefined || before === undefined || now === undefined)
    return { verdict: 'impossible', reason: reason ?? '' };
  if (now instanceof TrivetError)
    return { verdict: 'failed', reason: `it could not be read: ${now.message}`, exit: now.exit };
  const hash = hashOfState(undo, now);
  if (isAsBefore(undo, before, now)) {
    // A claim that somebody else took since may look equal.
    return isNameless(undo, now)
      ? {
          verdict: 'unproven',
          reason: 'it looks as before, but nothing proves that nobody else has taken it since',
        }
      : { verdict: 'already' };
  }
  if (now === null && undo.pick === undefined)
    return { verdict: 'impossible', reason: 'it no longer exists' };
  const held = isHeld(undo, now);
  const isOwn = held && claim !== undefined ? isProven(undo, claim, now) : undefined;
  if ((held && released !== undefined) || isOwn === false || (after !== undefined && after !== hash)) {
    const by = released === undefined ? '' : ` by receipt ${released}`;
    const moved = inBrackets(changedSince(undo, kept, now));
    return { verdict: 'conflict', reason: `it has changed since${by}${moved}, so it was left as it is` };
  }
  const reverse = undo.reverse({ before, now, input });
  if (isOwn !== true && (held || after === undefined)) {
    const why =
      after === undefined
        ? 'the state that the change left was not read'
        : 'nothing proves that this state is from the change';
    const by = reverse !== undefined && isReverse(reverse) ? { by: reverse.command } : {};
    return { verdict: 'unproven', reason: why, ...by };
  }
  if (reverse === undefined) return { verdict: 'already' };
  if (!isReverse(reverse)) return { verdict: 'impossible', reason: reverse.because };
  if (reverse.rotates !== undefined && !mayRotate)
    return { verdict: 'impossible', reason: `it ${reverse.rotates}: give --allow-rotation to allow that` };
  if (claim?.proof.by !== 'receipt' || !held) return { verdict: 'undo', reverse };
  return { verdict: 'undo', reverse: { ...reverse, note: reverse.note ?? unmarkedNote } };
};
