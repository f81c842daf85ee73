/** `--until` of a watch: a condition on what is watched; of a list, on one of its items. */
import { Exit, TrivetError } from '../../model/error.ts';
import type { JsonObject } from '../../model/json.ts';
import { matches, parseCondition } from '../../model/where.ts';
import { fieldsOf } from '../../model/view.ts';
import type { View } from '../../model/view.ts';

/** The words of a condition name `--where`, with which conditions are given elsewhere. */
const ofUntil = (text: string): string => text.replaceAll('--where', '--until');

const parsed = (text: string, view: View) => {
  try {
    return parseCondition(text, fieldsOf(view));
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    const { hint } = error.details;
    throw error.with({
      message: ofUntil(error.message),
      details: { hint: hint === undefined ? undefined : ofUntil(hint) },
    });
  }
};

/**
 * Reads the condition; the function that comes back says whether it holds.
 * @throws TrivetError usage; from the function: exit 7, where the server does not report the field
 */
export const untilHolds = (
  text: string,
  view: View,
): ((items: readonly JsonObject[], wire: Readonly<Record<string, string>>) => boolean) => {
  const condition = parsed(text, view);
  return (items, wire) => {
    const found = items.map((item) => matches(condition, item, wire));
    if (found.length > 0 && found.every((one) => one === 'unknown')) {
      throw new TrivetError(
        'not-reported',
        Exit.unavailable,
        `--until cannot be checked: this server does not report ${condition.path}`,
      );
    }
    return found.includes(true);
  };
};
