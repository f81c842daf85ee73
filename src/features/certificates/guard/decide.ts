/** Decides what follows from what a server sends after its files were changed. Pure. */
import type { Check } from '../policy/finding.ts';

/** What cannot be concluded, such as whether a CA was revoked. */
export interface Unknown {
  readonly check: Check;
  readonly text: string;
}

/** What a server was seen to send. */
export type ServedState =
  | { readonly is: 'unreachable'; readonly why: string }
  | {
      readonly is: 'served';
      /** Whether it is the certificate of the files. */
      readonly isExpected: boolean;
      readonly serial: string;
      /** Why clients refuse it. */
      readonly refused: readonly string[];
      /** Warnings: faults that no client refuses. */
      readonly warnings: readonly string[];
      readonly unknown: readonly Unknown[];
    };

/** How bad it is for clients; unreachable is the worst. */
const rankOf = (seen: ServedState): number => (seen.is === 'unreachable' ? Infinity : seen.refused.length);

export const isGood = (seen: ServedState): boolean =>
  seen.is === 'served' && seen.isExpected && seen.refused.length === 0;

/**
 * `keep`: the new files stay, although what is served is not good. `roll-back`: the previous pair was served, and was
 * better for clients.
 * @param before undefined where nothing was served before
 */
export const nextStep = (
  before: ServedState | undefined,
  after: ServedState,
): 'good' | 'keep' | 'roll-back' => {
  if (isGood(after)) return 'good';
  // Other files do not help a server that does not use these.
  if (before?.is !== 'served' || !before.isExpected) return 'keep';
  // Not loaded yet: nothing got worse.
  if (after.is === 'served' && !after.isExpected) return 'keep';
  // A server that does not reply may only be down: a pair that clients refuse is not worth going back to.
  if (after.is === 'unreachable' && before.refused.length > 0) return 'keep';
  return rankOf(before) < rankOf(after) ? 'roll-back' : 'keep';
};

/** What is wrong, in words; undefined where nothing is. */
export const whyNotGood = (seen: ServedState): string | undefined => {
  if (seen.is === 'unreachable') return seen.why;
  const [first] = seen.refused;
  if (!seen.isExpected) return `it serves another certificate than its files, ${seen.serial}`;
  return first === undefined ? undefined : `clients refuse what it serves: ${first}`;
};
