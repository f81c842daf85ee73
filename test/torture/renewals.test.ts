/**
 * Kills renewals, and lets sixty file calls of renewals fail, spread over all, or a few of them in `npm test`: never a pair that does not fit,
 * never a certificate that nothing names.
 */
import { describe, expect, inject, test } from 'vitest';
import { executable } from '../support/program.ts';
import { callsOf, faultsOf, killedAt, tryFault, whyNot } from './failing-calls.ts';
import type { Finding, Stage } from './failing-calls.ts';
import { fileScenarios } from './file-scenarios.ts';

const why = whyNot();
const times = inject('whole') || (executable !== undefined && inject('few') !== true) ? 60 : 6;

/** Settles what is open, and says by which words; what they say has to be what the folder holds. */
const settledIn = async (stage: Stage, { signal }: { readonly signal: string | null }) => {
  expect(signal).toBe('SIGKILL');
  const openNow = async (): Promise<readonly string[]> =>
    (await stage.trivet(['changes', '--where', 'state=open', '-o', 'name'])).stdout
      .split('\n')
      .filter(Boolean);
  const now = stage.read('web/cert.pem');
  const all: string[] = [];
  for (const id of await openNow()) {
    const shown = await stage.trivet(['changes', 'show', id]);
    expect(shown.stderr).toContain(`To record what the files show: trivet changes continue ${id}`);
    const { code, stderr } = await stage.trivet(['changes', 'continue', id]);
    expect([code, stderr]).toEqual([0, expect.stringContaining(`nothing of receipt ${id} is open any more`)]);
    const isBefore = now === stage.read('before.pem');
    if (stderr.includes('it was made')) expect(isBefore).toBe(false);
    if (stderr.includes('it was not made')) expect(isBefore).toBe(true);
    all.push(stderr);
  }
  expect(await openNow()).toEqual([]);
  const next = await stage.trivet(['pki', 'renew', stage.at('web'), '--role', 'web', '--before', '1/1']);
  expect([next.code, await openNow()]).toEqual([0, []]);
  return all;
};

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

  test('say that the new files are in place, whichever call fails after that', async () => {
    const findings: Finding[] = [];
    for (const scenario of inject('whole') ? renewals : renewals.slice(0, 1)) {
      const calls = await callsOf(scenario);
      const placed = calls.findLastIndex(({ name, file }) => name === 'rename' && file.endsWith('/current'));
      expect(placed).toBeGreaterThan(0);
      const faults = faultsOf(calls.slice(placed + 1)).filter(
        ({ code, name }) => code === 'EIO' && (inject('whole') || name === 'unlink' || name === 'rename'),
      );
      expect(faults.length).toBeGreaterThanOrEqual(3);
      for (const fault of faults) {
        const finding = await tryFault(scenario, fault);
        if (finding !== undefined) findings.push(finding);
      }
    }
    expect(findings).toEqual([]);
  });

  test('that are killed are settled by a look at their folder', async () => {
    const settled: string[] = [];
    for (const scenario of renewals) {
      const calls = await callsOf(scenario);
      // Its receipt begins with the first request that changes something.
      const begun = calls.findIndex(({ file }) => file.endsWith('.journal'));
      const [last = 0] = calls.flatMap(({ file }, at) => (file.endsWith('.receipt') ? [at] : []));
      const count = Math.ceil(times / renewals.length);
      for (let turn = 0; turn < count; turn += 1) {
        const call = calls[begun + Math.floor((turn * (last + 1 - begun)) / count)];
        if (call === undefined) throw new Error('a renewal leaves no receipt');
        settled.push(...(await killedAt(scenario, call, settledIn)));
      }
    }
    // Fewer where it was killed before its request, or after its files were recorded.
    expect(settled.length).toBeGreaterThanOrEqual(times / 2);
  });
});
