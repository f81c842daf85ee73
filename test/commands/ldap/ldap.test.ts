/** Tests what trivet makes of the words of a directory that refuses (test/seeds/2-secrets.md §4.4). */
import { expect, test } from 'vitest';
import { answering, secretsAt } from '../../support/answering.ts';

test('a bind account without the right to change the password is reported', async () => {
  const error = 'LDAP Result Code 50 "Insufficient Access Rights": ';
  const line = 'ldap static-role write app --username alice --rotation-period 1h --yes';
  const refused = await answering(line, secretsAt, ({ method }) =>
    method === 'GET'
      ? { status: 404, body: { errors: [] } }
      : { status: 500, body: { errors: [`1 error occurred:\n\t* ${error}\n\n`] } },
  );
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('is not allowed to change that password');
});

test.each([
  [
    'aws creds ci',
    400,
    'Error attaching user policy: NoSuchEntity: Policy x does not exist',
    'the user that it made stays at the provider',
  ],
  [
    'aws creds ci',
    500,
    'Error creating access keys: ServiceFailure',
    'the user that it made stays at the provider',
  ],
  [
    'ldap creds dev',
    500,
    'failed to create user: LDAP Result Code 32 "No Such Object": ',
    'entries that it made before stay',
  ],
])(
  'what credentials that failed may have left behind is not known: %s %d',
  async (line, status, error, hint) => {
    const failed = await answering(`${line} -o json`, secretsAt, () => ({
      status,
      body: { errors: [error] },
    }));
    expect(failed.code).toBe(9);
    expect(JSON.parse(failed.stderr)).toMatchObject({
      error: { code: 'unknown-outcome', effect: 'unknown' },
    });
    expect(failed.stderr).toContain(hint);
  },
);

test.each([
  ['svc-09,svc-10', 1, 9],
  ['svc-09', 2, 0],
])(
  'a directory that cannot be reached is tried again only for one account: %s',
  async (accounts, writes, code) => {
    const text =
      'error connecting to host "ldap://d": LDAP Result Code 200 "Network Error": connection refused';
    let sent = 0;
    const written = await answering(
      `ldap library write some --ttl 5m --yes --service-account-names ${accounts}`,
      (origin) => ({ ...secretsAt(origin), TRIVET_SECRETS_PRODUCT: 'openbao' }),
      ({ method, path }) => {
        if (method === 'GET' || !path.endsWith('/library/some')) return { status: 404, body: { errors: [] } };
        sent += 1;
        return sent === 1 ? { status: 500, body: { errors: [text] } } : { status: 204 };
      },
    );
    expect([sent, written.code], written.stderr).toEqual([writes, code]);
    if (code === 9)
      expect(written.stderr).toContain('those before the one that failed may have a new password');
  },
);

test('suggested commands name the mount', async () => {
  const at = (line: string) =>
    answering(line, secretsAt, () => ({
      body: { data: { username: 'alice', password: '', rotation_period: 60 } },
    }));
  const empty = await at('ldap static-creds app --mount corp');
  expect(empty.stderr).toContain('trivet ldap static-role rotate app --mount corp');
  const refused = await at(
    'ldap static-role write app --mount corp --username bob --rotation-period 24h --yes',
  );
  expect(refused.stderr).toContain('trivet ldap static-role delete app --mount corp\n');
});
