/** What follows from what a server sends, as a table. */
import { describe, expect, test } from 'vitest';
import type { ServedState } from '../../../src/features/certificates/guard/decide.ts';
import { nextStep, isGood, whyNotGood } from '../../../src/features/certificates/guard/decide.ts';

const served = (isExpected: boolean, ...refused: readonly string[]): ServedState => ({
  is: 'served',
  isExpected,
  serial: '01:02',
  refused,
  warnings: [],
  unknown: [],
});
const gone: ServedState = { is: 'unreachable', why: 'nobody listens' };
const unseen: ServedState = { is: 'unknown', why: 'nobody looked' };
const [good, weak, weaker] = [served(true), served(true, 'a'), served(true, 'a', 'b')];
const [other, otherWeak] = [served(false), served(false, 'a')];

const rows: readonly (readonly [
  string,
  ServedState | undefined,
  ServedState,
  ReturnType<typeof nextStep>,
])[] = [
  ['all is well', good, good, 'good'],
  ['all is well for the first time', undefined, good, 'good'],
  ['the server is back', gone, good, 'good'],
  ['it got better', weak, good, 'good'],
  ['it uses the files now', other, good, 'good'],
  ['clients refuse the new one', good, weak, 'roll-back'],
  ['clients refuse it for one more reason', weak, weaker, 'roll-back'],
  ['clients refused the old one as well', weak, weak, 'keep'],
  ['clients refuse it for fewer reasons', weaker, weak, 'keep'],
  ['nobody listens any more', good, gone, 'roll-back'],
  ['nobody listens any more, and clients refused the old one', weak, gone, 'keep'],
  ['nobody saw what it sends', good, unseen, 'keep'],
  ['nobody listened before', gone, gone, 'keep'],
  ['nothing was served before', undefined, gone, 'keep'],
  ['clients refuse the first one', undefined, weak, 'keep'],
  ['nobody listened before, and clients refuse it', gone, weak, 'keep'],
  ['another one was served before', other, weak, 'keep'],
  ['another one was served before, and nobody listens', other, gone, 'keep'],
  ['another one that clients refused was served before', otherWeak, weaker, 'keep'],
  ['it is not loaded', good, other, 'keep'],
  ['it is not loaded, and clients refuse what is', good, otherWeak, 'keep'],
  ['it was never loaded', other, other, 'keep'],
];

describe('after a change of files', () => {
  test.each(rows)('when %s', (_, before, after, expected) => {
    expect(nextStep(before, after)).toBe(expected);
  });
});

test.each([
  [good, true, undefined],
  [weak, false, 'clients refuse what it serves: a'],
  [other, false, 'it serves another certificate than its files, 01:02'],
  [otherWeak, false, 'it serves another certificate than its files, 01:02'],
  [gone, false, 'nobody listens'],
  [unseen, false, 'nobody looked'],
])('%j is good or not, in words', (seen, isIt, words) => {
  expect(isGood(seen)).toBe(isIt);
  expect(whyNotGood(seen)).toBe(words);
});

test('what nobody looked at is not called bad', () => {
  expect(whyNotGood(undefined)).toBe(undefined);
});
