import type { ObjectName } from './objects/desired.ts';
import { spokenObject } from './objects/desired.ts';
import { groupedBy } from '../../../system/values/grouped.ts';
import type { Row } from './rows/rows.ts';

interface Failure {
  readonly object: ObjectName;
  readonly hint: string | undefined;
}

export const failuresOf = (rows: readonly Row[]): readonly Failure[] =>
  rows.flatMap(({ wanted, error }) =>
    error === undefined ? [] : [{ object: wanted.object, hint: error.details.hint }],
  );

/** Hints with their objects: `job web and 2 more: …`. @param said the hint that the run's error has */
export const hintTexts = (failures: readonly Failure[], said?: string): readonly string[] =>
  Array.from(groupedBy(failures, (failure) => failure.hint)).flatMap(([hint, [first, ...others]]) => {
    if (hint === undefined || hint === said) return [];
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    return [`${spokenObject(first.object)}${more}: ${hint}`];
  });
