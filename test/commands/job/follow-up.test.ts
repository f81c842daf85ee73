/** Tests that commands which trivet suggests keep the namespace and the server of the command that suggested them. */
import { expect, test } from 'vitest';
import { useServers } from '../../support/counting-server.ts';
import { runCli } from '../../support/run-cli.ts';
import { smallServer } from '../../support/small-server.ts';

const serve = useServers();

test('the look-up of a register uses the namespace of the file', async () => {
  const { origin } = await serve((request) => request.socket.destroy());
  const env = { TRIVET_JOBS_URL: origin, TRIVET_JOBS_TOKEN: 'a-token', TRIVET_JOBS_PRODUCT: 'nomad' };
  const register = (line: string): ReturnType<typeof runCli> =>
    runCli(['job', 'register', '-', ...line.split(' ').filter(Boolean)], {
      env,
      stdin: '{"ID":"web","Namespace":"batch","Region":"eu"}',
    });
  const unknown = await register('');
  expect(unknown.code).toBe(9);
  expect(unknown.stderr).toContain(
    'To see whether it happened: trivet job show web --namespace batch --region eu\n',
  );
  const flagged = await register('--namespace other --region us');
  expect(flagged.stderr).toContain(
    'To see whether it happened: trivet job show web --namespace other --region us\n',
  );
});

test('a revert that is suggested instead of a mark uses the same namespace', async () => {
  const { env } = await smallServer(() => ({ body: { ID: 'web', Version: 4 } }));
  const run = (version: string): ReturnType<typeof runCli> =>
    runCli(['job', 'stable', 'web', version, '--namespace', 'batch'], {
      env: { ...env, TRIVET_JOBS_PRODUCT: 'nomad' },
    });
  expect((await run('2')).stderr).toContain('trivet job revert web 2 --namespace batch\n');
  // The number as it was typed, however large.
  expect((await run('18446744073709551615')).stderr).toContain('version 18446744073709551615 is not');
});

test('a 403 does not count as proof that the server knows the token', async () => {
  const { env } = await smallServer(() => ({ status: 403, body: 'Permission denied' }));
  const { code, stderr } = await runCli(['job', 'show', 'web'], {
    env: { ...env, TRIVET_JOBS_PRODUCT: 'nomad', TRIVET_JOBS_TOKEN: 'mistyped' },
  });
  expect(code).toBe(4);
  expect(stderr).toContain(
    'The token is not allowed to do this, or not known to the server (the token came from TRIVET_JOBS_TOKEN). ' +
      'It needs: namespace:read-job.',
  );
});
