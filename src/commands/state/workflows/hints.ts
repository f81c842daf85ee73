/** What to do about objects that failed: each hint once, however many objects it is about. */
import type { ObjectName } from './objects/desired.ts';
import { spokenObject } from './objects/desired.ts';
import { groupedBy } from '../../../system/values/grouped.ts';
import type { Row } from './rows/rows.ts';

/** An object that failed, with what to do about it where that is known. */
interface Failure {
  readonly object: ObjectName;
  readonly hint: string | undefined;
}

/** The failures among the rows of a comparison. */
export const failuresOf = (rows: readonly Row[]): readonly Failure[] =>
  rows.flatMap(({ wanted, error }) =>
    error === undefined ? [] : [{ object: wanted.object, hint: error.details.hint }],
  );

/**
 * Returns every hint once: `job web and 2 more: …`.
 * @param said a hint that the error of the run will show
 */
export const hintTexts = (failures: readonly Failure[], said?: string): readonly string[] =>
  Array.from(groupedBy(failures, (failure) => failure.hint)).flatMap(([hint, [first, ...others]]) => {
    if (hint === undefined || hint === said) return [];
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    return [`${spokenObject(first.object)}${more}: ${hint}`];
  });
