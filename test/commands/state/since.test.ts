/** Three ways: the files, the servers, and an earlier revision of the files in Git. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { serviceFile } from '../../support/job-files.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, requests, clear } = useSandbox({ fresh: true });
let top = '';
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'trivet-since-'));
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

const identity = {
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.com',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
};
const git = (...argv: readonly string[]): string =>
  execFileSync('git', argv, {
    cwd: top,
    env: { PATH: process.env['PATH'], HOME: top, ...identity },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** Writes files (null removes one) and commits all of them. */
const commit = (files: Readonly<Record<string, string | null>>): void => {
  if (!existsSync(join(top, '.git'))) git('init', '--quiet', '--initial-branch=main');
  for (const [name, text] of Object.entries(files)) {
    const path = join(top, name);
    mkdirSync(join(path, '..'), { recursive: true });
    if (text === null) rmSync(path);
    else writeFileSync(path, text);
  }
  git('add', '--all');
  git('commit', '--quiet', '--allow-empty', '--message=x');
};

const environments = (more = ''): string => `environments:\n  prod: { layers: [infra] }\n${more}`;
const role = (name: string, settings = 'ttl: 5h'): string =>
  `kind: pki-role\nname: ${name}\nsettings: { ${settings} }\n`;
const diff = (line = '') => trivet(`diff ${top} --env prod --since HEAD~1 --detailed-exitcode ${line}`);
const apply = (line = '') => trivet(`apply ${top} --env prod --yes ${line}`);
const exists = async (name: string): Promise<boolean> => (await trivet(`pki role show ${name}`)).code === 0;
const deletes = (): readonly string[] =>
  requests()
    .filter(({ method }) => method === 'DELETE')
    .map(({ path }) => path);

/** Two roles that are applied. */
const begun = async (): Promise<void> => {
  commit({ 'trivet.yaml': environments(), 'infra/a.yaml': role('aa'), 'infra/b.yaml': role('bb') });
  const applied = await apply();
  expect(applied.code, applied.stderr).toBe(0);
};

describe('an object that the files no longer name', () => {
  test('is not deleted; the line that deletes it is shown', async () => {
    await begun();
    commit({ 'infra/b.yaml': null });
    const shown = await diff();
    expect(shown.code, shown.stderr).toBe(11);
    expect(shown.stdout).toContain(
      'pki-role\tbb\tremoved\t\t' +
        join(top, 'infra/b.yaml') +
        ':1:1\tstays; to delete it, add to trivet.yaml: removed: [pki-role:bb]',
    );
    const applied = await apply('--since HEAD~1');
    expect(applied.code, applied.stderr).toBe(0);
    expect(applied.stderr).toContain('removed: [pki-role:bb]');
    expect(await exists('bb')).toBe(true);
    // Without a revision nobody knows of it.
    expect((await trivet(`diff ${top} --env prod --detailed-exitcode`)).code).toBe(0);
  });

  test('is deleted where trivet.yaml says so, as long as the server has what the files named', async () => {
    await begun();
    commit({ 'infra/b.yaml': null, 'trivet.yaml': environments('removed: [pki-role:bb]\n') });
    const shown = await diff();
    expect(shown.code, shown.stderr).toBe(11);
    expect(shown.stdout).toContain('pki-role\tbb\tdelete\t');
    await trivet('pki role update bb --ou somebody');
    // The files did not name this field.
    expect((await diff()).stdout).toContain('pki-role\tbb\tdelete\t');
    await trivet('pki role update bb --ttl 9h');
    const conflict = await apply('--since HEAD~1');
    expect(conflict.code, conflict.stderr).toBe(10);
    expect(conflict.stdout).toContain('not deleted: the server has other values than the files had: ttl');
    expect(conflict.stderr).toMatch(/nothing is written: \d+ objects? match(?:es)? the files, 1 conflict\n/);
    expect(conflict.stderr).not.toContain('nothing to change');
    expect(await exists('bb')).toBe(true);
    await trivet('pki role update bb --ttl 5h');
    clear();
    const applied = await apply('--since HEAD~1');
    expect(applied.code, applied.stdout + applied.stderr).toBe(0);
    expect(deletes()).toEqual(['/v1/pki/roles/bb']);
    expect(await exists('bb')).toBe(false);
    // The line may stay.
    expect((await diff()).code).toBe(0);
    expect((await apply('--since HEAD')).code).toBe(0);
  });

  test('is deleted by a document with state: absent, which keeps its scope', async () => {
    await begun();
    commit({ 'infra/b.yaml': 'kind: pki-role\nname: bb\nmount: pki\nstate: absent\n' });
    clear();
    const applied = await apply('--since HEAD~1');
    expect(applied.code, applied.stdout + applied.stderr).toBe(0);
    expect(deletes()).toEqual(['/v1/pki/roles/bb']);
  });

  test('stays where no revision shows what it was', async () => {
    await begun();
    commit({
      'infra/b.yaml': null,
      'trivet.yaml':
        'environments:\n  prod: { layers: [infra], removed: [pki-role:web] }\nremoved: [pki-role:bb]\n',
    });
    clear();
    const without = await apply();
    expect(without.code).toBe(10);
    expect(without.stdout).toContain('give --since with a revision that names it');
    const never = await apply('--since HEAD~1');
    expect(never.code, never.stderr).toBe(10);
    expect(deletes()).toEqual(['/v1/pki/roles/bb']);
    expect(await exists('web')).toBe(true);
  });

  test('is deleted only if the operands choose the file that had it', async () => {
    await begun();
    commit({
      'infra/a.yaml': role('cc').replace('settings', 'renamed-from: aa\nsettings'),
      'infra/b.yaml': null,
      'infra/d.yaml': role('dd'),
      'trivet.yaml': environments('removed: [pki-role:bb]\n'),
    });
    clear();
    const run = (line: string) => trivet(`apply ${line} --env prod --since HEAD~1 --yes`);
    const some = await run(join(top, 'infra/d.yaml'));
    expect(some.code, some.stdout + some.stderr).toBe(0);
    expect(deletes()).toEqual([]);
    expect(await exists('dd')).toBe(true);
    const first = await run(join(top, 'infra/a.yaml'));
    expect(first.code, first.stdout + first.stderr).toBe(0);
    expect(deletes()).toEqual(['/v1/pki/roles/aa']);
    expect((await run(top)).code).toBe(0);
    expect(deletes()).toEqual(['/v1/pki/roles/aa', '/v1/pki/roles/bb']);
  });

  test('is refused where files name it, too', async () => {
    await begun();
    commit({ 'trivet.yaml': environments('removed: [pki-role:bb]\n') });
    clear();
    const refused = await apply('--since HEAD~1');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(
      `trivet.yaml:3:11: pki-role bb in mount pki is to be deleted, and ${join(top, 'infra/b.yaml')}:1:1 names it`,
    );
    expect(requests()).toEqual([]);
  });

  test('and that was moved to another file, layer, scope or environment is not proposed', async () => {
    await begun();
    commit({ 'infra/b.yaml': null, 'infra/deep/moved.yaml': role('bb') });
    expect((await diff()).code).toBe(0);
    commit({ 'infra/deep/moved.yaml': null, 'other/b.yaml': role('bb') });
    const elsewhere = await diff();
    expect(elsewhere.stdout).toContain('\tmoved\t');
    expect(elsewhere.stdout).toContain(`is now in ${join(top, 'other/b.yaml')}:1:1`);
    commit({ 'other/b.yaml': `${role('bb')}mount: other\n` });
    expect((await trivet(`diff ${top} --env prod --since HEAD~2`)).stdout).toContain('\tmoved\t');
  });

  test('of the kind job stays named by its job file only where a layer or a document has that file', async () => {
    const layers = 'environments:\n  prod: { layers: [infra] }\n  next: { layers: [later] }\n';
    const document = 'kind: job\nname: one\nfile: ../jobs/one.nomad.hcl\n';
    commit({ 'trivet.yaml': layers, 'infra/one.yaml': document, 'jobs/one.nomad.hcl': serviceFile('one') });
    expect((await apply()).code).toBe(0);
    commit({ 'infra/one.yaml': null });
    const shown = await diff();
    expect(shown.code, shown.stderr).toBe(11);
    expect(shown.stdout).toContain('\tremoved\t');
    expect(shown.stdout).toContain('stays; to delete it, add to trivet.yaml: removed: [');
    const since = (revision: string) => trivet(`diff ${top} --env prod --since ${revision}`);
    commit({ 'later/one.yaml': document.replace('name: one\n', '') });
    expect((await since('HEAD~2')).stdout).toContain(`is now in ${join(top, 'jobs/one.nomad.hcl')}`);
    commit({ 'later/one.yaml': document.replace('one', 'two') });
    expect((await since('HEAD~3')).stdout).toContain('\tremoved\t');
    commit({ 'later/one.yaml': null, 'jobs/one.nomad.hcl': null, 'later/one.nomad.hcl': serviceFile('one') });
    expect((await since('HEAD~4')).stdout).toContain(`is now in ${join(top, 'later/one.nomad.hcl')}`);
  });

  test('and has its name from the server is deleted by its ID', async () => {
    const text = (title: string): string =>
      `kind: message\nsettings: { title: ${title}, message: m, start_time: "2026-01-01T00:00:00Z" }\n`;
    commit({ 'trivet.yaml': environments(), 'infra/m.yaml': text('one'), 'infra/n.yaml': text('two') });
    expect((await apply()).code).toBe(0);
    commit({ 'infra/n.yaml': null });
    const shown = await diff('-o json');
    expect(shown.code).toBe(11);
    const [row] = JSON.parse(shown.stdout) as readonly Record<string, string>[];
    const id = row?.['name'] ?? '';
    expect(row).toMatchObject({ action: 'removed', reason: expect.stringContaining(`[message:${id}]`) });
    expect((await trivet(`message show ${id} --field title`)).stdout).toBe('two');
    commit({ 'trivet.yaml': environments(`removed: [message:${id}]\n`) });
    const applied = await apply('--since HEAD~2');
    expect(applied.code, applied.stdout + applied.stderr).toBe(0);
    expect((await trivet(`message show ${id}`)).code).toBe(5);
    commit({ 'infra/n.yaml': text('two') });
    expect((await apply()).code).toBe(0);
    const kept = (await trivet("message list --where 'title=one' -o name")).stdout.trim();
    commit({ 'trivet.yaml': environments(`removed: [message:${kept}]\n`) });
    const both = await apply('--since HEAD~1');
    expect(both.code).toBe(2);
    expect(both.stderr).toContain('infra/m.yaml:1:1 names it');
  });

  test('is changed and deleted by its name where its reply has the ID of something else', async () => {
    const file = (period: string): string =>
      `kind: cloud-static-role\nname: timed\nsettings: { username: build-user, rotation_period: ${period} }\n`;
    for (const period of ['24h', '48h']) {
      commit({ 'trivet.yaml': environments(), 'infra/timed.yaml': file(period) });
      const applied = await apply('--allow-rotation');
      expect(applied.code, applied.stderr).toBe(0);
      const field = await trivet('cloud static-role show timed --field rotation_period');
      expect(field.stdout).toBe(String(Number.parseInt(period, 10) * 3600));
    }
    commit({ 'trivet.yaml': environments('removed: [cloud-static-role:timed]\n'), 'infra/timed.yaml': null });
    clear();
    const applied = await apply('--since HEAD~1');
    expect([applied.code, deletes()], applied.stderr).toEqual([0, ['/v1/cloud/static-roles/timed']]);
    expect((await trivet('cloud static-role show timed')).code).toBe(5);
  });

  test('of a second team stays as it is', async () => {
    await begun();
    await trivet('pki role write theirs --ttl 1h --yes');
    commit({ 'infra/b.yaml': null });
    expect((await diff()).stdout).not.toContain('theirs');
  });

  test('and is a job is stopped', async () => {
    const hcl =
      'job "gone" {\n  type = "batch"\n  group "g" {\n    task "t" { driver = "raw_exec" }\n  }\n}\n';
    commit({ 'trivet.yaml': environments(), 'infra/a.yaml': role('aa'), 'infra/gone.nomad.hcl': hcl });
    expect((await apply()).code).toBe(0);
    commit({ 'infra/gone.nomad.hcl': null });
    expect((await diff()).stdout).toContain('removed: [job:gone]');
    commit({ 'trivet.yaml': environments('removed: [job:gone]\n') });
    const applied = await apply('--since HEAD~2');
    expect(applied.code, applied.stdout + applied.stderr).toBe(0);
    expect((await trivet('job show gone --field Stop')).stdout).toBe('true');
    expect((await apply('--since HEAD~2')).code).toBe(0);
  });
});

describe('a field that the files no longer name', () => {
  test('goes back to what it was without them, so that a revert is a rollback', async () => {
    commit({
      'trivet.yaml': environments(),
      'infra/a.yaml': `${role('aa')}---\nkind: workspace\nname: net\nsettings:\n  description: d\n`,
    });
    expect((await apply()).code).toBe(0);
    commit({
      'infra/a.yaml': `${role('aa', 'ttl: 5h, ou: [x], no_store: true')}---\nkind: workspace\nname: net\nsettings:\n  description: d\n  auto-apply: true\n  trigger-patterns: [a]\ntags: [eu]\n`,
    });
    expect((await apply('--since HEAD~1')).code).toBe(0);
    git('-c', 'core.editor=true', 'revert', '--no-edit', 'HEAD');
    const shown = await diff('-o json');
    expect(shown.code, shown.stderr).toBe(11);
    const rows = JSON.parse(shown.stdout) as readonly Record<string, unknown>[];
    expect(rows.map((row) => [row['kind'], row['fields']])).toEqual([
      ['pki-role', ['ou', 'no_store']],
      ['workspace', ['auto-apply', 'trigger-patterns', 'tags']],
    ]);
    const applied = await apply('--since HEAD~1');
    expect(applied.code, applied.stdout + applied.stderr).toBe(0);
    expect((await diff()).code).toBe(0);
    expect((await trivet('workspace show net --field trigger-patterns')).stdout).toBe('');
    expect((await trivet('pki role show aa --field ttl')).stdout).toBe('18000');
  });

  test('goes back to its documented default, in every kind that has one', async () => {
    const ldif = '"dn: cn={{.Username}},dc=example,dc=com\\nchangetype: delete\\n"';
    const files = (more: boolean): string =>
      [
        `kind: workspace\nname: net\nsettings:\n  auto-apply: true\n${more ? '  description: d\n  working-directory: live\n' : ''}`,
        `kind: message\nsettings:\n  title: t\n  message: hello\n  start_time: "2026-01-01T00:00:00Z"\n${more ? '  authenticated: false\n  type: modal\n' : ''}`,
        `kind: ldap-role\nname: tmp\nsettings:\n  creation_ldif: ${ldif}\n  deletion_ldif: ${ldif}\n${more ? `  rollback_ldif: ${ldif}\n  default_ttl: 1h\n` : ''}`,
        `kind: ldap-set\nname: pool\nsettings:\n  service_account_names: [svc-four]\n${more ? '  ttl: 1h\n' : ''}`,
        `kind: pki-crl-config\nsettings:\n  auto_rebuild: false\n${more ? '  expiry: 96h\n' : ''}`,
        `kind: cloud-role\nname: dev\nsettings:\n  credential_type: iam_user\n  policy_arns: ['arn:aws:iam::aws:policy/ReadOnlyAccess']\n${more ? '  user_path: /dev/\n' : ''}`,
      ].join('---\n');
    commit({ 'trivet.yaml': environments(), 'infra/a.yaml': files(true) });
    const first = await apply('--allow-rotation');
    expect(first.code, first.stdout + first.stderr).toBe(0);
    commit({ 'infra/a.yaml': files(false) });
    const shown = await diff('-o json');
    expect(shown.code, shown.stderr).toBe(11);
    const rows = JSON.parse(shown.stdout) as readonly Record<string, unknown>[];
    expect(rows.map((row) => [row['kind'], row['fields']])).toEqual([
      ['workspace', ['description', 'working-directory']],
      ['message', ['type', 'authenticated']],
      ['ldap-role', ['rollback_ldif', 'default_ttl']],
      ['ldap-set', ['ttl']],
      ['pki-crl-config', ['expiry']],
      ['cloud-role', ['user_path']],
    ]);
    const applied = await apply('--since HEAD~1');
    expect(applied.code, applied.stdout + applied.stderr).toBe(0);
    expect((await diff()).code).toBe(0);
    expect((await trivet('ldap library show pool --field ttl')).stdout).toBe('86400');
    expect((await trivet('pki crl config show --field expiry')).stdout).toBe('72h');
  });

  test('and that its server needs is a row that counts', async () => {
    const set = (names: string): string => `kind: ldap-set\nname: pool\nsettings: { ttl: 2h${names} }\n`;
    commit({ 'trivet.yaml': environments(), 'infra/a.yaml': set(', service_account_names: [svc-four]') });
    expect((await apply('--allow-rotation')).code).toBe(0);
    commit({ 'infra/a.yaml': set('') });
    expect((await diff()).stdout).toContain('service_account_names could not be compared');
    expect((await apply('--since HEAD~1')).code).toBe(10);
    expect((await trivet('ldap library show pool --field service_account_names')).stdout).toBe('svc-four');
  });

  test('and has no documented default is a row that counts', async () => {
    commit({
      'trivet.yaml': environments(),
      'infra/a.yaml': 'kind: workspace\nname: net\nsettings:\n  description: d\n  engine-version: "1.9.8"\n',
    });
    expect((await apply()).code).toBe(0);
    commit({ 'infra/a.yaml': 'kind: workspace\nname: net\nsettings:\n  description: d\n' });
    const shown = await diff();
    expect(shown.code).toBe(11);
    expect(shown.stdout).toContain(
      'engine-version could not be compared: the files no longer name it, and there is no value to go back to',
    );
  });
});

describe('a rename', () => {
  test('keeps a workspace, which its server can rename', async () => {
    commit({
      'trivet.yaml': environments(),
      'infra/a.yaml': 'kind: workspace\nname: old\nsettings: { description: d, auto-apply: true }\n',
    });
    expect((await apply()).code).toBe(0);
    const id = (await trivet('workspace show old --field id')).stdout;
    commit({
      'infra/a.yaml': 'kind: workspace\nname: new\nrenamed-from: old\nsettings: { description: d }\n',
    });
    const shown = await diff();
    expect(shown.stdout).toContain('workspace\tdemo/new\tupdate\tname,auto-apply\t');
    const applied = await apply('--since HEAD~1');
    expect(applied.code, applied.stdout + applied.stderr).toBe(0);
    expect((await trivet('workspace show new --field id')).stdout).toBe(id);
    expect((await diff()).code).toBe(0);
  });

  test('is a creation and a deletion elsewhere', async () => {
    await begun();
    commit({ 'infra/b.yaml': role('cc').replace('settings', 'renamed-from: bb\nsettings') });
    const shown = await diff();
    expect(shown.stdout).toContain('pki-role\tcc\tcreate\t');
    expect(shown.stdout).toContain('pki-role\tbb\tdelete\t');
    expect((await apply('--since HEAD~1')).code).toBe(0);
    expect([await exists('bb'), await exists('cc')]).toEqual([false, true]);
    expect((await diff()).code).toBe(0);
  });
});

test('secrets are written when their version differs from that of the revision', async () => {
  const config = (version: number): string =>
    `kind: ldap-config\nsecrets-version: ${version}\nsettings: { bindpass: env:BIND }\n`;
  commit({ 'trivet.yaml': environments(), 'infra/a.yaml': config(1) });
  expect((await trivet(`diff ${top} --env prod --detailed-exitcode`)).code).toBe(0);
  commit({ 'infra/a.yaml': config(2) });
  expect((await diff()).code).toBe(11);
  clear();
  const applied = await trivet(`apply ${top} --env prod --yes --since HEAD~1 --allow-env BIND`, {
    env: { BIND: 'hunter2-v2' },
  });
  expect(applied.code, applied.stderr).toBe(0);
  expect(requests().filter(({ method }) => method === 'POST')).toMatchObject([
    { body: { bindpass: 'hunter2-v2' } },
  ]);
});

describe('the revision', () => {
  test('has a name of its own for each environment, which is the plan’s commit, too', async () => {
    await begun();
    git('update-ref', 'refs/trivet/applied/prod', 'HEAD');
    commit({ 'infra/b.yaml': null, 'trivet.yaml': environments('removed: [pki-role:bb]\n') });
    const plan = join(top, 'plan.json');
    const shown = await trivet(`diff ${top} --env prod --since applied --plan-out ${plan}`);
    expect(shown.code, shown.stderr).toBe(0);
    git('update-ref', 'refs/trivet/applied/prod', 'HEAD');
    const applied = await trivet(`apply ${plan} --yes`);
    expect(applied.code, applied.stderr).toBe(0);
    expect(await exists('bb')).toBe(false);
    rmSync(plan);
    const unknown = await trivet(`diff ${top} --env prod --since refs/trivet/applied/dev`);
    expect(unknown.code).toBe(3);
    expect(unknown.stderr).toContain('git fetch origin refs/trivet/applied/dev:refs/trivet/applied/dev');
  });

  test('of a merge that was dropped shows what it had applied, and deletes nothing of it', async () => {
    await begun();
    commit({ 'infra/a.yaml': role('aa', 'ttl: 5h, ou: [x]'), 'infra/c.yaml': role('cc') });
    expect((await apply()).code).toBe(0);
    git('update-ref', 'refs/trivet/applied/prod', 'HEAD');
    git('reset', '--quiet', '--hard', 'HEAD~1');
    commit({ 'infra/d.yaml': role('dd') });
    const line = `${top} --env prod --since applied`;
    const shown = await trivet(`diff ${line} --detailed-exitcode`);
    expect(shown.code, shown.stderr).toBe(11);
    for (const row of ['pki-role\taa\tupdate\tou', 'pki-role\tdd\tcreate', 'pki-role\tcc\tremoved'])
      expect(shown.stdout).toContain(row);
    clear();
    expect((await trivet(`apply ${line} --yes`)).code).toBe(0);
    expect(deletes()).toEqual([]);
    expect(await exists('cc')).toBe(true);
  });

  test('that lacked the environment, the folder or trivet.yaml removes nothing', async () => {
    commit({ 'README.md': 'x' });
    commit({ 'trivet.yaml': environments(), 'infra/a.yaml': role('web') });
    const shown = await diff();
    expect(shown.code, shown.stderr).toBe(11);
    expect(shown.stdout).not.toContain('removed');
  });

  test.each([
    ['trivet.yaml', {}],
    ['environment prod', { 'trivet.yaml': 'environments:\n  other: { layers: [infra] }\n' }],
  ])('that lacks %s is named as such, although it has the object', async (lacks, before) => {
    commit({ 'infra/a.yaml': role('aa'), 'infra/b.yaml': role('bb'), ...before });
    commit({ 'trivet.yaml': environments('removed: [pki-role:bb]\n'), 'infra/b.yaml': null });
    const shown = await diff();
    expect(shown.stderr).toContain(`the revision of --since, HEAD~1, has no ${lacks}: nothing is deleted`);
    expect(shown.stderr).toContain(
      `role bb in mount pki is not deleted: the revision of --since has no ${lacks}`,
    );
    expect(shown.stderr).not.toContain('does not name it');
  });

  test('of a shallow clone says how to fetch all of it', async () => {
    await begun();
    commit({ 'infra/b.yaml': null });
    const clone = join(top, 'clone');
    git('clone', '--quiet', '--depth=1', `file://${top}`, clone);
    const shown = await trivet(`diff ${clone} --env prod --since HEAD~1`);
    expect(shown.code).toBe(3);
    expect(shown.stderr).toContain('The clone is shallow: fetch all of it (fetch-depth: 0');
  });

  test('is never taken for a flag of Git', async () => {
    await begun();
    for (const name of ['--upload-pack=touch', '--output=x', '-h', 'HEAD --', ':/nosuch', 'HEAD:infra'])
      expect((await trivet(`diff ${top} --env prod '--since=${name}'`)).code).toBe(3);
    expect(existsSync(join(top, 'x'))).toBe(false);
  });

  test('outside a repository is refused', async () => {
    mkdirSync(join(top, 'infra'));
    writeFileSync(join(top, 'infra/a.yaml'), role('aa'));
    const shown = await trivet(`diff ${join(top, 'infra')} --since HEAD`);
    expect(shown.code).toBe(3);
    expect(shown.stderr).toContain('is not in a Git repository');
  });
});

describe('Git runs nothing', () => {
  /** A program that leaves a mark. */
  const trap = (): { readonly program: string; readonly isSprung: () => boolean } => {
    const program = join(top, 'trap.sh');
    const mark = join(top, 'sprung');
    writeFileSync(program, `#!/bin/sh\ntouch ${mark}\ncat\n`);
    chmodSync(program, 0o755);
    return { program, isSprung: () => existsSync(mark) };
  };

  test('that the repository names: hooks, filters, text conversion, monitors, pagers', async () => {
    await begun();
    const { program, isSprung } = trap();
    commit({
      'infra/b.yaml': null,
      '.gitattributes': '*.yaml filter=evil diff=evil\n',
    });
    for (const [key, value] of [
      ['core.fsmonitor', program],
      ['core.hooksPath', top],
      ['core.pager', program],
      ['core.sshCommand', program],
      ['core.editor', program],
      ['filter.evil.smudge', program],
      ['filter.evil.clean', program],
      ['filter.evil.process', program],
      ['filter.evil.required', 'true'],
      ['diff.evil.textconv', program],
      ['diff.evil.command', program],
      ['diff.external', program],
      ['pager.cat-file', program],
      ['pager.ls-tree', program],
      ['alias.ls-tree', `!${program}`],
      ['alias.rev-parse', `!${program}`],
      ['remote.origin.url', `ext::${program}`],
      ['remote.origin.promisor', 'true'],
      ['remote.origin.partialclonefilter', 'blob:none'],
      ['extensions.partialClone', 'origin'],
      ['protocol.ext.allow', 'always'],
    ] as const)
      git('config', key, value);
    for (const hook of ['post-checkout', 'post-index-change', 'reference-transaction', 'pre-auto-gc']) {
      writeFileSync(join(top, '.git', 'hooks', hook), `#!/bin/sh\n${program}\n`, { mode: 0o755 });
    }
    const shown = await diff();
    expect(shown.stdout).toContain('removed: [pki-role:bb]');
    expect(isSprung()).toBe(false);
  });

  test('of a bare repository among the files', async () => {
    await begun();
    const { program, isSprung } = trap();
    execFileSync('git', ['init', '--quiet', '--bare', join(top, 'infra')], {
      env: { PATH: process.env['PATH'] },
    });
    for (const key of ['core.fsmonitor', 'core.pager', 'alias.ls-tree', 'alias.cat-file'])
      execFileSync('git', ['--git-dir', join(top, 'infra'), 'config', key, `!${program}`], {
        env: { PATH: process.env['PATH'] },
      });
    commit({ 'infra/b.yaml': null });
    const shown = await trivet(`diff ${join(top, 'infra')} --since HEAD~1 --exclude config`);
    expect(shown.code, shown.stderr).toBe(0);
    expect(shown.stdout).toContain('removed');
    expect(isSprung()).toBe(false);
  });

  test('that the working directory has under the name git', async () => {
    await begun();
    const { program, isSprung } = trap();
    writeFileSync(join(top, 'git'), `#!/bin/sh\n${program}\n`, { mode: 0o755 });
    const shown = await trivet(`diff ${top} --env prod --since HEAD`, {
      env: { PATH: `.:${process.env['PATH'] ?? ''}` },
    });
    expect(shown.code, shown.stderr).toBe(0);
    expect(isSprung()).toBe(false);
  });

  test('with variables that lead elsewhere', async () => {
    await begun();
    const { program, isSprung } = trap();
    const env = {
      GIT_DIR: '/nonexistent',
      GIT_WORK_TREE: '/nonexistent',
      GIT_EXTERNAL_DIFF: program,
      GIT_SSH_COMMAND: program,
      GIT_PAGER: program,
      GIT_EXEC_PATH: top,
      GIT_OBJECT_DIRECTORY: '/nonexistent',
    };
    const shown = await trivet(`diff ${top} --env prod --since HEAD`, { env });
    expect(shown.code, shown.stderr).toBe(0);
    expect(isSprung()).toBe(false);
  });
});

test.each([
  ['by its path from the working directory', 'sub/one.yaml', ''],
  ['below the working directory', './one.yaml', 'sub'],
  ['by its whole path', '', ''],
])('one file is compared with its own earlier version, named %s', async (_, given, within) => {
  commit({ 'sub/one.yaml': role('aa', 'ttl: 5h, max_ttl: 9h'), 'sub/two.yaml': role('bb') });
  expect((await trivet(`apply ${join(top, 'sub')} --yes`)).code).toBe(0);
  commit({ 'sub/one.yaml': role('aa'), 'sub/two.yaml': null });
  const before = process.cwd();
  onTestFinished(() => process.chdir(before));
  process.chdir(join(top, within));
  const options = { cwd: join(top, within) };
  const operand = given === '' ? join(top, 'sub/one.yaml') : given;
  const shown = await trivet(`diff ${operand} --since HEAD~1 --detailed-exitcode`, options);
  expect([shown.code, shown.stdout], shown.stderr).toEqual([11, expect.stringContaining('max_ttl')]);
  expect(shown.stdout).not.toContain('bb');
  const removal = role('aa').replace('settings: { ttl: 5h }', 'state: absent');
  commit({ 'sub/one.yaml': removal });
  await trivet('pki role write aa --ttl 5h --yes');
  const gone = await trivet(`diff ${operand} --since HEAD~1 --detailed-exitcode`, options);
  expect([gone.code, gone.stdout], gone.stderr).toEqual([
    11,
    expect.stringContaining('pki-role\taa\tdelete'),
  ]);
  commit({ 'sub/one.yaml': null, 'sub/moved.yaml': role('aa') });
  const moved = await trivet(`diff ${operand.replace('one', 'moved')} --since HEAD~1`, options);
  expect(moved.stderr).toMatch(
    /the revision of --since, HEAD~1, has no file \S*moved\.yaml: nothing is deleted/,
  );
});
