/** Tests the colour of a job, by the verdict on its counts: `watch` marks it where it is bad. */
import { expect, test } from 'vitest';
import { fieldsOf } from '../../src/catalogue/view.ts';
import { list } from '../../src/commands/job/operations/list.ts';
import type { JsonObject } from '../../src/documents/json/json.ts';

const group = (counts: JsonObject): JsonObject => ({
  JobSummary: { Summary: { g1: { Queued: 0, Complete: 0, Failed: 0, Running: 0, Lost: 0, ...counts } } },
});
const tone = (item: JsonObject, word = 'dead') =>
  fieldsOf(list.view)['Status']?.toneWhen?.(word, { Stop: false, ...item });

test.each([
  ['a batch job that failed', { Type: 'batch', ...group({ Failed: 1 }) }, 'bad'],
  ['a batch job that ended well', { Type: 'batch', ...group({ Complete: 1 }) }, undefined],
  ['a batch job, of which some failed', { Type: 'batch', ...group({ Complete: 1, Failed: 1 }) }, 'warn'],
  ['a service that failed', { Type: 'service', ...group({ Failed: 2 }) }, 'bad'],
  ['a service whose new version failed', { Type: 'service', ...group({ Complete: 1, Failed: 2 }) }, 'bad'],
  ['a service that lost its node', { Type: 'service', ...group({ Lost: 1 }) }, 'bad'],
  ['a service that was scaled to nothing', { Type: 'service', ...group({}) }, undefined],
  ['a job that was stopped', { Type: 'service', Stop: true, ...group({ Failed: 2 }) }, undefined],
  ['a service that is shown alone', { Type: 'service', TaskGroups: [{ Count: 2 }] }, 'bad'],
  [
    'a service that is shown alone, and wants nothing',
    { Type: 'service', TaskGroups: [{ Count: 0 }] },
    undefined,
  ],
])('the colour of %s', (_, item, wanted) => {
  expect(tone(item)).toBe(wanted);
});

test.each([
  ['runs', { Running: 2 }, undefined],
  ['runs again after failures', { Running: 2, Failed: 3 }, undefined],
  ['runs nothing, as all of it fails', { Starting: 1, Failed: 3 }, 'bad'],
  ['cannot be placed', { Queued: 2 }, 'warn'],
  ['is on a node that does not answer', { Running: 1, Unknown: 1 }, 'warn'],
  ['starts', { Starting: 1 }, undefined],
])('the colour of a running service that %s', (_, counts, wanted) => {
  expect(tone({ Type: 'service', ...group(counts) }, 'running')).toBe(wanted);
});

test('a job that was stopped keeps the colour of its word', () => {
  expect(tone({ Type: 'service', Stop: true, ...group({ Queued: 2 }) }, 'running')).toBeUndefined();
});
