import type { Check } from '../policy/finding.ts';

/** A question without an answer, such as whether a CA was revoked. */
export interface Unknown {
  readonly check: Check;
  readonly text: string;
}

export interface Assessed {
  readonly refused: readonly string[];
  /** No client refuses these. */
  readonly warnings: readonly string[];
  readonly unknown: readonly Unknown[];
}

/** `unknown`: nobody saw what the server sends, so nothing follows from it. */
export type ServedState =
  | { readonly is: 'unreachable' | 'unknown'; readonly why: string }
  | (Assessed & { readonly is: 'served'; readonly isExpected: boolean; readonly serial: string });

const rankOf = (seen: ServedState): number => (seen.is === 'served' ? seen.refused.length : Infinity);

export const isGood = (seen: ServedState): boolean =>
  seen.is === 'served' && seen.isExpected && seen.refused.length === 0;

/**
 * `keep`: despite what is served. `roll-back`: the previous pair was served, and was better for clients.
 * @param before undefined if nothing was served
 */
export const nextStep = (
  before: ServedState | undefined,
  after: ServedState,
): 'good' | 'keep' | 'roll-back' => {
  if (isGood(after)) return 'good';
  if (after.is === 'unknown') return 'keep';
  // The server does not use these files.
  if (before?.is !== 'served' || !before.isExpected) return 'keep';
  // The new files are not loaded yet.
  if (after.is === 'served' && !after.isExpected) return 'keep';
  // The server may only be down, and clients refused the previous pair anyway.
  if (after.is === 'unreachable' && before.refused.length > 0) return 'keep';
  return rankOf(before) < rankOf(after) ? 'roll-back' : 'keep';
};

/** @param seen undefined if nobody looked */
export const whyNotGood = (seen: ServedState | undefined): string | undefined => {
  if (seen === undefined) return undefined;
  if (seen.is !== 'served') return seen.why;
  const [first] = seen.refused;
  if (!seen.isExpected) return `it serves another certificate than its files, ${seen.serial}`;
  return first === undefined ? undefined : `clients refuse what it serves: ${first}`;
};
