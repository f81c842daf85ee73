import type { Json, JsonObject } from '../../../documents/json/json.ts';
import { own, textAt } from '../../../documents/json/json.ts';
import { groupedBy } from '../../../system/values/grouped.ts';
import { rfc3339 } from '../../../documents/rfc3339.ts';

const day = 86_400_000;
const week = 7 * day;
const shown = 26 * week;
const longest = 40;

const firstMonday = 4 * day;

const weekOf = (time: number): number => Math.floor((time - firstMonday) / week) * week + firstMonday;

const monthOf = (time: number): number => {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
};

const nameOf = (row: JsonObject): string => textAt(row, 'common_name') || (textAt(row, 'serial') ?? '');

const counts = (row: JsonObject): boolean => own(row, 'revoked') !== 'yes' && own(row, 'superseded') !== true;

const endOf = (row: Json): number => Date.parse(textAt(row, 'not_after') ?? '');

/** Rows by week; later than half a year by month. */
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
