/** Tests pictures of counts, which must be right without colour and without Unicode. */
import { describe, expect, test } from 'vitest';
import { progressBar, scalingText } from '../../src/output/text/job-cells.ts';
import { barIn, barOf, drawnBar, showsUnicode, sparkline } from '../../src/output/text/pictures.ts';

describe('a locale shows more than ASCII', () => {
  test.each([
    [{ LANG: 'en_US.UTF-8' }, true],
    [{ LANG: 'C.utf8' }, true],
    [{ LC_ALL: 'C', LANG: 'en_US.UTF-8' }, false],
    [{ LC_ALL: '', LC_CTYPE: 'POSIX', LANG: 'en_US.UTF-8' }, false],
    [{ LC_CTYPE: 'UTF-8' }, true],
    [{ LANG: 'de_DE.ISO-8859-1' }, false],
    [{}, false],
    [{ WT_SESSION: 'x' }, true],
    [{ WT_SESSION: 'x', LANG: 'C' }, false],
  ])('where the environment is %j: %s', (env, is) => expect(showsUnicode(env)).toBe(is));
});

describe('a bar', () => {
  test.each([
    [{ good: 3, busy: 1, bad: 1, none: 2 }, '[###~x..]', '[███▒x··]'],
    [{ good: 0, busy: 0, bad: 0, none: 0 }, '', ''],
    [{ good: 20, busy: 0, bad: 0, none: 0 }, `[${'#'.repeat(20)}]`, `[${'█'.repeat(20)}]`],
    // One of a thousand is still seen.
    [{ good: 999, busy: 0, bad: 1, none: 0 }, `[${'#'.repeat(19)}x]`, `[${'█'.repeat(19)}x]`],
    [{ good: 1, busy: 1, bad: 1, none: 1000 }, `[#~x${'.'.repeat(17)}]`, `[█▒x${'·'.repeat(17)}]`],
    [{ good: 30, busy: 30, bad: 30, none: -5 }, '[######~~~~~~~xxxxxxx]', '[██████▒▒▒▒▒▒▒xxxxxxx]'],
  ])('of %j', (parts, ascii, unicode) => {
    expect([barOf(parts, false), barOf(parts, true)]).toEqual([ascii, unicode]);
    for (const bar of [ascii, unicode]) if (bar !== '') expect(barIn.exec(bar)?.[0]).toBe(bar);
  });

  test('of a deployment has a cell for each allocation that it wants now', () => {
    const group = {
      DesiredTotal: 5,
      HealthyAllocs: 2,
      UnhealthyAllocs: 1,
      PlacedAllocs: 4,
      DesiredCanaries: 0,
    };
    expect(progressBar(group, false)).toBe('[##~x.]');
    expect(progressBar({ ...group, DesiredCanaries: 2, Promoted: false, UnhealthyAllocs: 0 }, false)).toBe(
      '[##]',
    );
  });
});

test('the line of scaling events goes from the count before the first to the last one, in the order of time', () => {
  const event = (CreateIndex: number, PreviousCount: number, Count: number | null) => ({
    CreateIndex,
    PreviousCount,
    Count,
  });
  const events = [event(30, 8, 2), event(10, 1, 4), event(20, 4, 8), event(25, 8, null)];
  expect(scalingText(events, true)).toBe('4 events ▁▄█▂ 1 to 2');
  expect(scalingText(events, false)).toBe('4 events _-#. 1 to 2');
  expect(scalingText([], true)).toBe('0');
  expect(scalingText([event(1, 1, null)], true)).toBe('1 event');
});

test('equal numbers make a level line, and a bar of a document is drawn in the characters of the terminal', () => {
  expect([sparkline([3, 3], false), sparkline([3, 3], true)]).toEqual(['==', '▅▅']);
  expect([drawnBar('##', true), drawnBar('##', false)]).toEqual(['██', '##']);
});
