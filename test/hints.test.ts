/** Tests that hints of errors are commands that can be run as they stand. */
import { expect, test } from 'vitest';
import { runCli, words } from './support/run-cli.ts';
import { useSandbox } from './support/sandbox.ts';
import { useServers } from './support/counting-server.ts';

const serve = useServers();
const bench = useSandbox();

test('the command in a hint has the names, and the flags that chose the server', async () => {
  const server = await serve((_, response) =>
    response.writeHead(400).end('job scaling blocked due to active deployment'),
  );
  const result = await runCli(words('job scale web api 2 --namespace "team a" --product nomad'), {
    env: { TRIVET_JOBS_URL: server.origin, TRIVET_JOBS_TOKEN: 't' },
  });
  expect(result.code).toBe(6);
  expect(result.stderr).toMatch(
    /trivet job wait web --namespace 'team a' --product nomad|trivet job wait web --product nomad --namespace 'team a'/,
  );
  expect(result.stderr).not.toMatch(/\bJOB\b/);
});

test('an empty list of jobs says what else it may mean', async () => {
  const server = await serve((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json', 'x-nomad-index': '7' }).end('[]'),
  );
  const env = { TRIVET_JOBS_URL: server.origin, TRIVET_JOBS_TOKEN: 't' };
  const result = await runCli(words('job list --namespace bach --product nomad'), { env });
  expect(result).toMatchObject({ code: 0, stdout: '' });
  expect(result.stderr).toContain('for a namespace that does not exist or that the token cannot see');
});

test('a change of many that finds nothing says what an empty list may mean', async () => {
  const server = await serve((_, response) =>
    response
      .writeHead(200, { 'content-type': 'application/vnd.api+json' })
      .end('{"data":[],"meta":{"pagination":{"current-page":1,"total-pages":1,"total-count":0}}}'),
  );
  const result = await runCli(
    words('workspace lock --where locked=false --yes --organization acme --product otf'),
    {
      env: { TRIVET_WORKSPACES_URL: `${server.origin}/api/v2`, TRIVET_WORKSPACES_TOKEN: 't' },
    },
  );
  expect(result.code).toBe(0);
  expect(result.stderr).toContain('no workspace matches: nothing to change');
  expect(result.stderr).toContain('that the token cannot see');
});

test.each([
  ['workspace lock -', 'workspace list --organization demo'],
  ['job stop -', 'job list'],
  ['pki role delete -', 'pki role list'],
  ['aws role delete -', 'aws role list'],
  ['ldap library delete -', 'ldap library list'],
])('what is suggested for the lines of %s can be given to the list', async (line, list) => {
  const { code, stderr } = await bench.trivet(`${line} --yes`, { stdin: '{"no":"name"}\n' });
  expect(code).toBe(2);
  const [, suggested = ''] = /To print such lines: (-o jsonl --fields \S+)/.exec(stderr) ?? [];
  expect(suggested, stderr).not.toBe('');
  const printed = await bench.trivet(`${list} ${suggested}`);
  expect(printed).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\{/) });
  const shown = await bench.trivet(`${line} --dry-run`, { stdin: printed.stdout.split('\n')[0] ?? '' });
  expect(shown).toMatchObject({ code: 0 });
});

test('a condition that certificates do not answer is never to be left out of a revocation', async () => {
  const { code, stderr } = await bench.trivet("pki revoke --where 'common_name~h1*' --yes");
  expect(code).toBe(7);
  expect(stderr).not.toContain('Leave');
  expect(stderr).toContain("trivet pki inventory --where 'common_name~h1*' -o name | trivet pki revoke -");
  // In another mount the words would be of other certificates.
  const there = await bench.trivet("pki revoke --where 'common_name~h1*' --mount pki --yes");
  expect(there.stderr).toContain('-o name --mount pki | trivet pki revoke - --mount pki\n');
});

test.each([
  ['lock net-prod', 'trivet workspace lock net-prod'],
  ['help lock', 'trivet workspace lock WORKSPACE'],
  ['context', 'trivet profile explain'],
  ['run list', 'trivet api workspaces GET /workspaces/ID/runs'],
  ['state show', 'trivet api workspaces GET /workspaces/ID/current-state-version'],
  ['ldap checkout team-a', 'trivet ldap library check-out team-a'],
  ['locks', 'trivet workspace list --where locked=true'],
  ['logs web', 'trivet job logs web'],
  ['--profil x workspace list', '--profile'],
  ['job stop web api', 'trivet job stop -'],
  ['workspace lok', 'trivet workspace lock'],
])('%s is answered with a way to go on', async (line, way) => {
  const { code, stderr } = await runCli(words(line));
  expect(code).toBe(2);
  expect(stderr).toContain(way);
});

test('a job in another namespace is named with it', async () => {
  const { code, stderr } = await bench.trivet('job status crunch');
  expect(code).toBe(5);
  expect(stderr).toContain('It exists in namespace batch: give --namespace batch.');
});

test.each([
  ['job revert web 99 --yes', {}],
  ['job revert crunch 99 --yes', { TRIVET_JOBS_NAMESPACE: 'batch' }],
])('%s: a job that has no such version is not said to be elsewhere', async (line, env) => {
  const { code, stderr } = await bench.trivet(line, { env });
  expect(code).toBe(5);
  expect(stderr).toContain('at version 99 not found');
  expect(stderr).not.toContain('It exists in namespace');
  expect(stderr).not.toContain('Did you mean');
});

test('a misspelt name gets the near one', async () => {
  const { code, stderr } = await bench.trivet('workspace show dns-prd --organization demo');
  expect(code).toBe(5);
  expect(stderr).toContain('Did you mean dns-prod');
});

test('the words of a table on a terminal are values of a condition', async () => {
  const yes = await bench.trivet('workspace list --where locked=yes -o name');
  expect(yes.stdout).not.toBe('');
  expect(yes.stdout).toBe((await bench.trivet('workspace list --where locked=true -o name')).stdout);
  const no = await bench.trivet('workspace list --where locked=no -o name');
  expect(no.stdout).toBe((await bench.trivet('workspace list --where locked!=yes -o name')).stdout);
});

test.each(['pki inventory', 'status'])('%s refuses days without a unit', async (command) => {
  const { code, stderr } = await bench.trivet(`${command} --expires-within 7`);
  expect(code).toBe(2);
  expect(stderr).toContain('7d');
  const weeks = await bench.trivet(`${command} --expires-within 1w`);
  expect(weeks.stderr).toContain('must be a duration with a unit, such as 7d, not "1w"');
});

test.each([
  ['job status broken', 'trivet job logs broken --stderr'],
  ['ldap library check-out team-a --ttl 1h --reveal', 'trivet ldap library check-in team-a svc-01'],
  ['workspace delete dns-prod --yes', 'trivet workspace show dns-prod --include locked_by'],
  ['pki tidy --tidy-cert-store --wait --wait-timeout 1ms', 'trivet pki tidy-status'],
])('the command that %s suggests has the flags that chose the server', async (line, suggested) => {
  const { stdout, stderr } = await bench.trivet(`${line} --product generic`);
  const command = (stdout + stderr).split('\n').find((one) => one.includes(suggested)) ?? '';
  expect(command).toMatch(/ --product generic/);
});
