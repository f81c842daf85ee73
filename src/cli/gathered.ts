/** Several mistakes in the words of one command. */
import type { TrivetError } from '../model/error.ts';
import { Exit, usageError } from '../model/error.ts';

/** Every message at once, as one error, when all are mistakes of usage; undefined without any. */
export const gathered = (errors: readonly TrivetError[]): TrivetError | undefined => {
  const [first] = errors;
  if (first === undefined || errors.length === 1) return first;
  const other = errors.find((error) => error.exit !== Exit.usage);
  if (other !== undefined) return other;
  const hints = [...new Set(errors.flatMap((error) => error.details.hint ?? []))];
  return usageError(
    errors.map((error) => error.message).join('\n'),
    hints.length === 0 ? undefined : hints.join('\n'),
  );
};
