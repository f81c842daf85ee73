/** Tests that nobody sends the credentials of a mount to another address without a question. */
import { afterEach, describe, expect, test } from 'vitest';
import type { McpSession } from '../../support/mcp.ts';
import { openMcp } from '../../support/mcp.ts';
import { runCli, words } from '../../support/run-cli.ts';
import { typing } from '../../support/typing.ts';
import { secretsServer } from '../../support/small-server.ts';

type Present = 'none' | 'unreadable' | Readonly<Record<string, string | boolean>>;
const here = { url: 'ldap://old.example', binddn: 'cn=a' };
const twice = (...answers: readonly Present[]) => {
  let reads = 0;
  return secretsServer(({ method, path }) => {
    if (path.includes('/sys/internal/ui/mounts')) return { status: 404, body: { errors: [] } };
    if (path.endsWith('/lookup-self')) return { body: { data: { id: 't' } } };
    if (method !== 'GET') return { status: 204 };
    const now = answers[Math.min(reads, answers.length - 1)] ?? 'none';
    reads += 1;
    if (now === 'none') return { status: 404, body: { errors: [] } };
    if (now === 'unreadable')
      return { status: 403, body: { errors: ['1 error occurred:\n\t* permission denied\n\n'] } };
    return { body: { data: now } };
  });
};

const set = async (now: Present, flags: string) => {
  const server = await twice(now);
  const { code, stderr } = await runCli(
    words(`ldap config set --binddn cn=a --bindpass env:PASS --length 20 ${flags}`),
    { env: { ...server.env, PASS: 'hush', CA: 'pem' } },
  );
  const sent = server.received.filter(({ method }) => method === 'POST').length;
  return { code, stderr, sent };
};

describe('ldap config set', () => {
  test.each(['--ldap-url ldap://new.example', `--set 'url="ldap://new.example"'`])(
    'asks before the password goes to another address: %s',
    async (flags) => {
      const refused = await set(here, flags);
      expect([refused.code, refused.sent]).toEqual([2, 0]);
      expect(refused.stderr).toContain(
        'Change where or how the bind password of ldap is sent? url: ldap://old.example → ldap://new.example, bindpass from the variable PASS',
      );
      expect(refused.stderr).not.toContain('hush');
      expect(await set(here, `${flags} --yes`)).toMatchObject({ code: 0, sent: 1 });
    },
  );

  test.each([
    ['--insecure-tls', 'insecure_tls: none → true'],
    ['--starttls=false', 'starttls: true → false'],
    ['--certificate env:CA', 'another certificate'],
  ])('asks before others can read the password on the way: %s', async (flags, change) => {
    const refused = await set({ ...here, starttls: true }, flags);
    expect([refused.code, refused.sent], refused.stderr).toEqual([2, 0]);
    expect(refused.stderr).toContain(`is sent? ${change}, bindpass from the variable PASS`);
  });

  test('asks where the token is not allowed to read the present address', async () => {
    const refused = await set('unreadable', '--ldap-url ldap://new.example');
    expect([refused.code, refused.sent], refused.stderr).toEqual([2, 0]);
    expect(refused.stderr).toContain('not allowed to read where it goes now');
  });

  test.each([
    ['the present address', here, '--ldap-url ldap://old.example'],
    ['no address', here, ''],
    ['a first address', 'none', '--ldap-url ldap://new.example'],
  ] as const)('does not ask for %s', async (_, now, flags) => {
    expect(await set(now, flags)).toMatchObject({ code: 0, sent: 1 });
  });
});

test('aws config set shows where the key would go', async () => {
  const server = await twice({ access_key: 'AK', region: 'a', sts_endpoint: 'https://old.example' });
  const line =
    'aws config set --access-key AK --secret-key env:PASS --region a --sts-endpoint https://new.example';
  const shown: string[] = [];
  const env = { ...server.env, PASS: 'hush' };
  const { code } = await runCli(words(line), { env, io: typing(['n'], shown) });
  expect(code).toBe(2);
  expect(shown.join('')).toContain(
    'sts_endpoint: https://old.example → https://new.example, secret_key from the variable PASS',
  );
});

describe('a model', () => {
  let session: McpSession | undefined;
  afterEach(async () => {
    await session?.end();
    session = undefined;
  });

  test.each<Present>(['none', here])('is not allowed to without a person: %j', async (now) => {
    const server = await twice(now);
    const env = { ...server.env, PASS: 'hush' };
    const flags = ['--allow', 'ldap config set', '--allow-env', 'PASS'];
    const given = { binddn: 'cn=a', bindpass: 'env:PASS', 'ldap-url': 'ldap://new.example', length: 20 };
    const sent = () => server.received.filter(({ method }) => method === 'POST').length;
    session = await openMcp(flags, { env });
    expect([(await session.call('ldap_config_set', given)).failed, sent()]).toEqual([true, 0]);
    await session.end();
    session = await openMcp(flags, { env, answer: () => ({ action: 'accept', content: { confirm: true } }) });
    expect([(await session.call('ldap_config_set', given)).failed, sent()]).toEqual([false, 1]);
    expect(JSON.stringify(session.asked)).toContain('ldap://new.example, bindpass from the variable PASS');
  });
});

test('the question of an apply names the address that the credentials would go to', async () => {
  const server = await twice(here);
  const file = 'kind: ldap-config\nmount: ldap\nsettings: { url: "ldap://new.example" }\n';
  const { code, stderr } = await runCli(words('apply -'), { env: server.env, stdin: file });
  expect(code).toBe(2);
  expect(stderr).toContain(
    'where or how the bind password of ldap is sent (url: ldap://old.example → ldap://new.example)',
  );
});
