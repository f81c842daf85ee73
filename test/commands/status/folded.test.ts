/** Tests which rows of `trivet status` are combined on a terminal. */
import { expect, test } from 'vitest';
import { folded } from '../../../src/features/status/folded.ts';
import type { StatusRow } from '../../../src/features/status/row.ts';

const now = Date.parse('2026-01-01T00:00:00Z');
const rows = (count: number, more: Partial<StatusRow> = {}): readonly StatusRow[] =>
  Array.from({ length: count }, (_, index) => ({
    service: 'jobs',
    kind: 'job',
    name: `job-${index}`,
    scope: 'default',
    state: 'failing',
    detail: 'why',
    attention: true,
    ...more,
  }));

test('up to ten rows that need attention stay, and up to five others', () => {
  const [ten, five] = [rows(10), rows(5, { attention: false, state: 'pending' })];
  expect(folded([...ten, ...five], now)).toEqual([...ten, ...five]);
  const names = folded([...rows(11), ...rows(6, { attention: false, state: 'pending' })], now);
  expect(names.map(({ name, detail }) => [name, detail])).toEqual([
    ['11 jobs', 'job-0, job-1, job-2 and 8 more'],
    ['6 jobs', 'job-0, job-1, job-2 and 3 more'],
  ]);
});

test('rows of other states, kinds or scopes are not combined', () => {
  const mixed = folded([...rows(8), ...rows(8, { state: 'pending' }), ...rows(8, { scope: 'other' })], now);
  expect(mixed.map(({ name, state, scope }) => [name, state, scope])).toEqual([
    ['16 jobs', 'failing', '2 places'],
    ...rows(8).map(({ name }) => [name, 'pending', 'default']),
  ]);
});

test('combined certificates show the earliest end', () => {
  const certificates = rows(300, { kind: 'certificate', state: 'expires', ends: now + 3 * 86_400_000 });
  expect(folded(certificates, now)).toEqual([
    expect.objectContaining({
      name: '300 certificates',
      detail: 'first in 3 days: job-0, job-1, job-2 and 297 more',
    }),
  ]);
});

test('combined locks show who has them and why, once where that is the same', () => {
  const locks = (count: number, whose: string | undefined): readonly StatusRow[] =>
    rows(count, { service: 'workspaces', kind: 'lock', state: 'locked', attention: false, whose });
  const detailOf = (all: readonly StatusRow[]): readonly string[] =>
    folded(all, now).map(({ detail }) => detail);
  expect(detailOf(locks(6, 'by user ada: CHG-1'))).toEqual([
    'by user ada: CHG-1: job-0, job-1, job-2 and 3 more',
  ]);
  expect(
    detailOf([...locks(1, 'by run 1'), ...locks(1, undefined), ...locks(6, 'by user ada: a, b')]),
  ).toEqual(['job-0 by run 1; job-0; job-0 by user ada: a, b and 5 more']);
});
