/** Relative paths of a call of the library begin in its `cwd`, whatever the working directory of the process is. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openLibrary } from '../../src/library.ts';
import { environmentOf, useSandbox } from '../support/sandbox.ts';

const bench = useSandbox({ fresh: true });
const home = mkdtempSync(join(tmpdir(), 'trivet-cwd-'));
afterAll(() => rmSync(home, { recursive: true }));

type Call = (...args: readonly unknown[]) => Promise<unknown>;
type Commands = Readonly<
  Record<'diff' | 'apply', Call> & {
    readonly pki: Readonly<Record<'verify' | 'inspect', Call>>;
    readonly workspace: Readonly<Record<'show', Call>>;
  }
>;

let cwd = '';
beforeEach(() => {
  cwd = mkdtempSync(join(home, 'work-'));
});

const open = async (more: object = {}, env: Readonly<Record<string, string | undefined>> = {}) =>
  (await openLibrary({
    cwd,
    env: { ...environmentOf(bench.sandbox()), TRIVET_CONFIG_DIR: join(home, 'config'), ...env },
    ...more,
  })) as Commands;

test('a diff and an apply of a folder', async () => {
  const library = await open({ organization: 'demo' });
  await bench.trivet(`export pki-role --dir ${join(cwd, 'files')}`);
  expect(await library.diff(['files'])).toEqual([]);
  expect(await library.apply(['files'], { yes: true })).toEqual([]);
});

test('objects, addresses and standard input are not paths', async () => {
  const library = await open();
  await bench.trivet(`export pki-role:web --dir ${cwd}`);
  const [file = ''] = readdirSync(cwd).filter((name) => name.includes('web'));
  expect(await library.diff(['pki-role:web', 'pki-role:web'])).toEqual([]);
  expect(await library.diff([file])).toEqual([]);
  await expect(library.diff(['gone'])).rejects.toThrow(join(cwd, 'gone'));
});

test('the file of a token, and that of a CA', async () => {
  const { TRIVET_WORKSPACES_TOKEN: token = '', ...env } = environmentOf(bench.sandbox());
  writeFileSync(join(cwd, 'token'), token, { mode: 0o600 });
  const library = await open({}, { ...env, TRIVET_WORKSPACES_TOKEN: undefined });
  expect(await library.workspace.show('dns-prod', { tokenFile: 'token' })).toMatchObject({
    name: 'dns-prod',
  });
  await expect(library.workspace.show('dns-prod', { tokenFile: 'token', caFile: 'ca.pem' })).rejects.toThrow(
    join(cwd, 'ca.pem'),
  );
});

test('a serial number is not a path', async () => {
  const library = await open();
  const serial = (await bench.trivet('pki cert list -o name')).stdout.split('\n')[0] ?? '';
  expect(await library.pki.inspect(serial)).toBeDefined();
});

test('a folder that is verified', async () => {
  mkdirSync(join(cwd, 'site'));
  writeFileSync(join(cwd, 'site', 'cert.pem'), 'no certificate');
  const library = await open();
  await expect(library.pki.verify('site')).rejects.toThrow(join(cwd, 'site'));
});
