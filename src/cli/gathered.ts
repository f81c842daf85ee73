/** Combines several mistakes in the words of one command. */
import type { TrivetError } from '../system/error.ts';
import { Exit, usageError } from '../system/error.ts';

/** Every message at once, as one error, when all are mistakes of usage; otherwise the first that is not. */
export const gathered = (first: TrivetError, others: readonly TrivetError[]): TrivetError => {
  if (others.length === 0) return first;
  const errors = [first, ...others];
  const other = errors.find((error) => error.exit !== Exit.usage);
  if (other !== undefined) return other;
  const hints = [...new Set(errors.flatMap((error) => error.details.hint ?? []))];
  return usageError(
    errors.map((error) => error.message).join('\n'),
    hints.length === 0 ? undefined : hints.join('\n'),
  );
};
