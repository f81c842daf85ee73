/**
 * Lets sixty file calls of renewals fail, spread over all, or a few of them in `npm test`: never a pair that does not fit,
 * never a certificate that nothing names.
 */
import { describe, expect, inject, test } from 'vitest';
import { executable } from '../support/program.ts';
import { callsOf, faultsOf, tryFault, whyNot } from './failing-calls.ts';
import type { Finding } from './failing-calls.ts';
import { fileScenarios } from './file-scenarios.ts';

const why = whyNot();
const times = inject('whole') || (executable !== undefined && inject('few') !== true) ? 60 : 6;

const renewals = fileScenarios.filter(({ name }) => name.startsWith('pki renew'));

describe.skipIf(why !== undefined)(`renewals${why === undefined ? '' : ` (skipped: ${why})`}`, () => {
  test('keep a pair that fits, and lose no certificate, whichever call fails', async () => {
    const findings: Finding[] = [];
    for (const scenario of renewals) {
      const faults = faultsOf(await callsOf(scenario));
      const count = times / renewals.length;
      for (let turn = 0; turn < count; turn += 1) {
        const fault = faults[Math.floor((turn * faults.length) / count)];
        const finding = fault && (await tryFault(scenario, fault));
        if (finding !== undefined) findings.push(finding);
      }
    }
    expect(findings).toEqual([]);
  });
});
