/** Tests loans with a token of a number of requests, with the last of which the server takes back what it lent. */
import { describe, expect, test } from 'vitest';
import { answering, secretsAt } from '../../support/answering.ts';
import { useConfigFolder } from '../../support/config-folder.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, profiles, write, path } = useConfigFolder();
const { sandbox, requests, clear } = useSandbox({ fresh: true });

const search = (): Readonly<Record<string, string>> => ({ PATH: process.env['PATH'] ?? '' });
const asked = () =>
  requests().map(({ path: one }) => one.replace(/^\/v1\//, '').replace('ldap/library/', ''));
const lookUp = 'auth/token/lookup-self';
const checkOut = 'team/ops/check-out';
const status = 'team/ops/status';
const revoke = 'sys/leases/revoke';

const asOwner = (line: string) =>
  trivet(line, {
    env: {
      TRIVET_SECRETS_URL: sandbox().urls.secrets,
      TRIVET_SECRETS_TOKEN: sandbox().tokens.owner,
      TRIVET_SECRETS_PRODUCT: 'generic',
    },
  });

const tokenOf = async (uses: number): Promise<string> => {
  const data = JSON.stringify({ policies: ['operator'], num_uses: uses });
  const { stdout } = await asOwner(
    `api secrets POST /auth/token/create --data '${data}' --confirm /auth/token/create -o json`,
  );
  return (JSON.parse(stdout) as { auth: { client_token: string } }).auth.client_token;
};

const free = async (): Promise<boolean> =>
  (await asOwner('ldap library status team/ops --fields available')).stdout === 'true\ntrue\n';

/** A session of trivet login whose token is good for that number of requests. */
const begin = async (uses: number): Promise<void> => {
  await trivet(`profile set demo --secrets-url ${sandbox().urls.secrets} --secrets-product generic`);
  await trivet('login secrets --role-id few-role-id --secret-id-from env:SECRET', {
    env: { SECRET: 'few-secret-id' },
  });
  const kept = profiles() ?? '';
  const [, value = ''] = /"value": ?"(s\.[^"]+)"/.exec(kept) ?? [];
  write(kept.replace(value, await tokenOf(uses)).replace(/"uses": ?3/, `"uses": ${uses}`));
  clear();
};

const line = 'ldap library check-out team/ops';

describe('the account of a session', () => {
  test.each([1, 2, 3, 4])(
    'of %d requests is not lent, and the error says how many are needed',
    async (uses) => {
      await begin(uses);
      const { code, stderr } = await trivet(`${line} -- true`, { env: search() });
      expect([code, asked()]).toEqual([125, []]);
      expect(stderr).toContain(
        `the token is good for ${uses} request${uses === 1 ? '' : 's'}, and this command can need 5`,
      );
      expect(stderr).toContain(
        'Use a token that is good for more (num_uses, or token_num_uses of the role).',
      );
      expect(stderr).toContain('Nothing was sent.');
      expect(await free()).toBe(true);
    },
  );

  test.each([
    [5, []],
    [6, [lookUp]],
    [9, [lookUp]],
  ])('of %d requests is lent until the command ends, and given back', async (uses, before) => {
    await begin(uses);
    const { code, stderr } = await trivet(`${line} -- true`, { env: search() });
    expect(code, stderr).toBe(0);
    expect(stderr).toContain('checked in svc-ops-1 of team/ops');
    expect(asked()).toEqual([...before, checkOut, status, status, revoke]);
    expect(await free()).toBe(true);
  });

  test('of which other runs used some is not lent', async () => {
    await begin(6);
    await trivet('pki role list');
    await trivet('pki role list');
    clear();
    const { code, stderr } = await trivet(`${line} -- true`, { env: search() });
    expect([code, asked()]).toEqual([125, [lookUp]]);
    expect(stderr).toContain('the token is good for 3 requests, and this command can need 5');
    expect(stderr).toContain('Log in again: trivet login secrets --profile demo --method approle');
  });

  test('without a command is borrowed with one request, and stays borrowed', async () => {
    await begin(2);
    const { code, stderr } = await trivet(`${line} --reveal`);
    expect(code, stderr).toBe(0);
    expect(asked()).toEqual([checkOut]);
    expect(stderr).toContain(
      'warning: the token is for a number of requests: with the last one the server ends this lease',
    );
    expect(await free()).toBe(false);
  });
});

describe('a token of a variable', () => {
  const run = async (command: string, uses: number) => {
    const env = {
      TRIVET_SECRETS_URL: sandbox().urls.secrets,
      TRIVET_SECRETS_TOKEN: await tokenOf(uses),
      TRIVET_SECRETS_PRODUCT: 'generic',
      ...search(),
    };
    clear();
    return trivet(`${command} -- true`, { env });
  };

  test.each([
    [line, 6, [lookUp, checkOut, status, status, revoke]],
    ['aws creds ci', 3, [lookUp, 'cloud/creds/ci', revoke]],
    ['ldap creds dev', 3, [lookUp, 'ldap/creds/dev', revoke]],
  ])(
    'is asked for its requests, and nothing that %s can do without is sent',
    async (command, uses, paths) => {
      const { code, stderr } = await run(command, uses);
      expect(code, stderr).toBe(0);
      expect(asked()).toEqual(paths);
    },
  );

  test.each([
    [line, 5, 5],
    ['aws creds ci', 2, 2],
    ['ldap creds dev', 2, 2],
  ])('of too few requests after that gets nothing by %s', async (command, uses, needs) => {
    const { code, stderr } = await run(command, uses);
    expect([code, asked()]).toEqual([125, [lookUp]]);
    expect(stderr).toContain(`and this command can need ${needs}`);
    expect(await free()).toBe(true);
  });

  test('renews no lease with the request that gives it back', async () => {
    const data = { username: 'v_dev', password: 'p-w-of-dev' };
    const { asked: sent } = await answering(
      'ldap creds dev -- sleep 2',
      (origin) => ({ ...secretsAt(origin), TRIVET_CONFIG_DIR: path('config'), ...search() }),
      ({ path: one }) => {
        if (one.endsWith('/lookup-self')) return { body: { data: { ttl: 0, num_uses: 2 } } };
        if (!one.endsWith('/creds/dev')) return { status: 204 };
        return { body: { lease_id: 'a-lease', lease_duration: 3, renewable: true, data } };
      },
    );
    const paths = sent.map((one) => one.path.replace('/v1/', ''));
    expect(paths).toEqual([lookUp, 'ldap/creds/dev', revoke]);
  });
});
