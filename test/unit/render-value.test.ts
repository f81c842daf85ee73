import { afterEach, describe, expect, test } from 'vitest';
import type { Json } from '../../src/documents/json/json.ts';
import type { Column, ColumnFormat } from '../../src/catalogue/view.ts';
import { age, durationText, isoTime, nanosecondTime, parseTime } from '../../src/output/text/time.ts';
import { rfc3339 } from '../../src/documents/rfc3339.ts';
import { cellText, toneOf } from '../../src/output/text/value.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const script = { human: false, reveal: false, now };
const person = { human: true, reveal: false, now };
const column = (format?: ColumnFormat): Column => ({
  header: 'X',
  path: 'x',
  ...(format === undefined ? {} : { format }),
});

const cases: readonly (readonly [format: ColumnFormat, value: Json, script: string, person: string])[] = [
  ['text', 'a', 'a', 'a'],
  ['text', null, '', ''],
  ['text', 18446744073709551615n, '18446744073709551615', '18446744073709551615'],
  ['text', ['a', 'b', null, 1], 'a,b,,1', 'a, b, , 1'],
  ['text', [], '', ''],
  ['text', { a: 1, b: 'x' }, '{"a":1,"b":"x"}', 'a=1, b=x'],
  ['text', { a: { b: 1 } }, '{"a":{"b":1}}', '{"a":{"b":1}}'],
  ['time', '2026-11-21T09:00:00Z', '2026-11-21T09:00:00Z', '3 hours ago'],
  ['time', '2026-11-26T12:00:00.5+00:00', '2026-11-26T12:00:00.5+00:00', 'in 5 days'],
  ['time', 1795252800, '2026-11-21T09:20:00Z', '2 hours ago'],
  ['time', 0, '', 'never'],
  ['time', '0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z', 'never'],
  ['time', 'soon', 'soon', 'soon'],
  ['nanosecond-time', 1795231576286108908n, '2026-11-21T03:26:16.286108908Z', '8 hours ago'],
  ['nanosecond-time', 1795231576000000000n, '2026-11-21T03:26:16Z', '8 hours ago'],
  ['seconds', 5400, '5400', '1h30m'],
  ['seconds', 0, '0', '0s'],
  ['seconds', '72h', '72h', '72h'],
  ['milliseconds', 1500, '1500', '1.5s'],
  ['nanoseconds', 15_000_000_000, '15000000000', '15s'],
  ['nanoseconds', 86_400_000_000_001n, '86400000000001', '1d1ns'],
  ['yes-no', true, 'true', 'yes'],
  ['yes-no', false, 'false', 'no'],
  ['yes-no', null, '', ''],
  ['count', ['a', 'b'], '2', '2'],
  ['count', { a: 1 }, '1', '1'],
  ['count', 7, '7', '7'],
  ['scaling', [], '0', '0'],
  ['scaling', [{ CreateIndex: 1, PreviousCount: 1, Count: 2 }], '1', '1 event _# 1 to 2'],
  ['bar', '##', '##', '##'],
  ['json', { a: [1, 9007199254740993n] }, '{"a":[1,9007199254740993]}', '{"a":[1,9007199254740993]}'],
  ['status', 'running', 'running', 'running'],
];

describe('cellText', () => {
  test.each(cases)('shows %s, case %#', (format, value, forScript, forPerson) => {
    expect(cellText(value, column(format), script)).toBe(forScript);
    expect(cellText(value, column(format), person)).toBe(forPerson);
  });

  test('shows the exact time beside the age in a record', () => {
    expect(cellText('2026-11-21T09:00:00Z', column('time'), { ...person, exactTime: true })).toBe(
      '3 hours ago (2026-11-21T09:00:00Z)',
    );
  });

  test('masks by column and by content, except what is empty', () => {
    const secret: Column = { ...column(), sensitive: true };
    const key = '-----BEGIN RSA PRIVATE KEY-----\\nabc';
    expect(cellText('x', secret, script)).toBe('(hidden, use --reveal)');
    expect(cellText('', secret, script)).toBe('');
    expect(cellText(null, secret, script)).toBe('');
    expect(cellText('x', secret, { ...script, reveal: true })).toBe('x');
    expect(cellText({ a: [key] }, column('json'), script)).toBe('(hidden, use --reveal)');
    expect(cellText('-----BEGIN CERTIFICATE-----', column(), script)).toBe('-----BEGIN CERTIFICATE-----');
  });

  test('has the tone of the column, or of the status', () => {
    expect(toneOf('running', column('status'))).toBe('good');
    expect(toneOf('running', column())).toBeUndefined();
    expect(toneOf(true, { ...column('yes-no'), tones: { true: 'warn' } })).toBe('warn');
    expect(toneOf('constructor', column('status'))).toBeUndefined();
  });
});

describe('times', () => {
  test('are ages in whole units, rounded down', () => {
    const seconds = [0, 1, 59, 60, 3599, 3600, 86_399, 86_400, 40 * 86_400, 800 * 86_400];
    expect(seconds.map((ago) => age(now - ago * 1000, now))).toEqual([
      'just now',
      '1 second ago',
      '59 seconds ago',
      '1 minute ago',
      '59 minutes ago',
      '1 hour ago',
      '23 hours ago',
      '1 day ago',
      '1 month ago',
      '2 years ago',
    ]);
    expect(age(now + 90_000, now)).toBe('in 1 minute');
  });

  test('are exact as durations', () => {
    const exact = [1n, 1500n, 250_000_000n, 90_000_000_000n, -60_000_000_000n, 90_061_500_000_000n];
    expect(exact.map(durationText)).toEqual(['1ns', '1.5µs', '250ms', '1m30s', '-1m', '1d1h1m1.5s']);
  });

  test('keep every digit of nanoseconds, even before 1970', () => {
    expect(nanosecondTime(1n)).toBe('1970-01-01T00:00:00.000000001Z');
    expect(nanosecondTime(-1n)).toBe('1969-12-31T23:59:59.999999999Z');
    expect(nanosecondTime(2n ** 80n)).toBeUndefined();
  });

  test('are recognized only in RFC 3339', () => {
    expect(parseTime('2026-11-21T12:00:00Z')).toBe(now);
    expect(parseTime('2026-11-21T13:00:00.25+01:00')).toBe(now + 250);
    for (const text of ['2026-11-21', '1', 'Nov 21 2026', '2026-13-45T00:00:00Z'])
      expect(parseTime(text)).toBeUndefined();
  });
});

describe('in another time zone', () => {
  const usual = process.env['TZ'];
  afterEach(() => {
    if (usual === undefined) delete process.env['TZ'];
    else process.env['TZ'] = usual;
  });

  test.each(['Asia/Tokyo', 'America/New_York'])('times stay in UTC: %s', (zone) => {
    process.env['TZ'] = zone;
    expect(new Date(now).getTimezoneOffset()).not.toBe(0);
    for (const [format, value, inScripts, forPeople] of cases) {
      expect(cellText(value, column(format), script)).toBe(inScripts);
      expect(cellText(value, column(format), person)).toBe(forPeople);
    }
    expect([rfc3339(now), isoTime(now)]).toEqual(['2026-11-21T12:00:00Z', '2026-11-21T12:00:00.000Z']);
    expect(parseTime('2026-11-21T12:00:00Z')).toBe(now);
    expect(parseTime('2026-11-21T12:00:00')).toBeUndefined();
  });
});
