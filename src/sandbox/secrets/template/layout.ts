/** `2006-01-02T15:04:05Z` (test/seeds/2-secrets.md, section 2.4, `timestamp LAYOUT`). */

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Longer ones first: `2006` is not `2` and `006`. */
const ELEMENT =
  /January|Jan|Monday|Mon|MST|2006|Z07:00|Z0700|Z07|-07:00|-0700|-07|_2(?!006)|002|01|02|03|04|05|06|15|PM|pm|[.,](?:0+|9+)(?!\d)|[1-5]/g;

const two = (value: number): string => String(value).padStart(2, '0');

function dayOfYear(time: Date): number {
  const start = Date.UTC(time.getUTCFullYear(), 0, 1);
  return Math.floor((time.getTime() - start) / 86_400_000) + 1;
}

function fraction(element: string, time: Date): string {
  const digits = String(time.getUTCMilliseconds()).padStart(3, '0').padEnd(9, '0');
  const kept = digits.slice(0, element.length - 1);
  if (element[1] === '0') return `${element.charAt(0)}${kept}`;
  const short = kept.replace(/0+$/, '');
  return short === '' ? '' : `${element.charAt(0)}${short}`;
}

function elementOf(element: string, time: Date): string {
  const month = time.getUTCMonth();
  const day = time.getUTCDate();
  const hour = time.getUTCHours();
  const half = hour % 12 === 0 ? 12 : hour % 12;
  const weekday = DAYS[time.getUTCDay()] ?? '';
  const values: Readonly<Record<string, string>> = {
    '2006': String(time.getUTCFullYear()).padStart(4, '0'),
    '06': two(time.getUTCFullYear() % 100),
    January: MONTHS[month] ?? '',
    Jan: (MONTHS[month] ?? '').slice(0, 3),
    '01': two(month + 1),
    '1': String(month + 1),
    Monday: weekday,
    Mon: weekday.slice(0, 3),
    '02': two(day),
    _2: String(day).padStart(2, ' '),
    '2': String(day),
    '002': String(dayOfYear(time)).padStart(3, '0'),
    '15': two(hour),
    '03': two(half),
    '3': String(half),
    '04': two(time.getUTCMinutes()),
    '4': String(time.getUTCMinutes()),
    '05': two(time.getUTCSeconds()),
    '5': String(time.getUTCSeconds()),
    PM: hour < 12 ? 'AM' : 'PM',
    pm: hour < 12 ? 'am' : 'pm',
    MST: 'UTC',
    'Z07:00': 'Z',
    Z0700: 'Z',
    Z07: 'Z',
    '-07:00': '+00:00',
    '-0700': '+0000',
    '-07': '+00',
  };
  return values[element] ?? fraction(element, time);
}

export function formatLayout(layout: string, milliseconds: number): string {
  const time = new Date(milliseconds);
  return layout.replace(ELEMENT, (element) => elementOf(element, time));
}
