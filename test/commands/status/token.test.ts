/** Tests the row of `trivet status` for a token that ends soon. */
import { expect, test } from 'vitest';
import { runCli, words } from '../../support/run-cli.ts';
import { secretsServer, smallServer } from '../../support/small-server.ts';

const now = Date.parse('2026-11-23T12:00:00Z');

interface Row {
  readonly kind: string;
  readonly name: string;
}

const tokensOf = async (env: Readonly<Record<string, string>>): Promise<readonly Row[]> => {
  const { stdout } = await runCli(words('status -o json'), { env, io: { now: () => now } });
  return (JSON.parse(stdout) as { rows: readonly Row[] }).rows.filter(({ kind }) => kind === 'token');
};

const ofSecrets = async (
  expire_time: string | null,
  renewable: boolean,
  num_uses = 0,
): Promise<readonly Row[]> => {
  const data = { display_name: 'userpass-ann', expire_time, renewable, num_uses, policies: ['default'] };
  const { env } = await secretsServer(({ path }) =>
    path === '/v1/auth/token/lookup-self'
      ? { body: { data } }
      : { status: 403, body: { errors: ['permission denied'] } },
  );
  return tokensOf(env);
};

test.each([
  ['in an hour', '2026-11-23T13:00:00Z', true, false, 'in 1 hour (2026-11-23T13:00:00Z), can be renewed'],
  ['in ten minutes', '2026-11-23T12:10:00.5Z', false, true, 'in 10 minutes (2026-11-23T12:10:00Z)'],
])('a token that ends %s is shown', async (_, end, renewable, attention, detail) => {
  expect(await ofSecrets(end, renewable)).toEqual([
    expect.objectContaining({
      name: 'userpass-ann',
      state: 'expires',
      attention,
      detail: `${detail}; from TRIVET_SECRETS_TOKEN`,
    }),
  ]);
});

test.each([
  ['in two days', '2026-11-25T12:00:01Z'],
  ['never', null],
])('a token that ends %s is not shown', async (_, end) => {
  expect(await ofSecrets(end, true)).toEqual([]);
});

test('a token whose last request this was has ended, and one that is good for more is not shown', async () => {
  expect(await ofSecrets('2026-11-25T12:00:01Z', false, -1)).toMatchObject([
    { state: 'expired', attention: true, detail: 'this was its last request; from TRIVET_SECRETS_TOKEN' },
  ]);
  expect(await ofSecrets('2026-11-25T12:00:01Z', false, 1)).toEqual([]);
});

test('the jobs service is asked too, and a server that says nothing about tokens leaves no row', async () => {
  const ending = await smallServer(({ path }) =>
    path === '/v1/acl/token/self'
      ? { body: { AccessorID: 'a', Name: 'night', Type: 'client', ExpirationTime: '2026-11-23T12:05:00Z' } }
      : { body: [] },
  );
  expect(await tokensOf(ending.env)).toMatchObject([{ name: 'night', attention: true }]);
  const silent = await smallServer(({ path }) =>
    path === '/v1/acl/token/self' ? { status: 400, body: 'ACL support disabled' } : { body: [] },
  );
  expect(await tokensOf(silent.env)).toEqual([]);
});
