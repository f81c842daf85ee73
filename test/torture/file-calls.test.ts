/** Lets a few file calls of each command fail, the same in every run; `npm run test:torture` tries all of them. */
import { describe, expect, inject, test } from 'vitest';
import { callsOf, faultsOf, tryFault, whyNot } from './failing-calls.ts';
import type { Finding } from './failing-calls.ts';
import { fileScenarios } from './file-scenarios.ts';

const why = whyNot();

/** A prime, so that over the scenarios the errors and calls take turns. */
const every = 131;

/** Of a command that writes hundreds of files not more than of others. */
const most = 10;

const scenarios = fileScenarios.filter((_, index) => inject('few') !== true || index % 6 === 0);

describe.skipIf(why !== undefined)(`file calls${why === undefined ? '' : ` (skipped: ${why})`}`, () => {
  test.each(scenarios.map((one, turn) => [one.name, one, turn] as const))(
    '%s has words for a failing call, and damages nothing',
    async (_, scenario, turn) => {
      const faults = faultsOf(await callsOf(scenario));
      const findings: Finding[] = [];
      const step = Math.max(every, Math.ceil(faults.length / most));
      for (let at = (turn * 29) % Math.min(every, faults.length); at < faults.length; at += step) {
        const [fault] = faults.slice(at, at + 1);
        const finding = fault && (await tryFault(scenario, fault));
        if (finding !== undefined) findings.push(finding);
      }
      expect(findings).toEqual([]);
    },
  );

  test('a receipt whose disk is full ends a change of many with that error, whichever line it is', async () => {
    const scenario = fileScenarios.find(({ name }) => name === 'workspace lock --where');
    if (scenario === undefined) throw new Error('the scenario has another name');
    const faults = faultsOf(await callsOf(scenario)).filter(
      ({ name, file, code }) => name.includes('write') && file.endsWith('.journal') && code === 'ENOSPC',
    );
    expect(faults.length).toBeGreaterThan(3);
    const findings: Finding[] = [];
    for (const fault of faults) {
      const finding = await tryFault(scenario, fault);
      if (finding !== undefined) findings.push(finding);
    }
    expect(findings).toEqual([]);
  });
});
