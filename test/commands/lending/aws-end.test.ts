/** Tests when AWS's programs give up what trivet gave them: the end of credentials, and when they ask again. */
import { expect, test } from 'vitest';
import { answering, secretsAt } from '../../support/answering.ts';
import { useLends } from './lend-stage.ts';

const { trivet, at, written } = useLends();
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** The variables of a command that something is lent to. */
const lent = async (line: string, env: Readonly<Record<string, string>> = {}) => {
  expect((await trivet(`${line} -- sh -c 'env >${at('seen')}'`, { env })).code).toBe(0);
  const lines = written('seen').split('\n');
  return new Map(lines.map((one) => [one.slice(0, one.indexOf('=')), one.replace(/^[^=]*=/, '')]));
};
const others = { AWS_CREDENTIAL_EXPIRATION: 'of another' };

test('credentials that trivet does not renew come with their end', async () => {
  const variables = await lent('cloud sts deploy', others);
  const end = variables.get('AWS_CREDENTIAL_EXPIRATION') ?? '';
  expect(variables.get('AWS_ACCESS_KEY_ID')).toMatch(/^ASIA/);
  expect(end).toMatch(time);
  expect(Date.parse(end)).toBeGreaterThan(Date.now());
  expect((await lent('cloud sts deploy --env-prefix X_')).get('X_AWS_CREDENTIAL_EXPIRATION')).toMatch(time);
});

test('keys whose lease trivet renews come without an end, also without that of others', async () => {
  const variables = await lent('cloud creds ci', others);
  expect(variables.get('AWS_ACCESS_KEY_ID')).toMatch(/^AKIA/);
  expect(variables.has('AWS_CREDENTIAL_EXPIRATION')).toBe(false);
});

test('keys of a static role are lent to a command', async () => {
  const variables = await lent('cloud static-creds build', others);
  expect(variables.get('AWS_ACCESS_KEY_ID')).toMatch(/^AKIA/);
  expect(variables.has('AWS_CREDENTIAL_EXPIRATION')).toBe(false);
});

/** How many seconds after `before` a program asks for the keys again. */
const againAfter = (before: number, stdout: string): number => {
  const { Expiration = '' } = JSON.parse(stdout) as { Expiration?: string };
  expect(Expiration).toMatch(time);
  return Math.round((Date.parse(Expiration) - before) / 1000);
};

test('keys of a static role are asked for again within the hour', async () => {
  const before = Date.now();
  const { stdout } = await trivet('cloud static-creds build -o credential-process');
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
    'cloud static-creds build -o credential-process',
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
