/** Times and durations: exact for scripts, in words for people. */
import { plural } from './plural.ts';

const second = 1_000_000_000n;
const units = [
  ['d', 86_400n * second],
  ['h', 3600n * second],
  ['m', 60n * second],
  ['s', second],
  ['ms', 1_000_000n],
  ['µs', 1000n],
  ['ns', 1n],
] as const;

export const durationText = (nanoseconds: bigint): string => {
  if (nanoseconds === 0n) return '0s';
  if (nanoseconds < 0n) return `-${durationText(-nanoseconds)}`;
  let rest = nanoseconds;
  let text = '';
  for (const [unit, size] of units) {
    if (rest < size) continue;
    if (size > second) {
      text += `${rest / size}${unit}`;
      rest %= size;
      continue;
    }
    // The smallest unit takes the rest as a fraction.
    const fraction = (rest % size)
      .toString()
      .padStart(size.toString().length - 1, '0')
      .replace(/0+$/, '');
    return `${text}${rest / size}${fraction === '' ? '' : `.${fraction}`}${unit}`;
  }
  return text;
};

export const isoTime = (milliseconds: number): string | undefined =>
  Math.abs(milliseconds) <= 8.64e15 ? new Date(milliseconds).toISOString() : undefined;

/** The time has as many decimals as needed; undefined if it is out of range. */
export const nanosecondTime = (nanoseconds: bigint): string | undefined => {
  const fraction = ((nanoseconds % second) + second) % second;
  const milliseconds = Number((nanoseconds - fraction) / 1_000_000n);
  const date = new Date(milliseconds);
  if (Number.isNaN(date.getTime())) return undefined;
  const whole = date.toISOString().slice(0, -5);
  const decimals = fraction === 0n ? '' : `.${fraction.toString().padStart(9, '0').replace(/0+$/, '')}`;
  return `${whole}${decimals}Z`;
};

const scale: readonly (readonly [name: string, seconds: number])[] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

export const span = (milliseconds: number): string => {
  const seconds = Math.floor(Math.abs(milliseconds) / 1000);
  const [name, size] = scale.find(([, size]) => seconds >= size) ?? ['second', 1];
  return plural(Math.floor(seconds / size), name);
};

/** @returns `3 hours ago`, `in 5 days`, `just now`, for times in milliseconds since the epoch */
export const age = (time: number, now: number): string => {
  if (Math.abs(now - time) < 1000) return 'just now';
  const words = span(now - time);
  return time > now ? `in ${words}` : `${words} ago`;
};

export const parseTime = (text: string): number | undefined => {
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
};

/** Whole days; negative after the end. */
export const daysLeft = (end: number, now: number): number => Math.floor((end - now) / 86_400_000);
