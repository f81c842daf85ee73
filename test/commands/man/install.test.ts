/** Tests `trivet man install`, which writes the manual pages where man looks for those of a user. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { find } from '../../support/pty.ts';
import { runCli } from '../../support/run-cli.ts';

const pages = resolve(import.meta.dirname, '../../../man');

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'trivet-man-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const install = (line: readonly string[] = []) =>
  runCli(['man', 'install', ...line], { env: { XDG_DATA_HOME: home, PATH: process.env['PATH'] ?? '' } });
const folder = (): string => join(home, 'man', 'man1');

test('writes every page, prints the paths, and replaces pages that it wrote', async () => {
  for (let times = 0; times < 2; times += 1) {
    const { code, stdout, stderr } = await install();
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain(`wrote ${readdirSync(pages).length} files in ${folder()}`);
    expect(readdirSync(folder()).sort()).toEqual(readdirSync(pages).sort());
    for (const page of readdirSync(pages))
      expect(readFileSync(join(folder(), page), 'utf8')).toBe(readFileSync(join(pages, page), 'utf8'));
  }
});

test('--dry-run writes nothing', async () => {
  const { code, stderr } = await install(['--dry-run']);
  expect(code).toBe(0);
  expect(stderr).toContain(`would write ${readdirSync(pages).length} files in ${folder()}`);
  expect(existsSync(folder())).toBe(false);
});

test('a page that trivet did not write is not replaced, and nothing else is written', async () => {
  mkdirSync(folder(), { recursive: true });
  writeFileSync(join(folder(), 'trivet.1'), '.TH STOOL 1\n');
  const { code, stderr } = await install();
  expect(code).toBe(3);
  expect(stderr).toContain('is not a trivet manual page');
  expect(readdirSync(folder())).toEqual(['trivet.1']);
});

test('uninstall removes the pages that install wrote, and no other file', async () => {
  await install();
  writeFileSync(join(folder(), 'other.1'), 'kept');
  // That of a command which an earlier version had.
  writeFileSync(join(folder(), 'trivet-gone.1'), '.TH TRIVET-GONE 1\n');
  const { code } = await runCli(['man', 'uninstall'], { env: { XDG_DATA_HOME: home } });
  expect([code, readdirSync(folder())]).toEqual([0, ['other.1']]);
});

test('install says so where man does not look, and is quiet where it does', async () => {
  expect((await install()).stderr).toContain(`export MANPATH="${join(home, 'man')}:$MANPATH"`);
  const env = {
    XDG_DATA_HOME: home,
    PATH: process.env['PATH'] ?? '',
    MANPATH: `${join(home, 'man')}:`,
  };
  expect((await runCli(['man', 'install'], { env })).stderr).not.toContain('does not look there');
});

test('install says so where man is not installed', async () => {
  const env = { XDG_DATA_HOME: home, PATH: home };
  expect((await runCli(['man', 'install'], { env })).stderr).toContain('install the package man-db');
  expect((await install()).stderr).not.toContain('man-db');
});

test.skipIf(find('man') === undefined)('man shows the page of each command', async () => {
  await install();
  const env = { PATH: process.env['PATH'], MANPATH: join(home, 'man'), MANWIDTH: '80' };
  for (const page of ['trivet', 'trivet-job', 'trivet-job-stop', 'trivet-pki-role-write']) {
    const { stdout, status } = spawnSync('man', ['-P', 'cat', page], { encoding: 'utf8', env });
    expect([page, status, stdout.split('\n').filter(Boolean)[1]]).toEqual([page, 0, 'NAME']);
  }
});
