/**
 * Tests what a server refuses: IDs of another server, tokens that may only read or not plan, and read-only profiles.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runCli, words } from '../../support/run-cli.ts';
import { environmentOf, useSandbox } from '../../support/sandbox.ts';

const { sandbox, trivet, json, requests, clear } = useSandbox();
const folder = mkdtempSync(join(tmpdir(), 'trivet-refused-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
const write = (text: string): string => {
  count += 1;
  const path = join(folder, String(count), 'file.yaml');
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  return path;
};

const writes = (): readonly string[] =>
  requests()
    .filter(({ method, path }) => !['GET', 'LIST'].includes(method) && !/\/(?:plan|jobs\/parse)$/.test(path))
    .map(({ method, path }) => `${method} ${path}`);

test('IDs that the server does not know are listed together, and everything else is created', async () => {
  const env = { TRIVET_CONFIG_DIR: join(folder, 'ids') };
  const file = write(
    [
      'kind: workspace\nname: pooled\nsettings:\n  auto-apply: true\n  execution-mode: agent\n  agent-pool-id: apool-AAAAAAAAAAAAAAAA\ntags: [eu]\n',
      'kind: workspace\nname: placed\nsettings: {description: x, project: prj-AAAAAAAAAAAAAAAA}\nssh-key: sshkey-AAAAAAAAAAAAAAAA\ntags: [eu]\n',
      'kind: workspace\nname: plain\nsettings: {description: y}\n',
    ].join('---\n'),
  );
  const applied = await trivet(`apply ${file} --yes -o jsonl`, { env });
  expect(applied.code, applied.stderr).toBe(10);
  const rows = applied.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const reasonOf = (name: string): unknown => rows.find((row) => row['name'] === `demo/${name}`)?.['reason'];
  expect(reasonOf('pooled')).toBe(
    'written without agent pool apool-AAAAAAAAAAAAAAAA, which the server does not know',
  );
  expect(reasonOf('placed')).toBe(
    'written without project prj-AAAAAAAAAAAAAAAA, SSH key sshkey-AAAAAAAAAAAAAAAA, which the server does not know',
  );
  expect(reasonOf('plain')).toBe(null);
  expect(applied.stderr).toContain(
    'IDs that the server does not know: SSH key sshkey-AAAAAAAAAAAAAAAA, agent pool apool-AAAAAAAAAAAAAAAA, project prj-AAAAAAAAAAAAAAAA.',
  );
  const left = (await json(`diff ${file}`)) as readonly Record<string, unknown>[];
  expect(left.map(({ name, fields }) => [name, fields])).toEqual([
    ['demo/pooled', ['agent-pool-id', 'execution-mode']],
    ['demo/placed', ['project', 'ssh-key']],
  ]);
});

test('objects that were written without an ID do not stop the run, however many they are', async () => {
  const env = { TRIVET_CONFIG_DIR: join(folder, 'many') };
  const names = Array.from({ length: 12 }, (_, place) => `moved-${place}`);
  const file = write(
    names
      .map((name) => `kind: workspace\nname: ${name}\nsettings: {project: prj-AAAAAAAAAAAAAAAA}\n`)
      .join('---\n'),
  );
  const applied = await trivet(`apply ${file} --yes`, { env });
  expect(applied.code, applied.stderr).toBe(10);
  expect(applied.stderr).toContain('0 done, 12 failed\n');
  const left = (await json(`diff ${file}`)) as readonly Record<string, unknown>[];
  expect(left.map(({ fields }) => fields)).toEqual(names.map(() => ['project']));
});

test('an ID that the server knows is kept beside one that it does not know', async () => {
  const made = (await json('workspace show acme/network-prod')) as {
    readonly data: {
      readonly relationships: { readonly project: { readonly data: { readonly id: string } } };
    };
  };
  const project = made.data.relationships.project.data.id;
  const file = write(
    `kind: workspace\nname: both\norganization: acme\nsettings: {project: ${project}, execution-mode: agent, agent-pool-id: apool-AAAAAAAAAAAAAAAA}\n`,
  );
  const env = { TRIVET_CONFIG_DIR: join(folder, 'both') };
  const applied = await trivet(`apply ${file} --yes`, { env });
  expect(applied.code, applied.stderr).toBe(10);
  expect(applied.stderr).toContain('does not know: agent pool apool-AAAAAAAAAAAAAAAA.');
  const left = (await json(`diff ${file}`)) as readonly Record<string, unknown>[];
  expect(left.map(({ fields }) => fields)).toEqual([['agent-pool-id', 'execution-mode']]);
});

test('a read-only token can compare; a refused write is a row, and nothing is changed', async () => {
  const env = { TRIVET_CONFIG_DIR: join(folder, 'reader') };
  const file = write('kind: pki-role\nname: web\nsettings: {ttl: 3h}\n');
  const compared = await trivet(`diff ${file} --detailed-exitcode`, { as: 'reader' });
  expect(compared).toMatchObject({ code: 11 });
  const present = async (): Promise<unknown> =>
    ((await json('pki role show web')) as { readonly data: unknown }).data;
  const before = await present();
  const denied = await trivet(`apply ${file} --yes`, { as: 'reader', env });
  expect(denied.code).toBe(10);
  expect(denied.stdout).toContain('pki-role\tweb\tupdate\tfailed\tttl\t');
  expect(denied.stdout).toContain('permission denied for POST /pki/roles/web');
  expect(await present()).toEqual(before);
  // A token with the permission continues the run.
  const [journal = ''] = readdirSync(join(folder, 'reader', 'receipts'));
  const resumed = await trivet(`apply --resume ${join(folder, 'reader', 'receipts', journal)} --yes`, {
    env,
  });
  expect(resumed, resumed.stderr).toMatchObject({ code: 0 });
  expect((await trivet(`diff ${file} --detailed-exitcode`)).code).toBe(0);
});

test('ten failures in a row end an apply, with a warning', async () => {
  const env = { TRIVET_CONFIG_DIR: join(folder, 'ten') };
  const roles = Array.from(
    { length: 12 },
    (_, place) => `kind: pki-role\nname: role-${place}\nsettings: {}\n`,
  );
  const { code, stderr } = await trivet(`apply ${write(roles.join('---\n'))} --yes --parallel 1`, {
    as: 'reader',
    env,
  });
  expect(code).toBe(10);
  expect(stderr).toContain('0 done, 10 failed, 2 not started');
  expect(stderr).toContain('warning: the run stopped after 10 failures in a row');
});

test('the hint about failures appears once, and in every row of JSON', async () => {
  const env = { TRIVET_CONFIG_DIR: join(folder, 'hints') };
  const file = write(
    'kind: pki-role\nname: web\nsettings: {ttl: 4h}\n---\nkind: pki-role\nname: ok\nsettings: {ttl: 4h}\n',
  );
  const applied = await trivet(`apply ${file} --yes -o jsonl`, { as: 'reader', env });
  const hint = /The token is known .* but not allowed to do this\./g;
  // The right that it needs is that of each role.
  for (const role of ['web', 'ok']) {
    expect(applied.stderr.split(`path "pki/roles/${role}"`)).toHaveLength(2);
    expect(applied.stderr).toMatch(new RegExp(`^pki-role ${role} in mount pki: The token is known`, 'm'));
  }
  const rows = applied.stdout.trim().split('\n');
  expect(rows.map((line) => (JSON.parse(line) as Record<string, unknown>)['hint'])).toEqual(
    rows.map(() => expect.stringMatching(hint)),
  );
  const jobs = write(
    `${(await trivet('export job:web')).stdout}---\nkind: pki-role\nname: web\nmount: missing\nsettings: {key_type: ec}\n`,
  );
  const compared = await trivet(`diff ${jobs} -o json`, { as: 'reader' });
  const [job, role] = JSON.parse(compared.stdout) as readonly Record<string, unknown>[];
  expect(job?.['hint']).toContain('submit-job');
  expect(typeof role?.['hint']).toBe('string');
  expect(compared.stderr.split('submit-job')).toHaveLength(2);
  expect(compared.stderr.split(String(role?.['hint']))).toHaveLength(2);
});

test('for a token that is not allowed to plan, the row of the job names the permission', async () => {
  const file = write(
    `${(await trivet('export job:web')).stdout}---\nkind: pki-role\nname: web\nsettings: {key_type: ec}\n`,
  );
  const denied = await trivet(`diff ${file} --detailed-exitcode -o json`, { as: 'reader' });
  expect(denied.code).toBe(4);
  expect(JSON.parse(denied.stdout)).toMatchObject([{ kind: 'job', name: 'web', action: 'failed' }]);
  expect(denied.stderr).toContain('1 of 2 could not be compared');
  expect(denied.stderr).toContain('submit-job');
});

test('with a token that is not allowed to parse job files, the other objects are compared, and Markdown has the reason', async () => {
  const role = write('kind: pki-role\nname: web\nsettings: {key_type: ec}\n');
  const job = join(role, '..', 'x.nomad');
  writeFileSync(job, 'job "unparsed" {\n  group "g" {}\n}\n');
  const denied = await trivet(`diff ${job} ${role} -o json`, { as: 'reader' });
  expect(denied.code).toBe(4);
  expect(JSON.parse(denied.stdout)).toMatchObject([
    { kind: 'job', name: 'unparsed', action: 'failed', reason: 'permission denied for POST /v1/jobs/parse' },
  ]);
  const comment = await trivet(`diff ${job} ${role} -o md`, { as: 'reader' });
  expect(comment.stdout).toContain('**trivet diff**: 0 differences, 1 unchanged, 1 could not be compared\n');
  expect(comment.stdout).toContain(
    '| job | unparsed | failed | `permission denied for POST /v1/jobs/parse` |\n',
  );
  clear();
  const applied = await trivet(`apply ${job} ${role} --yes`, { as: 'reader' });
  expect(applied.code).toBe(4);
  expect(writes()).toEqual([]);
});

test('with a read-only profile diff works, and apply sends nothing, even when it resumes', async () => {
  const config = { TRIVET_CONFIG_DIR: join(folder, 'read-only') };
  const file = write(
    `kind: pki-role\nname: ok\nsettings: {ttl: 1h}\n---\nkind: pki-role\nname: bad\nsettings: {ttl: 3h, max_ttl: 1h}\n---\n${(await trivet('export job:web')).stdout}`,
  );
  const failed = await trivet(`apply ${file} --yes`, { env: config });
  expect(failed.code).toBe(10);
  const [journal = ''] = readdirSync(join(folder, 'read-only', 'receipts'));
  const resume = `--resume ${join(folder, 'read-only', 'receipts', journal)}`;
  expect(failed.stderr).toContain(`To continue: trivet apply ${resume}`);
  // The addresses come from the profile.
  const rest = Object.entries(environmentOf(sandbox())).filter(([key]) => !key.endsWith('_URL'));
  const careful = { ...Object.fromEntries(rest), ...config, TRIVET_PROFILE: 'careful' };
  const asCareful = (line: string) => runCli(words(line), { env: careful });
  const { workspaces, secrets, jobs } = sandbox().urls;
  const set = `profile set careful --workspaces-url ${workspaces} --secrets-url ${secrets} --jobs-url ${jobs} --read-only`;
  expect((await runCli(words(set), { env: config })).code).toBe(0);
  clear();
  const compared = await asCareful(`diff ${file} --detailed-exitcode`);
  expect(compared, compared.stderr).toMatchObject({ code: 11 });
  for (const operand of [file, resume]) {
    const line = `apply ${operand} --yes`;
    const byVariable = await trivet(line, { env: { ...config, TRIVET_READ_ONLY: '1' } });
    for (const refused of [await asCareful(line), byVariable]) {
      expect(refused.code, refused.stderr).toBe(4);
      expect(refused.stderr).toMatch(/read-only|reads only/);
    }
  }
  expect(writes()).toEqual([]);
  expect((await asCareful(`apply ${file} --dry-run`)).code).toBe(0);
});
