/** Tests `trivet export`: objects as files, and the same bytes whenever the objects are the same. */
import { mkdtempSync, readFileSync, readdirSync, statSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runCli, words } from '../../support/run-cli.ts';
import { environmentOf, useSandbox } from '../../support/sandbox.ts';

const { trivet, sandbox } = useSandbox();
const folder = mkdtempSync(join(tmpdir(), 'trivet-export-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.skipIf(process.platform !== 'linux')(
  'a folder that its file system does not allow is named, and the command ends',
  async () => {
    const { code, stderr } = await trivet('export pki-role:web --dir /proc/nope/below');
    expect(code).toBe(74);
    expect(stderr).toContain('cannot write /proc/nope/below: ');
  },
);

test('a workspace has its defaults, tags, consumers, policy, key and scope', async () => {
  await trivet('workspace create web --organization demo --working-directory 1.10 --description no');
  await trivet('workspace create db --organization demo');
  await trivet('workspace tag add demo/web prod eu');
  await trivet('workspace consumer add demo/web demo/db');
  await trivet('workspace retention-policy set demo/web --delete-older-than-days 30 --yes');
  const { code, stdout, stderr } = await trivet('export workspace:demo/web');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(
    /^# yaml-language-server: \$schema=workspace\.schema\.json\n# workspaces http:\S+, organization demo\nkind: workspace\nname: web\norganization: demo\nsettings:\n/,
  );
  for (const line of [
    '  working-directory: "1.10"\n',
    '  description: "no"\n',
    '  auto-apply: false\n',
    '  vcs-repo: null\n',
    'consumers:\n  - db\n',
    'retention-policy:\n  delete-older-than-days: 30\n',
    'ssh-key: null\n',
    'tags:\n  - eu\n  - prod\n',
  ])
    expect(stdout).toContain(line);
  for (const key of ['id:', 'locked', 'created-at', 'operations:', 'permissions'])
    expect(stdout).not.toContain(`\n  ${key}`);
  const keys = [...(stdout.split(/settings:\n|\nconsumers/)[1] ?? '').matchAll(/^ {2}([\w-]+):/gm)].map(
    ([, key = '']) => key,
  );
  expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? -1 : 1)));
  expect((await trivet('export workspace:demo/web')).stdout).toBe(stdout);
});

test('all objects of a kind are sorted documents, without children of jobs', async () => {
  const roles = await trivet('export pki-role cloud-role:deploy');
  expect(roles.code).toBe(0);
  const names = [...roles.stdout.matchAll(/^kind: (\S+)\nname: (\S+)/gm)].map(
    ([, kind, name]) => `${kind}:${name}`,
  );
  expect(names).toEqual(names.toSorted());
  expect(names).toContain('pki-role:web');
  expect(names).toContain('cloud-role:deploy');
  const jobs = await trivet('export job');
  expect(jobs.stdout).toContain('name: web\n');
  expect(jobs.stdout).not.toMatch(/name: .*\/(?:dispatch|periodic)-/);
  for (const key of ['Status', 'Stop', 'Version', 'JobModifyIndex', 'SubmitTime', 'ID', 'Namespace'])
    expect(jobs.stdout).not.toMatch(new RegExp(`^  ${key}:`, 'm'));
});

test('conditions select objects by fields of lists or replies, and in folders', async () => {
  const exported = async (line: string): Promise<readonly string[]> => {
    const { code, stdout, stderr } = await trivet(`export ${line}`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return [...stdout.matchAll(/^name: (\S+)/gm)].map(([, name = '']) => name);
  };
  expect(await exported('workspace --where tag=prod --where name~dns-*')).toEqual(['dns-prod']);
  expect(await exported('pki-role --where max_ttl>4d')).toEqual(['internal']);
  expect(await exported('job --namespace batch --where ID~c*')).toEqual(['crunch']);
  for (const line of [
    'export job --namespace *',
    `export --all --namespace * --dir ${join(folder, 'never')}`,
  ]) {
    const { stdout, stderr, code } = await trivet(line);
    expect([code, stdout], stderr).toEqual([expect.any(Number), '']);
    expect(code).not.toBe(0);
    expect(stderr).toContain('an export is of one namespace, and * means all of them');
    expect(stderr).not.toContain('does not exist');
  }
  expect(await exported('ldap-set --where ttl>1h')).toContain('team/db');
  const none = await trivet('export workspace --where name=nothing,here');
  expect(none).toMatchObject({ code: 0, stdout: '' });
  expect(none.stderr).toContain('nothing matches');
});

test('secrets are not exported', async () => {
  await trivet('cloud config set --access-key AKIA1 --secret-key env:THE_KEY --yes', {
    env: { THE_KEY: 'very-secret' },
  });
  const { code, stdout } = await trivet('export cloud-config ldap-config message');
  expect(code).toBe(0);
  expect(stdout).toContain('access_key: AKIA1');
  for (const word of ['very-secret', 'secret_key', 'bindpass', 'client_tls_key'])
    expect(stdout).not.toContain(word);
});

test('-o json prints one document, and other formats are refused', async () => {
  const { stdout } = await trivet('export pki-role:web pki-urls -o json');
  expect(JSON.parse(stdout)).toMatchObject([
    { kind: 'pki-role', name: 'web', settings: { key_type: expect.any(String) } },
    { kind: 'pki-urls', settings: {} },
  ]);
  const refused = await trivet('export pki-role:web -o csv');
  expect(refused).toMatchObject({ code: 2, stdout: '' });
});

test('a job with variables of tasks is written for its owner only, in a folder of its own', async () => {
  const file = join(folder, 'env.json');
  const task = (Env: Record<string, string> | null) => ({
    Name: 't',
    Driver: 'exec',
    Config: { command: 'x' },
    Env,
  });
  const job = (ID: string, Env: Record<string, string> | null) =>
    JSON.stringify({ ID, Type: 'batch', Parameterized: {}, TaskGroups: [{ Name: 'g', Tasks: [task(Env)] }] });
  for (const [id, variables] of [
    ['with-env', { PASSWORD: 'hush' }],
    ['without-env', null],
  ] as const) {
    writeFileSync(file, job(id, variables));
    expect((await trivet(`job register ${file}`)).code).toBe(0);
  }
  const dir = join(folder, 'jobs');
  expect((await trivet(`export job:with-env job:without-env --dir ${dir}`)).code).toBe(0);
  const modeOf = (path: string): number => statSync(path).mode & 0o777;
  expect(readFileSync(join(dir, 'job.with-env.yaml'), 'utf8')).toContain('hush');
  expect(modeOf(join(dir, 'job.with-env.yaml'))).toBe(0o600);
  expect(modeOf(join(dir, 'job.without-env.yaml'))).not.toBe(0o600);
  expect(modeOf(dir)).toBe(0o700);
});

test.skipIf(process.platform === 'win32')(
  'others cannot change an exported folder, whatever the umask',
  async () => {
    const before = process.umask(0);
    try {
      const dir = join(folder, 'open', 'below');
      expect((await trivet(`export workspace:acme/network-dev --dir ${dir}`)).code).toBe(0);
      for (const path of [dir, join(dir, '..'), join(dir, readdirSync(dir)[0] ?? '')])
        expect(statSync(path).mode & 0o022).toBe(0);
    } finally {
      process.umask(before);
    }
  },
);

test('a folder gets a file for each object, and keeps its other files', async () => {
  const dir = join(folder, 'new', 'before');
  const { code } = await trivet(`export workspace --organization acme --dir ${dir}`);
  expect(code).toBe(0);
  const files = readdirSync(dir);
  expect(files).toContain('workspace.network-prod.yaml');
  expect(readFileSync(join(dir, 'workspace.network-prod.yaml'), 'utf8')).toContain(
    'organization acme\nkind: workspace\n',
  );
  writeFileSync(join(dir, 'notes.txt'), 'mine');
  await trivet(`export workspace --organization acme --dir ${dir}`);
  expect(readdirSync(dir).toSorted()).toEqual([...files, 'notes.txt'].toSorted());
});

test.each([
  ['export roles', 2, '"roles" is not a kind of object'],
  ['export pki-rule', 2, 'Did you mean "pki-role"?'],
  ['export pki-role:', 2, 'names no object'],
  ['export allocation', 2, 'files cannot hold the kind "allocation"'],
  ['export cloud-static-role', 2, 'Name the objects: trivet export cloud-static-role:NAME'],
  ['export pki-role --where lokced=1', 2, 'there is no field "lokced"'],
  ['export pki-role job --where ID=web', 2, 'there is no field "ID"'],
  ['export pki-role:web --where key_type=ec', 2, 'pki-role:web is one object'],
  ['export pki-urls --where key_type=ec', 2, 'is one object'],
  ['export pki-role:nowhere', 5, 'pki-role nowhere in mount pki does not exist'],
  ['export pki-role:web --mount nowhere', 5, 'nowhere'],
  ['export workspace:acme/x --organization demo', 2, 'contradicts'],
  ['export pki-role:web job:web --base-url http://127.0.0.1:1', 2, 'more than one service'],
])('%s exits %i', async (line, exit, text) => {
  const { code, stdout, stderr } = await trivet(line);
  expect({ code, stdout }).toEqual({ code: exit, stdout: '' });
  expect(stderr).toContain(text);
});

test('an object of another profile can be exported', async () => {
  const { urls, tokens } = sandbox();
  const env = { TRIVET_CONFIG_DIR: join(folder, 'config'), STAGE: tokens.owner };
  const stored = await runCli(
    words(
      `profile set stage --secrets-url ${urls.secrets} --secrets-product documented --secrets-token-from env:STAGE`,
    ),
    { env },
  );
  expect(stored.code).toBe(0);
  const { code, stdout, stderr } = await runCli(words('export stage@pki-role:web'), { env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('kind: pki-role\nname: web\n');
});

test('a folder with the name of a file is refused', async () => {
  const file = join(folder, 'taken');
  writeFileSync(file, 'kept');
  const { code, stderr } = await trivet(`export pki-role:web --dir ${file}`);
  expect({ code, stderr }).toEqual({
    code: 74,
    stderr: `trivet: cannot write ${file}: it exists and is not a folder\n`,
  });
  expect(readFileSync(file, 'utf8')).toBe('kept');
});

test('--all exports every kind, and says which it could not', async () => {
  const { code, stdout, stderr } = await trivet('export --all');
  expect(code, stderr).toBe(0);
  for (const kind of ['workspace', 'pki-role', 'pki-urls', 'cloud-config', 'ldap-set', 'job'])
    expect(stdout).toContain(`kind: ${kind}\n`);
  expect(stderr).toContain(
    'warning: cloud-static-role was left out: the API cannot list objects of this kind',
  );
  expect(stderr).toContain('trivet export cloud-static-role:NAME');
  const denied = await trivet('export --all', { env: { TRIVET_JOBS_TOKEN: 'wrong' } });
  expect(denied.code).toBe(10);
  expect(denied.stderr).toContain('warning: job: ');
  expect(denied.stdout).toContain('kind: workspace\n');
  expect((await trivet('export --all job')).code).toBe(2);
});

test.each(['--all', 'pki-role'])(
  '%s exports every mount of the profile, unless a flag names one',
  async (what) => {
    const { urls, tokens } = sandbox();
    const env = { TRIVET_CONFIG_DIR: join(folder, 'many'), SECRETS: tokens.owner };
    const run = (line: string) => runCli(words(line), { env });
    const set = `profile set many --secrets-url ${urls.secrets} --secrets-token-from env:SECRETS --secrets-product documented`;
    expect((await run(`${set} --pki-mount pki --pki-mount pki_int`)).code).toBe(0);
    const roles = async (flags: string): Promise<readonly string[]> => {
      const { stdout } = await run(`export ${what} -o json --profile many ${flags}`);
      const all = JSON.parse(stdout) as readonly { kind: string; name: string; mount?: string }[];
      return all.flatMap(({ kind, name, mount = '' }) => (kind === 'pki-role' ? [`${mount} ${name}`] : []));
    };
    expect(await roles('')).toEqual(expect.arrayContaining(['pki web', 'pki_int web']));
    expect((await roles('--mount pki_int')).filter((one) => !one.startsWith('pki_int '))).toEqual([]);
    const mountsIn = async (line: string): Promise<ReadonlySet<string>> => {
      const { stdout } = await run(`pki inventory -o json --profile many ${line}`);
      return new Set((JSON.parse(stdout) as readonly { mount: string }[]).map(({ mount }) => mount));
    };
    expect(await mountsIn('')).toEqual(new Set(['pki', 'pki_int']));
    expect(await mountsIn('--mount pki_int')).toEqual(new Set(['pki_int']));
  },
);

test('--all leaves out a service that is not configured, and says so', async () => {
  const env = Object.entries(environmentOf(sandbox())).filter(([name]) => name !== 'TRIVET_JOBS_URL');
  const { code, stdout, stderr } = await runCli(words('export --all'), {
    env: { ...Object.fromEntries(env), TRIVET_CONFIG_DIR: folder },
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('jobs: not configured\n') });
  expect(stderr).not.toContain('job:');
  expect(stdout).toContain('kind: workspace\n');
  const none = await runCli(words('export --all'), { env: { TRIVET_CONFIG_DIR: folder } });
  expect(none).toMatchObject({ code: 3, stderr: expect.stringContaining('no address is configured') });
});
