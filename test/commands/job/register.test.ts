/** Tests registrations at servers that the sandbox does not play. */
import { expect, test } from 'vitest';
import { serviceFile, useFolder } from '../../support/job-files.ts';
import { runCli, words } from '../../support/run-cli.ts';
import { smallServer } from '../../support/small-server.ts';

const file = useFolder();

test('on Nomad variables that it ignores are refused, and one that is not an expression is explained', async () => {
  const text = 'Failed to parse job: input.hcl:1,5-8: Variables not allowed; Variables may not be used here.';
  const { env, received } = await smallServer(() => ({ status: 400, body: text }));
  const path = file('typed.nomad.hcl', `variable "on" {\n  type = bool\n}\n${serviceFile('typed')}`);
  const nomad = { env: { ...env, TRIVET_JOBS_PRODUCT: 'nomad' } };
  const ignored = await runCli(['job', 'parse', path, '--variable-flags', 'on=true'], nomad);
  expect(ignored.code).toBe(7);
  expect(ignored.stderr).toContain('Nomad ignores --variable-flags');
  expect(ignored.stderr).toContain('Use --no-validate to send the request anyway.\n');
  expect(received).toEqual([]);
  const wrong = await runCli(['job', 'parse', path, '--var', 'on=yes'], nomad);
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toContain('A variable that is not a string takes an expression');
});

test('warnings of the server are shown one by one, without the line that counts them', async () => {
  const Warnings = '2 warnings:\n\n* group "a" has none\n* group "b" neither\n\n';
  const { env } = await smallServer(() => ({ body: { EvalID: 'e', JobModifyIndex: 7, Warnings } }));
  const { stderr } = await runCli(['job', 'register', '-', '-q'], { env, stdin: '{"ID":"a"}' });
  expect(stderr).toBe('');
  const warned = await runCli(['job', 'register', '-', '-o', 'name'], { env, stdin: '{"ID":"a"}' });
  expect(warned.stderr).toBe('warning: server: group "a" has none\nwarning: server: group "b" neither\n');
});

test.each(['job parse FILE', 'job plan FILE', 'job register FILE', 'diff FILE'])(
  '%s has the file parsed in its namespace, the only one in which the token may need a right',
  async (line) => {
    const { env, received } = await smallServer(({ path }) =>
      path === '/v1/jobs/parse'
        ? { body: { ID: 'web', Namespace: 'team-a' } }
        : { status: 403, body: 'Permission denied' },
    );
    const path = file('web.nomad.hcl', 'job "web" {\n  namespace = "team-a"\n}\n');
    await runCli(words(line.replace('FILE', path)), { env });
    const parsed = received.find((one) => one.path === '/v1/jobs/parse');
    expect(parsed?.query).toMatchObject({ namespace: 'team-a' });
  },
);
