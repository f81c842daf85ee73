/** Counts the certificates of an inventory by the week or month of their end. Pure. */
import type { Json, JsonObject } from '../../../documents/json/json.ts';
import { own, textAt } from '../../../documents/json/json.ts';
import { groupedBy } from '../../../system/values/grouped.ts';
import { rfc3339 } from '../../../documents/rfc3339.ts';

const day = 86_400_000;
const week = 7 * day;
/** Ends within this time are shown by weeks. */
const shown = 26 * week;
/** Characters of the longest bar. */
const longest = 40;

/** Monday, 1970-01-05, in milliseconds. */
const firstMonday = 4 * day;

const weekOf = (time: number): number => Math.floor((time - firstMonday) / week) * week + firstMonday;

const monthOf = (time: number): number => {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
};

const nameOf = (row: JsonObject): string => textAt(row, 'common_name') || (textAt(row, 'serial') ?? '');

/** True for a certificate whose end matters: nothing replaces it, and it is not revoked. */
const counts = (row: JsonObject): boolean => own(row, 'revoked') !== 'yes' && own(row, 'superseded') !== true;

const endOf = (row: Json): number => Date.parse(textAt(row, 'not_after') ?? '');

/** Returns a row for each week, or for each month where something ends later than in half a year. */
export const calendarRows = (rows: readonly JsonObject[], now: number): readonly JsonObject[] => {
  const wanted = rows.filter(counts);
  const isFar = wanted.some((row) => endOf(row) - now > shown);
  const groups = [...groupedBy(wanted, (row) => (isFar ? monthOf : weekOf)(endOf(row)))].sort(
    ([one], [other]) => one - other,
  );
  const most = Math.max(1, ...groups.map(([, group]) => group.length));
  return groups.map(([from, group]) => ({
    from: rfc3339(from),
    period: isFar ? 'month' : 'week',
    ends: group.length,
    due_count: group.filter((row) => own(row, 'due') === true).length,
    bar: '#'.repeat(Math.ceil((group.length / most) * longest)),
    certificates: [...new Set(group.map(nameOf))],
  }));
};
