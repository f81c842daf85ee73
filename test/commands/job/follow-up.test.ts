/** Commands that trivet gives to be run next: they ask in the namespace, and of the server, that this one was about. */
import { expect, test } from 'vitest';
import { useServers } from '../../support/counting-server.ts';
import { batchFile, parameterized, periodic, serviceFile, useFolder } from '../../support/job-files.ts';
import { runCli } from '../../support/run-cli.ts';
import { useSandbox } from '../../support/sandbox.ts';
import { smallServer } from '../../support/small-server.ts';

const { trivet } = useSandbox();
const file = useFolder();
const serve = useServers();

test('a register of unknown outcome is looked up in the namespace of the file', async () => {
  const { origin } = await serve((request) => request.socket.destroy());
  const env = { TRIVET_JOBS_URL: origin, TRIVET_JOBS_TOKEN: 'a-token', TRIVET_JOBS_PRODUCT: 'nomad' };
  const register = (line: string): ReturnType<typeof runCli> =>
    runCli(['job', 'register', '-', ...line.split(' ').filter(Boolean)], {
      env,
      stdin: '{"ID":"web","Namespace":"batch","Region":"eu"}',
    });
  const told = await register('');
  expect(told.code).toBe(9);
  expect(told.stderr).toContain(
    'To see whether it happened: trivet job show web --namespace batch --region eu\n',
  );
  const flagged = await register('--namespace other --region us');
  expect(flagged.stderr).toContain(
    'To see whether it happened: trivet job show web --namespace other --region us\n',
  );
});

test('instances of a stopped or forced job are listed where they are', async () => {
  const inBatch = ' --namespace batch';
  await trivet(`job register ${file('mailer.hcl', batchFile('mailer', parameterized))}${inBatch}`);
  await trivet(`job register ${file('daily.hcl', batchFile('daily', periodic))}${inBatch}`);
  const stopped = await trivet(`job stop mailer --yes${inBatch}`);
  expect(stopped.stderr).toContain('trivet job list --prefix mailer/ --namespace batch\n');
  const forced = await trivet(`job periodic force daily${inBatch}`);
  expect(forced.stderr).toContain('trivet job list --prefix daily/periodic- --namespace batch\n');
});

test('the revert that is offered instead of a mark goes to the same namespace', async () => {
  const { env } = await smallServer(() => ({ body: { ID: 'web', Version: 4 } }));
  const run = (version: string): ReturnType<typeof runCli> =>
    runCli(['job', 'stable', 'web', version, '--namespace', 'batch'], {
      env: { ...env, TRIVET_JOBS_PRODUCT: 'nomad' },
    });
  expect((await run('2')).stderr).toContain('trivet job revert web 2 --namespace batch;');
  // Exactly what was typed, however large.
  expect((await run('18446744073709551615')).stderr).toContain('version 18446744073709551615 is not');
});

test('an action of another task is reported as such', async () => {
  await trivet(`job register ${file('web.hcl', serviceFile('web'))}`);
  const { code, stderr } = await trivet('job action web fail --task other');
  expect(code).toBe(125);
  expect(stderr).toContain('the task other of web has no action "fail"\n  It is an action of server.');
});

test('a 403 is not taken to mean that the server knows the token', async () => {
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
