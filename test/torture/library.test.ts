/** The sample of faults of sample.test.ts, through the module of the package: another third of the operations each time. */
import { describe, expect, inject, test } from 'vitest';
import { allOperations } from '../support/catalogue.ts';
import { partOf, whole } from '../support/part.ts';
import { byLibrary, canCall } from './by-library.ts';
import { describeFinding, torture } from './driver.ts';
import { samplePlan, sampled } from './sampled.ts';
import { prepare } from './stage.ts';

const operations = partOf(
  allOperations.filter((_, index) => inject('few') !== true || index % 48 === 0),
  3,
  0,
);

describe('a call of the library', () => {
  test.concurrent.each(operations.map((operation, turn) => [operation.id, operation, turn] as const))(
    '%s keeps its promises when the connection breaks',
    async (_, operation, turn) => {
      const prepared = await prepare(operation);
      const callable = await canCall(prepared.argv);
      await prepared.close();
      if (!callable) return;
      const report = await torture(operation, samplePlan, sampled(turn), byLibrary);
      expect(report.findings.map(describeFinding)).toEqual([]);
      expect(report.tries).toBeGreaterThanOrEqual(whole ? 8 : 2);
    },
  );
});
