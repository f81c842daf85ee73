/** docs/performance.md shows what was measured. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pageWith } from '../scripts/bench/page.mjs';

const page = readFileSync('docs/performance.md', 'utf8');
const results: unknown = JSON.parse(readFileSync('scripts/bench/results.json', 'utf8'));

test('the page of performance shows the recorded results', () => {
  expect(pageWith(page, results)).toBe(page);
});

test('a row above its bar is bold, and one that was not measured says why', () => {
  const run = {
    node: '20.1.0',
    machine: '2 cores',
    commit: 'abc',
    date: '2026-01-01',
    pairs: 3,
    rows: {
      Start: [
        { name: 'a list', value: 3.2, bar: 3, wall: 3.2, cpu: 2.5, unit: 'x' },
        { name: 'help', value: 1.04, bar: 1.1, wall: 1.04, cpu: 1, unit: 'x' },
        { name: 'the executable', skipped: 'it was not built' },
      ],
    },
  };
  const text = pageWith(page, { 20: run, 24: { ...run, node: '24.0.0', rows: { Start: [] } } });
  expect(text).toContain('| a list         | 3   | **3.20 / 2.50**');
  expect(text).toContain('| help           | 1.1 | 1.04 / 1.00');
  expect(text).toContain('| the executable |     | not measured: it was not built |');
});
