import { secondsOf } from '../text/duration.ts';
import type { Field } from '../field.ts';
import type { Json } from '../../documents/json/json.ts';
import { isArray, isObject } from '../../documents/json/json.ts';
import { writeJson } from '../../documents/json/lossless.ts';

export const operators = ['=', '!=', '~', '<', '<=', '>', '>='] as const;

export type Operator = (typeof operators)[number];

/** `unknown`: the value does not have the type. `left-out`: it has no order (`~> 1.5.0` among versions). */
type Verdict = boolean | 'unknown' | 'left-out';

export type Compare = (value: Json) => Verdict;

interface Wanted {
  readonly operator: Operator;
  readonly value: string;
  readonly now: number;
}

/** A comparison, or the reason why there is none, as a predicate: `is text, which has no order`. */
type Made = Compare | string;

const isOrder = (operator: Operator): boolean => operator.startsWith('<') || operator.startsWith('>');

const textOf = (value: Json): string | undefined => (typeof value === 'object' ? undefined : String(value));

type Token = { readonly wild: '*' | '?' } | string;

const tokensOf = (pattern: string): readonly Token[] =>
  Array.from(pattern.matchAll(/\\([\s\S])|([*?])|([\s\S])/gu), ([, escaped, wild, plain]): Token => {
    if (wild === '*' || wild === '?') return { wild };
    return escaped ?? plain ?? '';
  });

/** Matches whole texts: `*` any characters, `?` one, `\` escapes. Backtracks only to the last `*`. */
const globOf = (pattern: string): ((text: string) => boolean) => {
  const tokens = tokensOf(pattern);
  return (text) => {
    const characters = Array.from(text);
    let [token, at] = [0, 0];
    let star: { readonly token: number; at: number } | undefined;
    while (at < characters.length) {
      const wanted = tokens[token];
      if (typeof wanted === 'object' && wanted.wild === '*') {
        star = { token, at };
        token += 1;
      } else if (wanted === characters[at] || (typeof wanted === 'object' && wanted.wild === '?')) {
        token += 1;
        at += 1;
      } else if (star === undefined) {
        return false;
      } else {
        star.at += 1;
        [token, at] = [star.token + 1, star.at];
      }
    }
    return tokens.slice(token).every((rest) => typeof rest === 'object' && rest.wild === '*');
  };
};

export const hasWildcard = (pattern: string): boolean => /[*?[]/.test(pattern);

/** A value for `~` without a wildcard may be anywhere in the text. */
const fitOf = ({ operator, value }: Wanted): ((text: string) => boolean) =>
  operator === '~'
    ? hasWildcard(value)
      ? globOf(value)
      : (text) => text.includes(value)
    : (text) => text === value;

const textCompared = (wanted: Wanted): Compare => {
  const fits = fitOf(wanted);
  return (found) => {
    const text = textOf(found);
    return text === undefined ? 'unknown' : fits(text) !== (wanted.operator === '!=');
  };
};

const byText = (wanted: Wanted): Made =>
  isOrder(wanted.operator) ? 'is text, which has no order' : textCompared(wanted);

const truths: Readonly<Record<string, 'true' | 'false'>> = {
  true: 'true',
  yes: 'true',
  false: 'false',
  no: 'false',
};

const byTruth = ({ operator, value }: Wanted): Made => {
  if (operator !== '=' && operator !== '!=') return 'is true or false: use = or !=';
  const wanted = Object.hasOwn(truths, value) ? truths[value] : undefined;
  if (wanted === undefined) return 'must be compared with true or false';
  return (found) => {
    const text = textOf(found);
    if (text !== 'true' && text !== 'false') return 'unknown';
    return (text === wanted) !== (operator === '!=');
  };
};

type Ordered = number | bigint;

/** `place`: below the interval of the condition, in it, or above. */
const holdsFor = (operator: Operator, place: -1 | 0 | 1): boolean => {
  switch (operator) {
    case '<':
      return place < 0;
    case '<=':
      return place <= 0;
    case '>':
      return place > 0;
    case '>=':
      return place >= 0;
    case '!=':
      return place !== 0;
    case '=':
    case '~':
      return place === 0;
  }
};

const placeIn = (value: Ordered, from: Ordered, to: Ordered): -1 | 0 | 1 => {
  if (value < from) return -1;
  return value > to ? 1 : 0;
};

const numberIn = (text: string): Ordered | undefined => {
  if (/^-?\d+$/.test(text)) {
    const small = Number(text);
    return Number.isSafeInteger(small) ? small : BigInt(text);
  }
  return /^-?\d+\.\d+$/.test(text) ? Number(text) : undefined;
};

const byNumber = ({ operator, value }: Wanted): Made => {
  if (operator === '~') return 'is a number: ~ is for text';
  const wanted = numberIn(value);
  if (wanted === undefined) return 'must be compared with a number';
  return (found) => {
    const number = numberIn(textOf(found) ?? '');
    return number === undefined ? 'unknown' : holdsFor(operator, placeIn(number, wanted, wanted));
  };
};

const unitSeconds = { s: 1, ms: 1e-3, ns: 1e-9 } as const;

const byDuration = ({ operator, value }: Wanted, { unit = 's' }: Field): Made => {
  if (operator === '~') return 'is a duration: ~ is for text';
  const wanted = secondsOf(value);
  if (wanted === undefined) return 'must be compared with a duration: 30s, 5m, 1h30m, 7d, or seconds';
  return (found) => {
    const number = typeof found === 'number' || typeof found === 'bigint';
    const seconds = number ? Number(found) * unitSeconds[unit] : secondsOf(textOf(found) ?? '');
    return seconds === undefined ? 'unknown' : holdsFor(operator, placeIn(seconds, wanted, wanted));
  };
};

/** The first and the last millisecond, since a date is its whole day in UTC. */
const timesOf = (value: string, now: number): readonly [from: number, to: number] | undefined => {
  const [, sign, length = ''] = /^([+-])(.+)$/.exec(value) ?? [];
  if (sign !== undefined) {
    const seconds = secondsOf(length);
    const time = seconds === undefined ? undefined : now + (sign === '-' ? -1000 : 1000) * seconds;
    return time === undefined ? undefined : [time, time];
  }
  const known = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d))?$/i.exec(value);
  const time = Date.parse(value);
  if (known === null || Number.isNaN(time)) return undefined;
  const [, decimals, zone] = known;
  if (zone === undefined) return [time, time + 86_399_999];
  return [time, decimals === undefined ? time + 999 : time];
};

const unitMilliseconds = { s: 1000, ms: 1, ns: 1e-6 } as const;

const byTime = ({ operator, value, now }: Wanted, { unit = 's' }: Field): Made => {
  if (operator === '~') return 'is a time: ~ is for text';
  const wanted = timesOf(value, now);
  if (wanted === undefined)
    return 'must be compared with a time: 2026-12-31T18:00:00Z, 2026-12-31, -90d or +30d';
  const relative = /^[+-]/.test(value);
  if (relative && !isOrder(operator))
    return 'can be before or after a relative time, not equal to it: use < or >';
  return (found) => {
    const number = typeof found === 'number' || typeof found === 'bigint';
    const time = number ? Number(found) * unitMilliseconds[unit] : Date.parse(textOf(found) ?? '');
    return Number.isNaN(time) ? 'unknown' : holdsFor(operator, placeIn(time, ...wanted));
  };
};

interface Version {
  readonly numbers: readonly number[];
  /** The parts after `-`; empty for a release. */
  readonly before: readonly string[];
}

const versionOf = (text: string): Version | undefined => {
  const [, numbers = '', before] =
    /^v?(\d{1,9}(?:\.\d{1,9}){0,4})(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/.exec(text.trim()) ?? [];
  if (numbers === '') return undefined;
  return { numbers: numbers.split('.').map(Number), before: before?.split('.') ?? [] };
};

const sign = (one: number | string, other: number | string): -1 | 0 | 1 => {
  if (one === other) return 0;
  return one < other ? -1 : 1;
};

const comparePart = (one: string, other: string): -1 | 0 | 1 => {
  const [first, second] = [/^\d+$/.test(one), /^\d+$/.test(other)];
  if (first && second) return sign(Number(one), Number(other));
  return first === second ? sign(one, other) : first ? -1 : 1;
};

/** Missing parts are 0; a pre-release is below its release. */
const compareVersions = (one: Version, other: Version): -1 | 0 | 1 => {
  const length = Math.max(one.numbers.length, other.numbers.length);
  for (let part = 0; part < length; part += 1) {
    const found = sign(one.numbers[part] ?? 0, other.numbers[part] ?? 0);
    if (found !== 0) return found;
  }
  if (one.before.length === 0 || other.before.length === 0) {
    return sign(Number(one.before.length === 0), Number(other.before.length === 0));
  }
  for (const [part, first] of one.before.entries()) {
    const second = other.before[part];
    if (second === undefined) return 1;
    const found = comparePart(first, second);
    if (found !== 0) return found;
  }
  return one.before.length === other.before.length ? 0 : -1;
};

const byVersion = (wanted: Wanted): Made => {
  const { operator, value } = wanted;
  const version = versionOf(value);
  const compareTexts = textCompared(wanted);
  if (version === undefined || operator === '~') {
    return isOrder(operator) ? 'must be compared with a version, such as 1.6 or 1.9.8' : compareTexts;
  }
  return (found) => {
    const text = textOf(found);
    if (text === undefined) return 'unknown';
    const known = versionOf(text);
    if (known !== undefined) return holdsFor(operator, compareVersions(known, version));
    return isOrder(operator) ? 'left-out' : compareTexts(found);
  };
};

const elementsCompared = (wanted: Wanted): Compare => {
  const fits = fitOf(wanted);
  return (found) => {
    const elements = isArray(found) ? found : [found];
    const holds = elements.some((element) => fits(textOf(element) ?? writeJson(element)));
    return holds !== (wanted.operator === '!=');
  };
};

const byElement = (wanted: Wanted): Made =>
  isOrder(wanted.operator) ? 'is a list, which has no order' : elementsCompared(wanted);

/** No type is declared below an object, so the value's own type counts. */
const byOwnType = (wanted: Wanted): Made => {
  const made = isOrder(wanted.operator) ? byNumber(wanted) : elementsCompared(wanted);
  if (typeof made === 'string') return made;
  return (found) => {
    if (isObject(found)) return 'unknown';
    const verdict = made(found);
    return verdict === 'unknown' ? 'left-out' : verdict;
  };
};

const byType: Readonly<Record<Field['type'], (wanted: Wanted, field: Field) => Made>> = {
  text: byText,
  integer: byNumber,
  number: byNumber,
  boolean: byTruth,
  time: byTime,
  duration: byDuration,
  version: byVersion,
  list: byElement,
  object: () => 'is an object: name a field below it, such as Meta.team',
};

const globs: readonly Field['type'][] = ['text', 'list', 'version'];
const ordered: readonly Field['type'][] = ['integer', 'number', 'duration', 'time', 'version'];

export const operatorsOf = ({ type }: Field): readonly Operator[] =>
  operators.filter((one) => {
    if (isOrder(one)) return ordered.includes(type);
    return one !== '~' || globs.includes(type);
  });

/**
 * Returns the comparison, or why operator or value do not suit the field, as a predicate.
 * @param open the value is below an object or list of no declared shape
 */
export const comparisonOf = (wanted: Wanted, field: Field, open: boolean): Compare | string =>
  (open ? byOwnType : byType[field.type])(wanted, field);

/** Servers write "never" as Go's zero time or as 0 seconds. */
const isZeroTime = (value: Json): boolean =>
  value === 0 || value === '0' || (typeof value === 'string' && value.startsWith('0001-01-01T00:00:00'));

/** Whether a text stands for no value, and so satisfies only `FIELD=''`. */
export const isNothing = (value: Json, { type }: Field): boolean =>
  value === null ||
  (value === '' && type !== 'text' && type !== 'list') ||
  (type === 'time' && isZeroTime(value));

export const isBlank = (value: Json): boolean =>
  value === '' ||
  (isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);
