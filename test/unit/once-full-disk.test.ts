/** Tests that nothing is sent whose reply is given only once while no folder has room for it. */
import type * as fs from 'node:fs';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useSandbox } from '../support/sandbox.ts';

/** Whether the disk of a file has room for it. */
const disk = vi.hoisted(() => ({ isFull: (_path: string): boolean => false }));

vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof fs>();
  const open: typeof fs.promises.open = async (path, ...how) => {
    const file = await real.promises.open(path, ...how);
    if (disk.isFull(String(path)))
      file.writeFile = () =>
        Promise.reject(Object.assign(new Error('ENOSPC: write'), { code: 'ENOSPC', syscall: 'write' }));
    return file;
  };
  return { ...real, promises: { ...real.promises, open } };
});

const bench = useSandbox({ fresh: true });
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-once-'));
  writeFileSync(join(folder, 'lines'), 'ldap creds dev\n');
});
afterEach(() => {
  disk.isFull = () => false;
  rmSync(folder, { recursive: true });
});

const run = (line: string, io = {}) =>
  bench.trivet(line.replaceAll('DIR', folder), {
    cwd: folder,
    env: { TRIVET_STATE_DIR: join(folder, 'state') },
    io,
  });

const changes = (): readonly string[] =>
  bench
    .requests()
    .filter(({ method, path }) => method !== 'GET' || path.includes('/creds/'))
    .map(({ path }) => path);

const lines = [
  'pki issue web --common-name a.example.com --out DIR/new',
  'pki sign web --common-name a.example.com --new-key ec:256 --out DIR/new',
  'ldap creds dev --out DIR/file',
  'ldap library check-out team-a --out DIR/file',
  'aws creds ci --out DIR/file -o json',

  'batch run DIR/lines --out DIR/file',
  'api secrets POST /ldap/library/team-a/check-out --out DIR/file --reveal --yes',
];

describe.each(lines)('%s', (line) => {
  test('is refused before it is sent where no folder has room', async () => {
    disk.isFull = () => true;
    const { code, stderr } = await run(line);
    // The result of a line is in the file.
    const isBatch = line.startsWith('batch');
    const said = isBatch ? readFileSync(join(folder, 'file'), 'utf8') : stderr;
    expect(said).toMatch(/no folder has room for .*: no space left on the device/);
    expect(code).toBe(isBatch ? 10 : 3);
    expect(changes()).toEqual([]);
    const left = readdirSync(folder, { recursive: true }).map(String);
    expect(left.filter((name) => /recovered|\.trivet-/.test(name))).toEqual([]);
  });

  test('is done where there is room', async () => {
    const { code, stderr } = await run(line);
    expect(code, stderr).toBe(0);
    const left = readdirSync(folder, { recursive: true }).map(String);
    expect(left.filter((name) => /recovered|\.trivet-/.test(name))).toEqual([]);
  });
});

test('a recovery folder with room is enough, and so is a reader', async () => {
  disk.isFull = (path) => !path.includes('recovery');
  expect((await run('ldap creds dev --out DIR/file')).code).toBe(0);
  disk.isFull = () => true;
  expect((await run('ldap creds dev -o json')).code).toBe(0);
  expect((await run('ldap creds dev -o json', { placeOfOutput: join(folder, 'file') })).code).toBe(3);
});
