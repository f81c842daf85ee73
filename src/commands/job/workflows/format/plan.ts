import type { Json } from '../../../../documents/json/json.ts';
import { isObject, membersOf, own, textAt } from '../../../../documents/json/json.ts';
import type { Painter } from '../../../../output/color.ts';
import type { DiffOptions } from './diff.ts';
import { diffLines } from './diff.ts';
import { failedCount, reasonsOf, updatesText } from './placement.ts';
import { plural } from '../../../../output/text/plural.ts';
import { safe } from '../../../../output/text/safe.ts';
import { age, parseTime } from '../../../../output/text/time.ts';
import { plainText } from '../../../../output/text/value.ts';

interface PlanOptions extends DiffOptions {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly register: (index: string) => string;
}

export const cannotPlace = (plan: Json): boolean => {
  const failed = own(plan, 'FailedTGAllocs');
  return isObject(failed) && Object.keys(failed).length > 0;
};

/** The diff decides, or an allocation that would change: updates in place of an unchanged job change nothing. */
export const hasChanges = (plan: Json): boolean => {
  const diff = own(plan, 'Diff');
  if (isObject(diff)) return textAt(diff, 'Type') !== 'None';
  const updates = own(own(plan, 'Annotations'), 'DesiredTGUpdates');
  if (!isObject(updates)) return false;
  const moves = (group: Json | undefined): boolean =>
    isObject(group) &&
    Object.entries(group).some(
      ([action, count]) => action !== 'Ignore' && typeof count === 'number' && count > 0,
    );
  return Object.values(updates).some(moves);
};

const scheduler = (plan: Json, paint: Painter): readonly string[] => {
  const updates = own(own(plan, 'Annotations'), 'DesiredTGUpdates');
  if (!isObject(updates) || Object.keys(updates).length === 0) return [];
  const groups = membersOf(updates).map(([group, desired]) => `  ${safe(group)}: ${updatesText(desired)}`);
  return ['', paint.bold('Allocations'), ...groups];
};

const failures = (plan: Json, paint: Painter): readonly string[] => {
  const failed = own(plan, 'FailedTGAllocs');
  if (!isObject(failed) || Object.keys(failed).length === 0) return [];
  const lines = ['', paint.red('Cannot be placed now')];
  for (const [group, metric] of membersOf(failed)) {
    lines.push(`  Task group "${safe(group)}": ${plural(failedCount(metric), 'allocation')}`);
    lines.push(...reasonsOf(metric).map((reason) => `    ${safe(reason)}`));
  }
  return lines;
};

const warnings = (plan: Json, paint: Painter): readonly string[] => {
  const text = (textAt(plan, 'Warnings') ?? '').trim();
  if (text === '') return [];
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  // It counts the lines below.
  const said = /^\d+ warnings?:$/.test(lines[0] ?? '') ? lines.slice(1) : lines;
  // The text must not look like a line of trivet.
  const each = said
    .map((line) => line.trim())
    .join(' ')
    .split(/ (?=\* )/);
  return ['', paint.yellow('Warnings'), ...each.map((line) => `  ${safe(line)}`)];
};

const launch = (plan: Json, now: number): readonly string[] => {
  const next = textAt(plan, 'NextPeriodicLaunch');
  const time = next === undefined ? undefined : parseTime(next);
  // The first year means never.
  if (next === undefined || time === undefined || time < 0) return [];
  return ['', `Next periodic launch: ${safe(next)} (${age(time, now)})`];
};

/** The text is safe for a terminal and ends in a newline. Without a diff it has only the rest. */
export const planText = (plan: Json, options: PlanOptions): string => {
  const { paint, now, register } = options;
  const diff = own(plan, 'Diff');
  const changed = isObject(diff) ? diffLines(diff, options) : undefined;
  const index = own(plan, 'JobModifyIndex');
  const lines = [
    ...(changed?.length === 0 ? ['No change of the job.'] : (changed ?? [])),
    ...scheduler(plan, paint),
    ...failures(plan, paint),
    ...warnings(plan, paint),
    ...launch(plan, now),
    ...(index === undefined || index === null
      ? []
      : ['', `To register exactly this: ${safe(register(plainText(index)))}`]),
  ];
  return `${lines.join('\n').replace(/^\n/, '')}\n`;
};
