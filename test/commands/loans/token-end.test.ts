/** Tests that trivet names no later end of what was lent than that of the token, with which the server ends it. */
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { secretsAt, answering } from '../../support/answering.ts';
import { useConfigFolder } from '../../support/config-folder.ts';
import type { Answer } from '../../support/fake-server.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, path } = useConfigFolder();
const { sandbox } = useSandbox({ fresh: true });

const endIn = (stdout: string): number =>
  Date.parse((JSON.parse(stdout) as { Expiration: string }).Expiration);
const keyIn = (stdout: string): string => (JSON.parse(stdout) as { AccessKeyId: string }).AccessKeyId;

describe('with half an hour left of a session of trivet login, and a lease of an hour', () => {
  let passed = 0;
  let sessionEnd = 0;
  const pass = (seconds: number): void => {
    passed += seconds * 1000;
    sandbox().clock.advance(seconds * 1000);
  };
  const run = (line: string) =>
    trivet(line, {
      env: { PW: 'alice-password', PATH: process.env['PATH'] ?? '' },
      now: () => Date.now() + passed,
    });

  beforeEach(async () => {
    passed = 0;
    await run(`profile set demo --secrets-url ${sandbox().urls.secrets} --secrets-product generic`);
    await run('login secrets --method userpass --username alice --password-from env:PW');
    sessionEnd = Date.now() + 3_600_000;
    pass(1800);
  });

  const line = 'aws creds ci -o credential-process';

  test.each(['', ' --cache'])('the AWS tools use keys until the session ends%s', async (cache) => {
    const { code, stdout, stderr } = await run(`${line}${cache}`);
    expect(code, stderr).toBe(0);
    expect(endIn(stdout)).toBeLessThanOrEqual(sessionEnd + 1000);
    expect(stderr).toContain('when its token ends (3600 s without that, renewable)');
  });

  test('keys of the token service last as long as they say', async () => {
    const { stdout } = await run('aws sts deploy --ttl 1h -o credential-process');
    expect(endIn(stdout)).toBeGreaterThan(sessionEnd + 60_000);
  });

  test('a cached key is not given out when the session has ended', async () => {
    const first = await run(`${line} --cache`);
    expect(keyIn((await run(`${line} --cache`)).stdout)).toBe(keyIn(first.stdout));
    pass(1830);
    expect(await run(`${line} --cache`)).toMatchObject({ code: 4, stdout: '' });
  });

  test('a loan, which renews the session, has the time of its lease', async () => {
    const { code, stderr } = await run('ldap creds dev -- true');
    expect(code).toBe(0);
    expect(stderr).toMatch(/until \S+ \(3600 s\), renewable\n/);
  });
});

describe('with a token of a variable', () => {
  const lent: Answer = {
    body: {
      lease_id: 'aws/creds/ci/1',
      lease_duration: 3600,
      renewable: true,
      data: { access_key: 'AKIA0123456789ABCDEF', secret_key: 'a-secret-key', security_token: null },
    },
  };
  const run = (line: string, self: Answer) =>
    answering(
      line,
      (origin) => ({
        ...secretsAt(origin),
        TRIVET_SECRETS_PRODUCT: 'openbao',
        TRIVET_CONFIG_DIR: path('config'),
        PATH: process.env['PATH'] ?? '',
      }),
      (request) => {
        if (request.path.endsWith('/lookup-self')) return self;
        return request.path.includes('/creds/') ? lent : { status: 204 };
      },
    );
  const lasting = (ttl: number): Answer => ({ body: { data: { ttl, num_uses: 0 } } });
  const denied: Answer = { status: 403, body: { errors: ['1 error occurred:\n\t* permission denied\n\n'] } };

  test.each(['', ' --cache'])('the server is asked when it ends%s', async (cache) => {
    const before = Date.now();
    const { stdout, stderr, asked } = await run(`aws creds ci -o credential-process${cache}`, lasting(120));
    expect(endIn(stdout) - before).toBeGreaterThan(110_000);
    expect(endIn(stdout) - before).toBeLessThan(180_000);
    expect(stderr).toContain('when its token ends');
    // After the keys were made, the question could be the last request of the token, which would end them.
    const paths = asked.map((request) => request.path);
    expect(paths.indexOf('/v1/auth/token/lookup-self')).toBeLessThan(paths.indexOf('/v1/aws/creds/ci'));
  });

  test('a token without an end changes nothing', async () => {
    const before = Date.now();
    const { stdout, stderr } = await run('aws creds ci -o credential-process', lasting(0));
    expect(endIn(stdout) - before).toBeGreaterThan(3_500_000);
    expect(stderr).toMatch(/\(3600 s\), renewable\n/);
  });

  const counted = (uses: number): Answer => ({ body: { data: { ttl: 7200, num_uses: uses } } });

  test.each(['', ' --cache'])('keys that the last request of a token brought have ended%s', async (cache) => {
    const { code, stdout, stderr } = await run(`aws creds ci -o credential-process${cache}`, counted(1));
    expect(code, stderr).toBe(0);
    expect(endIn(stdout)).toBeLessThanOrEqual(Date.now());
    expect(stderr).toContain(', with the last request of its token (3600 s without that, renewable)');
  });

  test('keys that end with the last request of a token are not cached', async () => {
    const once = async () => run('aws creds ci -o credential-process --cache', counted(9));
    for (const { stdout, stderr, asked } of [await once(), await once()]) {
      expect(endIn(stdout) - Date.now()).toBeGreaterThan(3_000_000);
      expect(stderr).toContain('and the credentials end with the last one: they are not cached');
      expect(asked.map((request) => request.path)).toContain('/v1/aws/creds/ci');
    }
  });

  test.each(['', ' --cache'])('an end that cannot be read is not claimed to be known%s', async (cache) => {
    const { code, stderr } = await run(`aws creds ci -o credential-process${cache}`, denied);
    expect(code).toBe(0);
    expect(stderr).toContain(
      'warning: the server does not report when the token ends, and the credentials end with it: Expiration is the end of their lease',
    );
    expect(stderr).toContain('(3600 s), renewable, unless its token ends before');
  });

  test('a command gets that end, and a warning comes before it', async () => {
    const { code, stdout, stderr } = await run(
      `aws creds ci -- sh -c 'printenv AWS_CREDENTIAL_EXPIRATION >${path('end')}; sleep 2'`,
      lasting(2),
    );
    expect(code, stdout).toBe(0);
    expect(Date.parse(readFileSync(path('end'), 'utf8').trim())).toBeLessThan(Date.now() + 3000);
    expect(stderr).toMatch(
      /warning: the credentials of role ci in mount aws end with the token \(from \S+\), at /,
    );
  });

  test('a dry run does not ask', async () => {
    const { asked } = await run('aws creds ci --dry-run', lasting(120));
    expect(asked).toEqual([]);
  });
});
