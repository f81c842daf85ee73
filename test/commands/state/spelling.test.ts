/** Spellings that name one object: letters that the server lowers, and the slash that lists print after a path. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, requests, clear } = useSandbox({ fresh: true });
let top = '';
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'trivet-spelling-'));
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

const git = (...argv: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...argv], {
    cwd: top,
    env: { PATH: process.env['PATH'], HOME: top, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const write = (files: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(files)) {
    const path = join(top, name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text);
  }
};

const commit = (files: Readonly<Record<string, string>>): void => {
  write(files);
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message=x');
};

const set = (name: string, more = ''): string =>
  `kind: ldap-set\nname: ${name}\n${more}settings: { service_account_names: [svc-01], ttl: 1h }\n`;
const environment = (removed = ''): string => `environments:\n  own: { layers: [base] }\n${removed}`;
const role = (mount: string, ttl = '5h', more = ''): string =>
  `kind: pki-role\nname: same\nmount: ${mount}\n${more}settings: { ttl: ${ttl} }\n`;

/** Frees the account that the sets of these tests take. */
const freed = async (): Promise<void> => {
  expect((await trivet('ldap library delete team-a --yes')).code).toBe(0);
};

test('a set in other letters is the set of the server: nothing differs, and nothing is unmanaged', async () => {
  await freed();
  write({ 'a.yaml': set('UC-Case') });
  const applied = await trivet(`apply ${top} --yes --allow-rotation`);
  expect(applied.code, applied.stderr).toBe(0);
  expect((await trivet('ldap library list -o name')).stdout).toContain('uc-case\n');
  const shown = await trivet(`diff ${top} --unmanaged ldap-set --detailed-exitcode`);
  expect(shown.stdout).not.toContain('uc-case\tunmanaged');
  const written = await trivet(`export ldap-set:UC-Case --dir ${top}`);
  expect(written.stderr).toContain('wrote 0 files');
});

test('two documents that differ in letters only are one object in two places', async () => {
  write({ 'a.yaml': set('UC-Case'), 'b.yaml': set('uc-case') });
  const refused = await trivet(`apply ${top} --yes`);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('ldap-set uc-case in mount ldap is already in');
});

test('a set that a later layer spells otherwise is the set of the earlier one', async () => {
  write({
    'trivet.yaml': 'environments:\n  own: { layers: [base, own] }\n',
    'base/a.yaml': set('UC-Case'),
    'own/a.yaml': 'kind: ldap-set\nname: uc-case\nsettings: { max_ttl: 3h }\n',
  });
  const planned = await trivet(`diff ${top} --env own -o json`);
  expect(JSON.parse(planned.stdout)).toHaveLength(1);
});

test.each([
  ['a line of removed:', 'removed: [{ kind: ldap-set, name: UC-Case, mount: ldap }]\n', ''],
  ['renamed-from', '', 'renamed-from: UC-Case\n'],
])('a new spelling is not a removal of the old one: %s', async (_, removed, more) => {
  await freed();
  commit({ 'trivet.yaml': environment(), 'base/a.yaml': set('UC-Case') });
  expect((await trivet(`apply ${top} --env own --yes --allow-rotation`)).code).toBe(0);
  commit({ 'trivet.yaml': environment(), 'base/a.yaml': set('uc-case') });
  const shown = await trivet(`diff ${top} --env own --since HEAD~1 --detailed-exitcode`);
  expect(shown.code, shown.stdout).toBe(0);
  expect(shown.stdout).not.toContain('removed');
  write({ 'trivet.yaml': environment(removed), 'base/a.yaml': set('uc-case', more) });
  clear();
  const refused = await trivet(`apply ${top} --env own --since HEAD~1 --yes --allow-rotation`);
  expect(refused.code, refused.stderr).toBe(2);
  expect(refused.stderr).toContain('ldap-set uc-case in mount ldap is to be deleted, and');
  expect(requests().map(({ method }) => method)).not.toContain('DELETE');
});

test('a change of many counts an object once, whatever the letters are', async () => {
  const deleted = await trivet('ldap library delete - --yes --expect 1', {
    stdin: 'Team-A\nteam-a\n',
  });
  expect(deleted.code, deleted.stderr).toBe(0);
  expect(requests().filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

test('the name of a dynamic role is sent in lower case, which is the only one that is found again', async () => {
  write({ 'a.ldif': 'dn: cn={{.Username}},dc=example,dc=com\nobjectClass: person\n' });
  const written = await trivet(
    `ldap role write Uc-Dyn --creation-ldif @${top}/a.ldif --deletion-ldif @${top}/a.ldif`,
  );
  expect(written.code, written.stderr).toBe(0);
  expect((await trivet('ldap role show Uc-Dyn')).code).toBe(0);
  expect((await trivet('ldap static-role rotate App-01 --yes')).code).toBe(0);
});

test('roles of other engines keep their letters', async () => {
  write({ 'a.yaml': role('pki').replace('same', 'Same'), 'b.yaml': role('pki') });
  const applied = await trivet(`apply ${top} --yes`);
  expect(applied.code, applied.stderr).toBe(0);
  expect((await trivet('pki role list -o name')).stdout).toMatch(/^Same$[^]*^same$/m);
});

test('a mount and a namespace with the slash of a list are those without', async () => {
  write({ 'a.yaml': role('pki'), 'b.yaml': role('pki/'), 'c.yaml': role('pki', '5h', 'namespace: ""\n') });
  const refused = await trivet(`apply ${top} --yes`);
  expect(refused.code).toBe(2);
  expect(refused.stderr.match(/is already in/g)).toHaveLength(2);
  rmSync(join(top, 'b.yaml'));
  write({
    'a.yaml': role('pki', '5h', 'namespace: ucns/\n'),
    'c.yaml': role('pki', '5h', 'namespace: ucns\n'),
  });
  expect((await trivet(`apply ${top} --yes`)).stderr).toContain('is already in');
  rmSync(join(top, 'c.yaml'));
  // A flag is read in the same way.
  expect((await trivet(`diff ${top} --mount pki/ --namespace ucns`)).stderr).not.toContain('contradicts');
});

test('a namespace that does not exist is a failure, and not an absence of its objects', async () => {
  const typo = '--namespace ucns-typo';
  write({ 'a.yaml': role('pki') + 'state: absent\n' });
  for (const what of [`diff ${top}`, `apply ${top} --yes`, 'export pki-role:same']) {
    const failed = await trivet(`${what} ${typo}`);
    expect(failed.code, what).toBe(5);
    expect(failed.stderr).toContain('namespace not found');
  }
  write({ 'a.yaml': role('pki') });
  expect((await trivet(`diff ${top} ${typo} -o jsonl`)).stdout).toMatch(/"action":"failed"/);
  const status = await trivet('status -o jsonl', { env: { TRIVET_SECRETS_NAMESPACE: 'ucns-typo' } });
  expect(status.stdout).toContain('namespace not found');
});

test('a mount without its slash is not a removal of the one with it', async () => {
  commit({ 'trivet.yaml': environment(), 'base/a.yaml': role('pki/') });
  expect((await trivet(`apply ${top} --env own --yes`)).code).toBe(0);
  write({
    'trivet.yaml': environment('removed: [{ kind: pki-role, name: same, mount: pki/ }]\n'),
    'base/a.yaml': role('pki'),
  });
  const refused = await trivet(`apply ${top} --env own --since HEAD --yes`);
  expect(refused.code, refused.stderr).toBe(2);
  expect((await trivet('pki role show same')).code).toBe(0);
});

/** The two headers of a document by which one mount below a namespace is reached. */
const inNamespace = role('pki', '5h', 'namespace: team-a\n');
const belowPath = role('team-a/pki');

test('a mount in a namespace, and its whole path, are one mount: two documents are one object in two places', async () => {
  const urls = (mount: string, more = ''): string =>
    `kind: pki-urls\nmount: ${mount}\n${more}settings: { ocsp_servers: [] }\n`;
  write({
    'a.yaml': inNamespace,
    'b.yaml': belowPath,
    'c.yaml': urls('pki', 'namespace: team-a\n'),
    'd.yaml': urls('team-a/pki', 'namespace: root\n'),
  });
  const refused = await trivet(`apply ${top} --yes`);
  expect(refused.code).toBe(2);
  expect(refused.stderr.match(/is already in/g)).toHaveLength(2);
});

test.each([
  ['its whole path', inNamespace, 'mount: team-a/pki'],
  ['its namespace', belowPath, 'namespace: team-a, mount: pki'],
])(
  'a line of removed: that names the mount by %s does not delete what a file names',
  async (_, file, there) => {
    commit({ 'trivet.yaml': environment(), 'base/a.yaml': file });
    expect((await trivet(`apply ${top} --env own --yes`)).code).toBe(0);
    write({ 'trivet.yaml': environment(`removed: [{ kind: pki-role, name: same, ${there} }]\n`) });
    clear();
    const refused = await trivet(`apply ${top} --env own --since HEAD --yes`);
    expect(refused.code, refused.stderr).toBe(2);
    expect(refused.stderr).toMatch(/pki-role same in mount .* is to be deleted, and /);
    expect(requests().map(({ method }) => method)).not.toContain('DELETE');
  },
);

test('an object whose file names its mount otherwise since a revision is not gone', async () => {
  commit({ 'trivet.yaml': environment(), 'base/a.yaml': inNamespace });
  expect((await trivet(`apply ${top} --env own --yes`)).code).toBe(0);
  write({ 'base/a.yaml': belowPath });
  const shown = await trivet(`diff ${top} --env own --since HEAD --detailed-exitcode`);
  expect([shown.code, shown.stdout]).toEqual([0, '']);
  const unmanaged = await trivet(`diff ${top} --env own --unmanaged pki-role`);
  expect(unmanaged.stdout).not.toContain('same\tunmanaged');
});
