import type { Tone } from '../../catalogue/field.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { isArray, isObject } from '../../documents/json/json.ts';
import { writeJson } from '../../documents/json/lossless.ts';
import type { Column } from '../../catalogue/view.ts';
import { unmarked } from '../../catalogue/text/mark.ts';
import { childrenText, progressText, reasonText, scalingText } from './job-cells.ts';
import { drawnBar } from './pictures.ts';
import { age, durationText, nanosecondTime, parseTime } from './time.ts';
import { hasPrivateKey, maskedText } from '../../catalogue/shown.ts';

export interface ValueStyle {
  /** Whether the value is for a person (ages, `yes`, `1h30m`) or exact (RFC 3339, `true`, the number). */
  readonly human: boolean;
  readonly words?: boolean;
  /** Whether a person gets the exact time beside its age. */
  readonly exactTime?: boolean;
  readonly unicode?: boolean | undefined;
  readonly reveal: boolean;
  readonly now: number;
}

const scalarText = (value: Json): string | undefined => {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? undefined : String(value);
};

export const plainText = (value: Json | undefined, human = false): string => {
  if (value === undefined) return '';
  if (isArray(value)) return value.map((item) => plainText(item, human)).join(human ? ', ' : ',');
  if (isObject(value) && human) {
    const pairs = Object.entries(value).map(([key, item]) => [key, scalarText(item ?? null)] as const);
    if (pairs.every(([, text]) => text !== undefined))
      return pairs.map(([key, text]) => `${key}=${text}`).join(', ');
  }
  return scalarText(value) ?? writeJson(value);
};

const nanoseconds = (value: number | bigint, size: number): bigint | undefined => {
  if (typeof value === 'bigint') return value * BigInt(size);
  if (Number.isSafeInteger(value)) return BigInt(value) * BigInt(size);
  const scaled = Math.round(value * size);
  return Number.isFinite(scaled) ? BigInt(scaled) : undefined;
};

const isNumber = (value: Json | undefined): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint';

const timeText = (value: Json, size: number, style: ValueStyle): string => {
  if (isNumber(value)) {
    // The services write "never" as zero.
    if (Number(value) === 0) return style.human ? 'never' : '';
    const since = nanoseconds(value, size);
    const exact = since === undefined ? undefined : nanosecondTime(since);
    return exact === undefined ? String(value) : timeText(exact, size, style);
  }
  if (typeof value !== 'string' || !style.human) return plainText(value);
  if (value.startsWith('0001-01-01T00:00:00')) return 'never';
  const time = parseTime(value);
  if (time === undefined) return value;
  return style.exactTime === true ? `${age(time, style.now)} (${value})` : age(time, style.now);
};

const durationOf = (value: Json, size: number, style: ValueStyle): string => {
  const length = isNumber(value) && style.human ? nanoseconds(value, size) : undefined;
  return length === undefined ? plainText(value) : durationText(length);
};

const countText = (value: Json): string => {
  if (isArray(value)) return String(value.length);
  return isObject(value) ? String(Object.keys(value).length) : plainText(value);
};

const formatted = (value: Json, column: Column, style: ValueStyle): string => {
  switch (column.format ?? 'text') {
    case 'time':
      return timeText(value, 1_000_000_000, style);
    case 'nanosecond-time':
      return timeText(value, 1, style);
    case 'seconds':
      return durationOf(value, 1_000_000_000, style);
    case 'milliseconds':
      return durationOf(value, 1_000_000, style);
    case 'nanoseconds':
      return durationOf(value, 1, style);
    case 'yes-no':
      if (typeof value === 'boolean' && (style.human || style.words === true)) return value ? 'yes' : 'no';
      return plainText(value);
    case 'count':
      return countText(value);
    case 'progress':
      return style.human && isObject(value) ? progressText(value) : writeJson(value);
    case 'reason':
      return isObject(value) ? reasonText(value) : '';
    case 'children':
      return childrenText(value);
    case 'scaling':
      return style.human && isArray(value) ? scalingText(value, style.unicode === true) : countText(value);
    case 'bar':
      return drawnBar(plainText(value), style.human && style.unicode === true);
    case 'marked':
      return unmarked(plainText(value, style.human));
    case 'json':
      return writeJson(value);
    case 'status':
    case 'text':
      return plainText(value, style.human);
  }
};

/** The text is not yet safe for a terminal. Secrets are `(hidden, use --reveal)` unless revealed. */
export const cellText = (value: Json | undefined, column: Column, style: ValueStyle): string => {
  if (value === undefined || value === null) return '';
  const text = formatted(value, column, style);
  if (style.reveal || text === '') return text;
  return column.sensitive === true || hasPrivateKey(text) ? maskedText : text;
};

const statusTones: Readonly<Record<string, Tone>> = {
  running: 'good',
  complete: 'good',
  successful: 'good',
  healthy: 'good',
  pending: 'warn',
  blocked: 'warn',
  paused: 'warn',
  restarting: 'warn',
  unknown: 'warn',
  unrecorded: 'warn',
  locked: 'warn',
  expires: 'warn',
  planned: 'warn',
  policy_checked: 'warn',
  policy_override: 'warn',
  'awaits promotion': 'warn',
  failed: 'bad',
  failing: 'bad',
  degraded: 'bad',
  unhealthy: 'bad',
  lost: 'bad',
  errored: 'bad',
  expired: 'bad',
  denied: 'bad',
  unreachable: 'bad',
  unavailable: 'bad',
  unreadable: 'bad',
  misconfigured: 'bad',
  dead: 'dim',
  cancelled: 'dim',
};

export const toneOf = (value: Json | undefined, column: Column, item?: JsonObject): Tone | undefined => {
  const word = plainText(value);
  const special = item === undefined ? undefined : column.toneWhen?.(word, item);
  if (special !== undefined) return special;
  const tones = column.tones ?? (column.format === 'status' ? statusTones : undefined);
  return tones !== undefined && Object.hasOwn(tones, word) ? tones[word] : undefined;
};
