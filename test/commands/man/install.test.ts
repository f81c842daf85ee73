/** Tests `trivet man install`, which writes the manual pages where man looks for those of a user. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCli } from '../../support/run-cli.ts';

const pages = resolve(import.meta.dirname, '../../../man');

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'trivet-man-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const install = (line: readonly string[] = []) =>
  runCli(['man', 'install', ...line], { env: { XDG_DATA_HOME: home } });
const folder = (): string => join(home, 'man', 'man1');

test('writes every page, prints the paths, and replaces pages that it wrote', async () => {
  for (let times = 0; times < 2; times += 1) {
    const { code, stdout, stderr } = await install();
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain(`wrote ${join(folder(), 'trivet-job.1')}`);
    expect(readdirSync(folder()).sort()).toEqual(readdirSync(pages).sort());
    for (const page of readdirSync(pages))
      expect(readFileSync(join(folder(), page), 'utf8')).toBe(readFileSync(join(pages, page), 'utf8'));
  }
});

test('--dry-run writes nothing', async () => {
  const { code, stderr } = await install(['--dry-run']);
  expect(code).toBe(0);
  expect(stderr).toMatch(/would write .*trivet\.1 \(\d+ bytes\)/);
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
  const { code } = await runCli(['man', 'uninstall'], { env: { XDG_DATA_HOME: home } });
  expect([code, readdirSync(folder())]).toEqual([0, ['other.1']]);
});

test('install says so where man does not look, and is quiet where it does', async () => {
  expect((await install()).stderr).toContain(`export MANPATH="${join(home, 'man')}:$MANPATH"`);
  const env = { XDG_DATA_HOME: home, MANPATH: `${join(home, 'man')}:` };
  expect((await runCli(['man', 'install'], { env })).stderr).not.toContain('does not look there');
});
