const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const NAMED: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

export interface Schedule {
  readonly minutes: ReadonlySet<number>;
  readonly hours: ReadonlySet<number>;
  readonly days: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  readonly weekdays: ReadonlySet<number>;
  /** With both day fields set, one has to match. */
  readonly eitherDay: boolean;
}

function toNumber(source: string, names: readonly string[], first: number): number | undefined {
  const named = names.indexOf(source.toLowerCase());
  if (named !== -1) return named + first;
  return /^\d+$/u.test(source) ? Number(source) : undefined;
}

function parseField(
  source: string,
  lowest: number,
  highest: number,
  names: readonly string[] = [],
): Set<number> | undefined {
  const found = new Set<number>();
  for (const part of source.split(',')) {
    const [range = '', stepText] = part.split('/');
    const step = stepText === undefined ? 1 : toNumber(stepText, [], 0);
    const [fromText = '', toText] = range.split('-');
    const every = range === '*' || range === '?';
    const from = every ? lowest : toNumber(fromText, names, lowest);
    const single = stepText === undefined ? from : highest;
    const to = every ? highest : toText === undefined ? single : toNumber(toText, names, lowest);
    if (from === undefined || to === undefined || step === undefined || step < 1) return undefined;
    if (from < lowest || to > highest || from > to) return undefined;
    for (let value = from; value <= to; value += step) found.add(value);
  }
  return found;
}

export function parseCron(source: string): Schedule | undefined {
  const fields = (NAMED[source.trim()] ?? source.trim()).split(/\s+/u);
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = fields;
  if (fields.length !== 5) return undefined;
  const minutes = parseField(minute, 0, 59);
  const hours = parseField(hour, 0, 23);
  const days = parseField(day, 1, 31);
  const months = parseField(month, 1, 12, MONTHS);
  const weekdays = parseField(weekday, 0, 7, DAYS);
  if (!minutes || !hours || !days || !months || !weekdays) return undefined;
  if (weekdays.has(7)) weekdays.add(0);
  const open = (field: string): boolean => field.startsWith('*') || field === '?';
  return { minutes, hours, days, months, weekdays, eitherDay: !open(day) && !open(weekday) };
}

function zoneOffset(zone: string, moment: number): number {
  if (zone === '' || zone === 'UTC' || zone === 'Local') return 0;
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(moment);
  const part = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((candidate) => candidate.type === type)?.value);
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
  return wall - Math.floor(moment / MINUTE) * MINUTE;
}

export function isTimeZone(zone: string): boolean {
  try {
    zoneOffset(zone, 0);
    return true;
  } catch {
    return false;
  }
}

function dayMatches(schedule: Schedule, date: Date): boolean {
  if (!schedule.months.has(date.getUTCMonth() + 1)) return false;
  const day = schedule.days.has(date.getUTCDate());
  const weekday = schedule.weekdays.has(date.getUTCDay());
  return schedule.eitherDay ? day || weekday : day && weekday;
}

/** Milliseconds since the epoch; undefined if none is within five years. */
export function nextLaunch(schedule: Schedule, zone: string, after: number): number | undefined {
  const wall = after + zoneOffset(zone, after);
  const start = Math.floor(wall / MINUTE) * MINUTE + MINUTE;
  const firstDay = Math.floor(start / DAY) * DAY;
  for (let day = firstDay; day < firstDay + 5 * 366 * DAY; day += DAY) {
    if (!dayMatches(schedule, new Date(day))) continue;
    for (let minute = 0; minute < 24 * 60; minute += 1) {
      const moment = day + minute * MINUTE;
      if (
        moment < start ||
        !schedule.hours.has(Math.floor(minute / 60)) ||
        !schedule.minutes.has(minute % 60)
      )
        continue;
      return moment - zoneOffset(zone, moment - zoneOffset(zone, moment));
    }
  }
  return undefined;
}
