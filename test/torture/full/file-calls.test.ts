/** Lets each file call of each command fail with each error. */
import { describe, expect, test } from 'vitest';
import { callsOf, faultsOf, tryFault, whyNot } from '../failing-calls.ts';
import { fileScenarios } from '../file-scenarios.ts';

const why = whyNot();

describe.skipIf(why !== undefined)(`file calls${why === undefined ? '' : ` (skipped: ${why})`}`, () => {
  test.concurrent.each(fileScenarios.map((one) => [one.name, one] as const))(
    '%s has words for each failing call, and damages nothing',
    async (_, scenario) => {
      const findings: unknown[] = [];
      const faults = faultsOf(await callsOf(scenario));
      // A command that writes hundreds of files repeats the same calls.
      const step = Math.ceil(faults.length / 2000);
      for (const fault of faults.filter((_, index) => index % step === 0)) {
        const finding = await tryFault(scenario, fault);
        if (finding !== undefined) findings.push(finding);
      }
      expect(findings).toEqual([]);
    },
  );
});
