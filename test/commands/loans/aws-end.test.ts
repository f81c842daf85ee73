/** Tests when AWS's programs give up what trivet gave them: when they ask again. */
import { expect, test } from 'vitest';
import { answering, secretsAt } from '../../support/answering.ts';
import { useLoans } from './loan-stage.ts';

const { trivet } = useLoans();
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** How many seconds after `before` a program asks for the keys again. */
const againAfter = (before: number, stdout: string): number => {
  const { Expiration = '' } = JSON.parse(stdout) as { Expiration?: string };
  expect(Expiration).toMatch(time);
  return Math.round((Date.parse(Expiration) - before) / 1000);
};

test('keys of a static role are asked for again within the hour', async () => {
  const before = Date.now();
  const { stdout } = await trivet('aws static-creds build -o credential-process');
  const seconds = againAfter(before, stdout);
  expect(seconds).toBeGreaterThan(3590);
  expect(seconds).toBeLessThan(3700);
});

test.each([
  ['a rotation period that is shorter ends them', 200, 600],
  ['without the right to read the role it is an hour', 403, 3600],
])('keys of a static role: %s', async (_, status, most) => {
  const before = Date.now();
  const { stdout, code } = await answering(
    'aws static-creds build -o credential-process',
    secretsAt,
    ({ path }) =>
      path.includes('/static-creds/')
        ? { status: 200, body: { data: { access_key: 'AKIA', secret_key: 's' } } }
        : { status, body: { data: { name: 'build', username: 'u', rotation_period: 600 }, errors: ['no'] } },
  );
  expect(code).toBe(0);
  const seconds = againAfter(before, stdout);
  expect(seconds).toBeGreaterThanOrEqual(most - 1);
  expect(seconds).toBeLessThan(most + 90);
});
