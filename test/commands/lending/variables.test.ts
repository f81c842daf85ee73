/** Tests the variables that a command gets from the reply. */
import { expect, test } from 'vitest';
import { useLends } from './lend-stage.ts';

const { trivet, at, written, clear, requests } = useLends();

const print = (): string => `-- sh -c 'env >${at('seen')}'`;

test('a command gets credentials in the variables of their view, without other variables of that kind', async () => {
  const stale = { AWS_SESSION_TOKEN: 'stale', AWS_PROFILE: 'other', AWS_REGION: 'eu-north-1' };
  await trivet(`cloud creds ci ${print()}`, { env: stale });
  expect(written('seen')).toMatch(/^AWS_ACCESS_KEY_ID=AKIA\S+$/m);
  expect(written('seen')).toMatch(/^AWS_SECRET_ACCESS_KEY=\S+$/m);
  expect(written('seen')).not.toMatch(/^AWS_(SESSION_TOKEN|PROFILE)=/m);
  expect(written('seen')).toContain('AWS_REGION=eu-north-1');
  await trivet(`cloud sts build ${print()}`);
  expect(written('seen')).toMatch(/^AWS_SESSION_TOKEN=\S+$/m);
});

test('--env-prefix prefixes only these variables', async () => {
  await trivet(`cloud creds ci --env-prefix BACKUP_ ${print()}`, { env: { AWS_PROFILE: 'mine' } });
  expect(written('seen')).toMatch(/^BACKUP_AWS_ACCESS_KEY_ID=AKIA\S+$/m);
  expect(written('seen')).toContain('AWS_PROFILE=mine');
  expect(written('seen')).not.toMatch(/^AWS_ACCESS_KEY_ID=/m);
});

test('--map sets exactly these variables', async () => {
  await trivet(`ldap creds dev --map PGUSER=username --map DNS=distinguished_names ${print()}`);
  expect(written('seen')).toMatch(/^PGUSER=v_\S+$/m);
  expect(written('seen')).toMatch(/^DNS=uid=v_\S+,cn=readers\S+$/m);
  expect(written('seen')).not.toContain('LDAP_');
  await trivet(`workspace lock billing --map WORKSPACE=id ${print()}`);
  expect(written('seen')).toMatch(/^WORKSPACE=ws-\w{16}$/m);
});

test('a static role lends its credentials, and nothing is given back', async () => {
  expect((await trivet(`ldap static-cred app-01 ${print()}`)).code).toBe(0);
  const password = (await trivet('ldap static-cred app-01 --field password')).stdout;
  expect(written('seen')).toContain(`LDAP_PASSWORD=${password}\n`);
  expect((await trivet("ldap static-cred app-01 -- sh -c 'exit 9'")).code).toBe(9);
  expect((await trivet('ldap static-cred nobody -- true')).code).toBe(125);
});

test.each([
  ['--map KEY=acces_key', 'Did you mean access_key'],
  ["--map '1A=access_key'", 'is not a valid variable name'],
  ['--map A=access_key --env-prefix B_', 'Use one of them'],
  ["--env-prefix 'A B'", 'the beginning of a variable name'],
])('%s is refused before anything is sent', async (flags, message) => {
  clear();
  const refused = await trivet(`cloud creds ci ${flags} -- true`);
  expect([refused.code, requests()]).toEqual([2, []]);
  expect(refused.stderr).toContain(message);
});
