/** Tests document 3, registration: files, variables, submission, check-and-set, plan, parse. */
import { expect, test } from 'vitest';
import { serviceFile, useFolder } from '../../support/job-files.ts';
import { runCli, words } from '../../support/run-cli.ts';
import { useSandbox } from '../../support/sandbox.ts';
import { smallServer } from '../../support/small-server.ts';

const bench = useSandbox();
const { trivet, json, clear } = bench;
/** Without reading the evaluation of a change. */
const requests = () => bench.requests().filter(({ path }) => !path.endsWith('/evaluations'));
const file = useFolder();

// A receipt reads the state before and after a change.
const lastBody = (): Record<string, unknown> =>
  requests().findLast(({ method }) => method !== 'GET')?.body as Record<string, unknown>;

test('register has HCL parsed by the server and sends source, format and variables along', async () => {
  const path = file('one.nomad.hcl', serviceFile('one'));
  clear();
  expect((await trivet(`job register ${path} --var color=green`)).code).toBe(0);
  expect(requests().map(({ method, path: where }) => [method, where])).toEqual([
    ['POST', '/v1/jobs/parse'],
    // For the receipt.
    ['GET', '/v1/job/one'],
    ['POST', '/v1/jobs'],
  ]);
  expect(requests()[0]?.body).toEqual({ JobHCL: serviceFile('one'), Variables: 'color = "green"\n' });
  expect(lastBody()['Submission']).toEqual({
    Source: serviceFile('one'),
    Format: 'hcl2',
    VariableFlags: { color: 'green' },
    Variables: '',
  });
  expect(await json('job submission one')).toMatchObject({
    JobID: 'one',
    Version: 0,
    Format: 'hcl2',
    Source: serviceFile('one'),
    VariableFlags: { color: 'green' },
  });
  expect(await json('job show one --query "TaskGroups[0].Tasks[0].Env"')).toEqual({ COLOR: 'green' });
});

test('register accepts JSON, bare or wrapped, also from standard input, without parsing it', async () => {
  const { stdout } = await trivet('job parse - -o json', { stdin: serviceFile('two') });
  clear();
  expect((await trivet('job register -', { stdin: stdout })).code).toBe(0);
  expect((await trivet('job register -', { stdin: `{"Job":${stdout}}` })).code).toBe(0);
  const posts = requests().filter(({ method }) => method === 'POST');
  expect(posts.map(({ path }) => path)).toEqual(['/v1/jobs', '/v1/jobs']);
  expect(lastBody()['Submission']).toMatchObject({ Format: 'json' });
  expect((await trivet('job register - --var a=b', { stdin: stdout })).code).toBe(2);
  expect((await trivet('job register -', { stdin: '{"ID":' })).code).toBe(2);
  expect((await trivet('job register /nonexistent/job.hcl')).code).toBe(3);
});

test.each([
  ['{"ID":"twice","Namespace":"default","namespace":"batch"}', 'namespace twice, also as Namespace'],
  ['{"Job":{"ID":"twice","id":"web"}}', 'Job.id twice, also as ID'],
  ['{"ID":"twice","TaskGroups":[{"Name":"g","Count":5,"count":0}]}', 'TaskGroups.count twice, also as Count'],
  ['{"ID":"twice","Name\u017fpace":"a","Name\u0073pace":"b"}', 'twice'],
])(
  'a JSON job file with a key in two spellings is refused before anything is sent: %s',
  async (text, said) => {
    clear();
    const { code, stderr } = await trivet(`job register ${file('twice.json', text)} --yes`);
    expect(code, stderr).toBe(2);
    expect(stderr).toContain(said);
    expect(requests()).toEqual([]);
  },
);

test('check-index sends EnforceIndex with JobModifyIndex, even for 0', async () => {
  const path = file('three.nomad.hcl', serviceFile('three'));
  expect((await trivet(`job register ${path} --check-index 0`)).code).toBe(0);
  expect(lastBody()).toMatchObject({ EnforceIndex: true, JobModifyIndex: 0 });
  const index = (await trivet('job show three --field JobModifyIndex')).stdout;
  const stale = await trivet(`job register ${path} --check-index 0 --var color=red`);
  expect(stale).toMatchObject({ code: 6, stdout: '' });
  expect(stale.stderr).toContain('trivet job plan');
  expect((await trivet('job show three --field JobModifyIndex')).stdout).toBe(index);
  expect((await trivet(`job register ${path} --check-index ${index} --var color=red`)).code).toBe(0);
  expect((await trivet('job show three --field Version')).stdout).toBe('1');
});

test('register and update send the documented fields and no defaults', async () => {
  const path = file('four.nomad.hcl', serviceFile('four'));
  const more = '--eval-priority 70 --policy-override';
  expect((await trivet(`job register ${path} ${more} --preserve-counts`)).code).toBe(0);
  expect(lastBody()).toMatchObject({ EvalPriority: 70, PolicyOverride: true, PreserveCounts: true });
  expect(lastBody()).not.toHaveProperty('EnforceIndex');
  clear();
  expect((await trivet(`job update four ${path} ${more} --namespace default`)).code).toBe(0);
  expect(requests().at(-1)).toMatchObject({
    method: 'POST',
    path: '/v1/job/four',
    query: expect.stringMatching(/^\??namespace=default$/),
  });
  expect(lastBody()).toMatchObject({ EvalPriority: 70, PolicyOverride: true });
  const other = await trivet(`job update five ${path}`);
  expect(other.code).toBe(2);
  expect(other.stderr).toContain('the file defines job "four"');
});

test('update registers a job that does not exist yet', async () => {
  const path = file('six.nomad.hcl', serviceFile('six'));
  expect((await trivet(`job update six ${path}`)).code).toBe(0);
  expect((await trivet('job show six --field Status')).stdout).toMatch(/running|pending/);
});

test('the namespace comes from the flag, then the file, then the context', async () => {
  const inFile = file('seven.nomad.hcl', serviceFile('seven', '  namespace = "batch"'));
  const without = file('eight.nomad.hcl', serviceFile('eight'));
  clear();
  const own = await trivet(`job register ${inFile}`, { env: { TRIVET_JOBS_NAMESPACE: 'default' } });
  expect(own.code).toBe(0);
  expect(own.stderr).toContain("using the file's namespace batch, not default from");
  expect(requests().at(-1)?.query).toBe('');
  await trivet(`job plan ${without}`, { env: { TRIVET_JOBS_NAMESPACE: 'batch' } });
  expect(requests().at(-1)?.query).toContain('namespace=batch');
  const flag = await trivet(`job plan ${inFile} --namespace default`);
  expect(flag.stderr).toContain('using --namespace default, not the namespace batch of the file');
  expect(requests().at(-1)?.query).toContain('namespace=default');
});

test('a job whose ID no route could reach is not registered', async () => {
  clear();
  const result = await trivet('job register -', { stdin: '{"ID":"a/plan","Type":"batch"}' });
  expect(result.code).toBe(2);
  expect(result.stderr).toContain('could be registered but never read or stopped');
  expect(requests()).toEqual([]);
});

test('plan shows the diff, the groups and the index to use, and changes nothing', async () => {
  const path = file('nine.nomad.hcl', serviceFile('nine'));
  const first = await trivet(`job plan ${path}`);
  expect(first.code).toBe(0);
  expect(first.stdout).toMatch(/^\+ Job "nine"/);
  expect(first.stdout).toMatch(/app: 1 to create/);
  expect(first.stdout).toContain(`trivet job register ${path} --check-index 0`);
  expect((await trivet('job show nine')).code).toBe(5);
  const document = await json(`job plan ${path}`);
  for (const key of ['Diff', 'NextPeriodicLaunch', 'CreatedEvals', 'JobModifyIndex', 'FailedTGAllocs']) {
    expect(document).toHaveProperty(key);
  }
  expect(document).toHaveProperty('Annotations.DesiredTGUpdates.app');
});

test('the command that plan suggests registers what was planned: variables, changes of the body, namespace', async () => {
  const path = file('planned.nomad.hcl', serviceFile('planned'));
  const variables = file('planned vars.hcl', 'color = "red"\n');
  const more = `--var-file '${variables}' --var 'color=dark green' --set Job.Priority=80 --policy-override`;
  const { stdout } = await trivet(`job plan ${path} ${more} --namespace batch`);
  const command = /^To register exactly this: trivet (.*)$/m.exec(stdout)?.[1] ?? '';
  expect(command).toBe(
    `job register ${path} --check-index 0 --var-file '${variables}' --var 'color=dark green' ` +
      '--set /Job/Priority=80 --policy-override --namespace batch',
  );
  expect((await trivet(command)).code).toBe(0);
  expect(await json('job show planned --namespace batch')).toMatchObject({
    Namespace: 'batch',
    Priority: 80,
    TaskGroups: [{ Tasks: [{ Env: { COLOR: 'dark green' } }] }],
  });
  expect((await trivet('job show planned')).code).toBe(5);
});

test('plan exits 0, 11 or 12 with --detailed-exitcode, and otherwise 0', async () => {
  const path = file('ten.nomad.hcl', serviceFile('ten'));
  expect((await trivet(`job plan ${path} --detailed-exitcode`)).code).toBe(11);
  expect((await trivet(`job plan ${path}`)).code).toBe(0);
  expect((await trivet(`job register ${path}`)).code).toBe(0);
  const same = await trivet(`job plan ${path} --detailed-exitcode`);
  expect(same.code).toBe(0);
  expect(same.stdout).toContain('No change of the job.');
  expect((await trivet(`job plan ${path} --var color=red --detailed-exitcode -o json`)).code).toBe(11);
  const huge = file('huge.nomad.hcl', serviceFile('ten').replace('memory = 20', 'memory = 99999999'));
  const unplaced = await trivet(`job plan ${huge} --detailed-exitcode`);
  expect(unplaced.code).toBe(12);
  expect(unplaced.stdout).toContain('Cannot be placed now');
});

test('plan requests the diff unless --no-diff is given', async () => {
  const path = file('eleven.nomad.hcl', serviceFile('eleven'));
  await trivet(`job plan ${path} --policy-override`);
  expect(lastBody()).toMatchObject({ Diff: true, PolicyOverride: true });
  await trivet(`job plan ${path} --no-diff`);
  expect(lastBody()).toMatchObject({ Diff: false });
});

test('plan prints its tree in a pipe, too, and columns or the document on request', async () => {
  const path = file('twelve.nomad.hcl', serviceFile('twelve'));
  expect((await trivet(`job plan ${path} -o tsv`)).stdout).toMatch(/^JobModifyIndex\t0\n/);
  expect((await trivet(`job plan ${path} --query JobModifyIndex`)).stdout).toBe('0\n');
  expect((await trivet(`job plan ${path} --color always`)).stdout).toContain('\u001b[32m+');
});

test('a plan of a megabyte with thousands of groups is rendered', async () => {
  const { stdout } = await trivet('job parse - -o json', { stdin: serviceFile('vast') });
  const job = JSON.parse(stdout) as { TaskGroups: { Name: string }[] };
  const [group] = job.TaskGroups;
  job.TaskGroups = Array.from({ length: 1500 }, (_, index) => ({ ...group, Name: `group-${index}` }));
  const text = JSON.stringify(job);
  expect(text.length).toBeGreaterThan(1_000_000);
  const result = await trivet('job plan -', { stdin: text });
  expect(result.code).toBe(0);
  expect(result.stdout.match(/Task group "group-\d+"/g)).toHaveLength(1500);
});

test('parse prints the job as JSON, with defaults and variables on request', async () => {
  const path = file('parse.nomad.hcl', serviceFile('parsed'));
  const vars = file('vars.hcl', 'color = "red"\n');
  clear();
  expect(await json(`job parse ${path} --canonicalize --var-file ${vars}`)).toMatchObject({ ID: 'parsed' });
  expect(lastBody()).toEqual({
    JobHCL: serviceFile('parsed'),
    Canonicalize: true,
    Variables: 'color = "red"\n',
  });
  await trivet(`job parse ${path} --var-file ${vars} --var color=green`, {
    env: { NOMAD_VAR_color: 'blue' },
  });
  expect(lastBody()['Variables']).toBe('color = "green"\n');
  await trivet(
    `job parse ${path} --variables @${vars} --variable-flags color=green --hcl-v1 --namespace batch`,
  );
  expect(lastBody()).toMatchObject({
    Variables: 'color = "red"\n',
    VariableFlags: { color: 'green' },
    HCLv1: true,
  });
  expect(requests().at(-1)?.query).toContain('namespace=batch');
  const broken = await trivet('job parse -', { stdin: 'job "x" {' });
  expect(broken).toMatchObject({ code: 1, stdout: '' });
});

test('the server keeps six sources of a job', async () => {
  for (const color of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
    const path = file('many.nomad.hcl', serviceFile('many'));
    expect((await trivet(`job register ${path} --var color=${color}`)).code).toBe(0);
  }
  expect((await trivet('job submission many 7')).code).toBe(0);
  expect((await trivet('job submission many 2')).code).toBe(0);
  expect((await trivet('job submission many 1')).code).toBe(5);
});

test('a missing permission to register is reported by name', async () => {
  const path = file('denied.nomad.hcl', serviceFile('denied'));
  const reader = await trivet(`job register ${path}`, { as: 'reader' });
  expect(reader).toMatchObject({ code: 4, stdout: '' });
  expect(reader.stderr).toMatch(/namespace:(?:parse|submit)-job/);
});

test('a dry run shows the request, with the parse that it needs, and sends no change', async () => {
  const path = file('dry.nomad.hcl', serviceFile('dry'));
  clear();
  const result = await trivet(`job register ${path} --check-index 0 --dry-run`);
  expect(result.code).toBe(0);
  expect(result.stdout).toContain('/v1/jobs');
  expect(requests().map((request) => request.path)).toEqual(['/v1/jobs/parse']);
});

test('a variable that the job file does not declare is reported, since a lenient server drops it', async () => {
  const path = file('typo.nomad.hcl', serviceFile('typo'));
  const { stderr } = await trivet(`job plan ${path} --var colour=green`);
  expect(stderr).toContain('the job file declares no variable colour');
  expect((await trivet(`job plan ${path} --var color=green`)).stderr).toBe('');
});

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

test('a malformed index, or one that is not enforced, is refused before anything is sent', async () => {
  const path = file('index.nomad.hcl', serviceFile('index'));
  clear();
  for (const flags of ['--check-index -1', '--check-index 3 --no-enforce-index']) {
    const { code, stderr } = await trivet(`job register ${path} ${flags}`);
    expect([flags, code]).toEqual([flags, 2]);
    expect(stderr).toContain('--check-index');
  }
  for (const line of ['revert web -1', 'stable web -1', 'submission web -1', 'list --per-page -1']) {
    const { code, stderr } = await trivet(`job ${line}`);
    expect([line, code]).toEqual([line, 2]);
    expect(stderr).toContain('must be at least 0, not -1');
  }
  expect(requests()).toEqual([]);
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
