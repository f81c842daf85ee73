/** Tests how long a request may take that has a limit of its own. */
import { expect, test } from 'vitest';
import { ownLimit } from '../../src/run/session/deadlines.ts';

test('--timeout shortens a read beside others, and leaves it its own limit where it is longer', () => {
  const brief = { timeout: 5000, optional: true } as const;
  expect([2000, undefined, 60_000].map((given) => ownLimit(brief, given))).toEqual([2000, 5000, 5000]);
  expect([ownLimit({ timeout: 75_000 }, 2000), ownLimit({ optional: true }, 2000)]).toEqual([
    75_000,
    undefined,
  ]);
});
