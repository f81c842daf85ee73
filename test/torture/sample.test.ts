/** Tests a few faults for every operation, the same in every run; `npm run test:torture` tries all of them. */
import { expect, inject, test } from 'vitest';
import { allOperations } from '../support/catalogue.ts';
import { partOf, whole } from '../support/part.ts';
import { describeFinding, torture } from './driver.ts';
import type { Fault } from './fault-proxy.ts';
import { scenarios } from './scenarios.ts';

const plan = { places: 1, ways: ['fin', 'rst', 'stall', 'garbage', 'duplicate'], width: 8 } as const;

/**
 * For each side and kind of fault a different place per operation, so that all places are covered over the catalogue.
 */
const sample =
  (turn: number) =>
  (faults: readonly Fault[]): readonly Fault[] => {
    const groups = new Map<string, Fault[]>();
    for (const fault of faults) {
      const key = `${fault.side} ${fault.way}`;
      groups.set(key, [...(groups.get(key) ?? []), fault]);
    }
    return partOf([...groups.values()], 4, turn).flatMap((all) => all[(turn * 5) % all.length] ?? []);
  };

const operations = allOperations.filter((_, index) => inject('few') !== true || index % 48 === 0);

test.concurrent.each(operations.map((operation, turn) => [operation.id, operation, turn] as const))(
  '%s keeps its promises when the connection breaks',
  async (_, operation, turn) => {
    const report = await torture(operation, plan, sample(turn));
    expect(report.findings.map(describeFinding)).toEqual([]);
    expect(report.tries).toBeGreaterThanOrEqual(whole ? 8 : 2);
  },
);

test('no scenario is for an operation that no longer exists', () => {
  const ids = new Set(allOperations.map(({ id }) => id));
  expect(Object.keys(scenarios).filter((id) => !ids.has(id))).toEqual([]);
});
