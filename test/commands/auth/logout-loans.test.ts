/** Tests that a log-out asks before it ends what running commands borrowed with the token. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { useConfigFolder } from '../../support/config-folder.ts';
import { typing } from '../../support/typing.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, profiles, path } = useConfigFolder();
const { sandbox, requests } = useSandbox({ fresh: true });

const env = { PW: 'alice-password', PATH: process.env['PATH'] ?? '' };
const run = (line: string, env_: Readonly<Record<string, string>> = {}) =>
  trivet(line, { env: { ...env, ...env_ } });
const logIn = (profile: string) =>
  run(`login secrets --profile ${profile} --method userpass --username alice --password-from env:PW`);
const revocations = () => requests().filter(({ path: to }) => to.endsWith('/revoke-self')).length;

/** Loans that somebody has to look at. */
const records = () => readdirSync(path('config/lends')).filter((name) => name.endsWith('.json')).length;

/** Runs `work` while a command has what `line` lends; returns what the loan printed. */
const during = async (line: string, work: () => Promise<void>) => {
  const [running, end] = [path('running'), path('end')];
  let started = (): void => undefined;
  const isRunning = new Promise<void>((resolve) => {
    started = resolve;
  });
  const timer = setInterval(() => {
    if (existsSync(running)) started();
  }, 10);
  const lend = run(`${line} -- sh -c 'touch ${running}; while [ ! -e ${end} ]; do sleep 0.02; done'`);
  // A loan that could not start the command ends the wait as well.
  await Promise.race([isRunning, lend]);
  clearInterval(timer);
  try {
    await work();
  } finally {
    writeFileSync(end, '');
  }
  return lend;
};

beforeEach(async () => {
  for (const name of ['demo', 'other'])
    await run(`profile set ${name} --secrets-url ${sandbox().urls.secrets} --secrets-product generic`);
  await run('profile use demo');
  await logIn('demo');
});

describe.each([
  ['ldap library check-out team/ops', 'svc-ops-1 of team/ops'],
  ['aws creds ci', 'the credentials of role ci in mount cloud'],
])('while a command has what %s lends', (line, named) => {
  const question = `Running commands lose what they borrowed with the token: ${named}. Log out?`;

  test.each(['logout', 'logout secrets', 'auth logout --all'])(
    '%s is refused without --yes',
    async (words) => {
      const lend = await during(line, async () => {
        const before = profiles();
        const result = await run(words);
        expect(result.code).toBe(2);
        expect(result.stderr).toContain(question);
        expect(result.stderr).toContain('To confirm without a prompt, give --yes.');
        expect(revocations()).toBe(0);
        expect(profiles()).toBe(before);
      });
      expect(lend.code).toBe(0);
    },
  );

  test('a person is asked, and the loan says that its token ended, and keeps its record', async () => {
    const shown: string[] = [];
    const lend = await during(line, async () => {
      const asked = (answer: string) => trivet('logout', { env, tty: true, io: typing([answer], shown) });
      expect((await asked('n')).code).toBe(2);
      expect(revocations()).toBe(0);
      expect((await asked('y')).code).toBe(0);
      expect(revocations()).toBe(1);
    });
    expect(shown[0]).toContain(question);
    expect(lend.code, lend.stderr).toBe(125);
    expect(lend.stderr).toContain('the server does not accept the token any more');
    expect(records()).toBe(1);
    await logIn('demo');
    expect(await run('lease recover')).toMatchObject({ code: 0 });
    expect(records()).toBe(0);
  });

  test('the log-out of another session is not asked about', async () => {
    await logIn('other');
    const lend = await during(line, async () => {
      expect(await run('logout --profile other')).toMatchObject({ code: 0 });
    });
    expect(lend.code).toBe(0);
  });

  test('a log-out after it has ended is not asked about', async () => {
    await during(line, () => Promise.resolve());
    expect(await run('logout')).toMatchObject({ code: 0 });
  });
});

test('a log-out is not asked about because of what does not end with the token', async () => {
  const lend = await during('aws sts build', async () => {
    expect(await run('logout')).toMatchObject({ code: 0 });
  });
  expect(lend.stderr).not.toContain('Log out?');
  expect(lend.stderr).toContain('cannot be revoked: they stay valid until');
  expect([lend.code, records()]).toEqual([0, 0]);
});
