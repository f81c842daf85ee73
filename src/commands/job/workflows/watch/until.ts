import { Exit, TrivetError } from '../../../../system/error.ts';
import type { JsonObject } from '../../../../documents/json/json.ts';
import { matches, parseCondition } from '../../../../catalogue/selection/where.ts';
import { fieldsOf } from '../../../../catalogue/view.ts';
import type { View } from '../../../../catalogue/view.ts';

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
 * Returns matching items.
 * @throws TrivetError usage; the function throws exit 7, for an unreported field
 */
export const untilHolds = (
  text: string,
  view: View,
): ((items: readonly JsonObject[], wire: Readonly<Record<string, string>>) => readonly JsonObject[]) => {
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
    return items.filter((_, index) => found[index] === true);
  };
};
