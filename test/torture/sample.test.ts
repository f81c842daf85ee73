/** Tests a few faults for every operation, the same in every run; `npm run test:torture` tries all of them. */
import { expect, inject, test } from 'vitest';
import { allOperations } from '../support/catalogue.ts';
import { whole } from '../support/part.ts';
import { describeFinding, torture } from './driver.ts';
import { samplePlan, sampled } from './sampled.ts';
import { scenarios } from './scenarios.ts';

const operations = allOperations.filter((_, index) => inject('few') !== true || index % 48 === 0);

test.concurrent.each(operations.map((operation, turn) => [operation.id, operation, turn] as const))(
  '%s keeps its promises when the connection breaks',
  async (_, operation, turn) => {
    const report = await torture(operation, samplePlan, sampled(turn));
    expect(report.findings.map(describeFinding)).toEqual([]);
    expect(report.tries).toBeGreaterThanOrEqual(whole ? 8 : 2);
  },
);

test('no scenario is for an operation that no longer exists', () => {
  const ids = new Set(allOperations.map(({ id }) => id));
  expect(Object.keys(scenarios).filter((id) => !ids.has(id))).toEqual([]);
});
