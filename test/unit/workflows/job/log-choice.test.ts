/** Tests which allocation `job logs` shows, over recorded lives of jobs. */
import { expect, test } from 'vitest';
import { allocationsOf, chosenAllocation } from '../../../../src/commands/job/workflows/logs/choose.ts';
import { moments } from '../../../support/lives.ts';

const choice = { allocation: undefined, group: undefined, previous: false };

const chosenAt = (life: string, what: string): string => {
  const moment = moments.find((one) => one.life === life && one.what === what);
  const all = allocationsOf(moment?.replies.allocations ?? []);
  const { name, version, status } = chosenAllocation(life, all, choice);
  return `${name.slice(name.indexOf('[') - 3)} version ${version} ${status}`;
};

test.each([
  ['service-scaled-down', 'scaled to 1', 'app[0] version 2 running'],
  ['service-replaced-by-a-good-version', 'the good version runs', 'app[0] version 1 running'],
  // These explain a failure, whatever runs.
  ['one-of-two-failed', '2 s later', 'app[0] version 0 failed'],
  ['canary-crashed', '3 s later', 'app[0] version 1 failed'],
  ['crash-unlimited', '6 s later', 'app[0] version 0 failed'],
  ['reverted-after-crash-loop', 'version 1 has failed', 'app[0] version 1 failed'],
  ['reverted-after-crash-loop', 'version 2 is healthy', 'app[0] version 2 running'],
  ['batch-stopped-and-replaced', '14 s later', 'app[0] version 0 running'],
])('the log of what is wanted explains the job: %s, %s', (life, what, is) => {
  expect(chosenAt(life, what)).toBe(is);
});
