import type { ObjectName } from './objects/desired.ts';
import { spokenObject } from './objects/desired.ts';
import { groupedBy } from '../../../system/values/grouped.ts';
import { severity } from '../../../system/error.ts';
import type { TrivetError } from '../../../system/error.ts';
import type { Reporter } from '../../../run/reporter.ts';
import type { Row } from './rows/rows.ts';

interface Failure {
  readonly object: ObjectName;
  readonly hint: string | undefined;
}

/** Hints with their objects: `job web and 2 more: …`. @param said the hint that the run's error has */
export const hintTexts = (failures: readonly Failure[], said?: string): readonly string[] =>
  Array.from(groupedBy(failures, (failure) => failure.hint)).flatMap(([hint, [first, ...others]]) => {
    if (hint === undefined || hint === said) return [];
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    return [`${spokenObject(first.object)}${more}: ${hint}`];
  });

/** The worst of what could not be compared; the hints of the others are notes. */
export const uncomparedFailure = (rows: readonly Row[], reporter: Reporter): TrivetError | undefined => {
  const failed = rows.flatMap(({ wanted: { object }, error }) =>
    error === undefined ? [] : [{ object, error, hint: error.details.hint }],
  );
  const [worst] = failed.map(({ error }) => error).sort((a, b) => severity(a.exit) - severity(b.exit));
  for (const text of hintTexts(failed, worst?.details.hint)) reporter.note(text);
  return worst?.with({
    message: `${failed.length} of ${rows.length} could not be compared: ${worst.message}`,
  });
};
