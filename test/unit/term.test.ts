/** Tests the one type of an end: the earliest of several, with its reason. */
import { expect, test } from 'vitest';
import type { End } from '../../src/catalogue/term.ts';
import { endByUses, isPast, leastOf, lifeBy, lifeUntil, withEnd } from '../../src/catalogue/term.ts';
import { sessionTerm } from '../../src/config/file/profile.ts';
import { formatTerm } from '../../src/run/single/lease-note.ts';

const now = Date.parse('2031-01-01T00:00:00Z');
const hour = 3_600_000;
const lease = (life: number | undefined): End => ({ by: 'lease', life });
const token = (life: number | undefined): End => ({ by: 'token', life });

test.each([
  ['of a lease alone', [lease(hour)], 'lease until 2031-01-01T01:00:00Z'],
  ['of a token that ends before', [lease(2 * hour), token(hour)], 'token until 2031-01-01T01:00:00Z'],
  ['of a token that ends later', [lease(hour), token(2 * hour)], 'lease until 2031-01-01T01:00:00Z'],
  ['of a token without an end', [lease(hour), token(Infinity)], 'lease until 2031-01-01T01:00:00Z'],
  ['of ends that are equal: the first', [lease(hour), token(hour)], 'lease until 2031-01-01T01:00:00Z'],
  ['of nothing that ends', [lease(Infinity)], 'undefined never expires'],
  ['without any end', [], 'undefined never expires'],
  ['of a token that has ended', [lease(hour), token(-1000)], 'token until 2030-12-31T23:59:59Z'],
  ['beyond all dates', [lease(1e18)], 'lease never expires'],
] as const)('the term %s', (_, ends, is) => {
  const term = leastOf(now, ends);
  expect(`${term.by} ${formatTerm(term)}`).toBe(is);
  expect([term.at, term.mayEndBy]).toEqual([now + term.life, []]);
});

test('an end of which nothing says when it comes may come before the others', () => {
  expect(leastOf(now, [lease(hour), token(undefined)])).toMatchObject({
    by: 'lease',
    life: hour,
    mayEndBy: ['token'],
  });
});

test('a number of uses ends nothing while one is left, and everything with the last one', () => {
  const term = (left: number) => leastOf(now, [lease(hour), ...endByUses(left)]);
  expect(term(1)).toMatchObject({ by: 'lease', life: hour, mayEndBy: ['uses'] });
  expect(term(0)).toMatchObject({ by: 'uses', life: 0, mayEndBy: [] });
  expect(term(-1)).toMatchObject({ by: 'uses', life: 0, mayEndBy: [] });
  expect(term(Infinity)).toEqual(leastOf(now, [lease(hour)]));
});

test('a renewal replaces one end, and the others stay', () => {
  const renewed = withEnd(now + hour, leastOf(now, [lease(hour), token(2 * hour)]), lease(5 * hour));
  expect([renewed.by, renewed.life, lifeBy(renewed, 'lease')]).toEqual(['token', 2 * hour, 5 * hour]);
  expect(lifeBy(renewed, 'rotation')).toBe(Infinity);
  expect(lifeBy({ ends: [lease(hour), lease(2 * hour), lease(undefined)] }, 'lease')).toBe(hour);
});

test('a time says how much is left, and a text that is no time has no end', () => {
  expect(lifeUntil('2031-01-01T01:00:00Z', now)).toBe(hour);
  expect([lifeUntil(undefined, now), lifeUntil('soon', now)]).toEqual([Infinity, Infinity]);
});

test.each([
  [undefined, false],
  ['2031-01-01T00:00:00.001Z', false],
  ['2031-01-01T00:00:00Z', true],
  ['2030-12-31T00:00:00Z', true],
])('a session that expires at %s', (expires, past) => {
  expect(isPast(sessionTerm({ expires }, now))).toBe(past);
});

test('a session of a number of requests ends when the server has refused its token', () => {
  const expires = '2031-01-01T01:00:00Z';
  expect(sessionTerm({ expires, uses: 3 }, now)).toMatchObject({ by: 'session', mayEndBy: ['uses'] });
  expect(sessionTerm({ expires, uses: 3, refused: '2030-12-31T23:00:00Z' }, now)).toMatchObject({
    by: 'uses',
    life: 0,
  });
});
