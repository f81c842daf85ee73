/**
 * Tests a safe write with each system call failing in turn: the old content stays, nothing is left, and it is exit 74.
 */
import { constants, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type * as promises from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { writeSafely } from '../../src/system/safe-file.ts';
import { errorOf, temporaryFolder } from './profiles-surroundings.ts';

type Promises = typeof promises;
type Opened = Awaited<ReturnType<Promises['open']>>;

const state = vi.hoisted(() => ({
  fail: undefined as string | undefined,
  code: 'EIO',
  /** The error of the fsync of a folder. */
  failFolder: undefined as string | undefined,
  short: false,
  opened: [] as { path: string; flags: number; mode: number }[],
  modeAtFirstByte: [] as number[],
}));

const broken = (call: string): void => {
  if (state.fail === call) throw Object.assign(new Error(`${state.code}: ${call}`), { code: state.code });
};

vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<Promises>();
  const open: Promises['open'] = async (path, flags, mode) => {
    const writing = typeof flags === 'number';
    if (writing) broken('open');
    const file = await real.open(path, flags, mode);
    if (!writing) {
      if (state.failFolder === undefined) return file;
      const code = state.failFolder;
      file.sync = () => Promise.reject(Object.assign(new Error(code), { code, syscall: 'fsync' }));
      return file;
    }
    state.opened.push({ path: String(path), flags, mode: Number(mode) });
    return new Proxy(file, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        return async (...args: unknown[]) => {
          broken(String(name));
          if (name === 'write') {
            state.modeAtFirstByte.push((await target.stat()).mode & 0o777);
            if (state.short) args[2] = Math.min(Number(args[2]), 3);
          }
          return Reflect.apply(value, target, args) as unknown;
        };
      },
    }) satisfies Opened;
  };
  const rename: Promises['rename'] = async (from, to) => {
    broken('rename');
    await real.rename(from, to);
  };
  return { ...real, open, rename };
});

afterEach(() => {
  state.fail = undefined;
  state.failFolder = undefined;
  state.code = 'EIO';
  state.short = false;
  state.opened.length = 0;
  state.modeAtFirstByte.length = 0;
});

it.each([
  ['open', 'EACCES'],
  ['stat', 'EIO'],
  ['write', 'ENOSPC'],
  ['write', 'EDQUOT'],
  ['sync', 'EIO'],
  ['rename', 'EXDEV'],
])('a write whose %s fails with %s is exit 74, and keeps the old content', async (call, code) => {
  const folder = temporaryFolder();
  const path = join(folder, 'file');
  writeFileSync(path, 'old', { mode: 0o600 });
  state.fail = call;
  state.code = code;
  const error = await errorOf(() => writeSafely(path, Buffer.from('new'), { mode: 0o600 }));
  expect([error.exit, error.code]).toEqual([74, 'output']);
  expect(error.message).toContain(path);
  expect(readFileSync(path, 'utf8')).toBe('old');
  expect(readdirSync(folder)).toEqual(['file']);
});

it.each(['EIO', 'ENOSPC', 'ESTALE'])('a folder whose fsync fails with %s is exit 74', async (code) => {
  const folder = temporaryFolder();
  state.failFolder = code;
  const error = await errorOf(() => writeSafely(join(folder, 'file'), Buffer.from('new'), { mode: 0o600 }));
  expect([error.exit, error.code]).toEqual([74, 'output']);
});

it('a file system that cannot sync folders is written to', async () => {
  const path = join(temporaryFolder(), 'file');
  state.failFolder = 'EINVAL';
  await writeSafely(path, Buffer.from('new'), { mode: 0o600 });
  expect(readFileSync(path, 'utf8')).toBe('new');
});

it('the new file is private before it has a byte, in the same folder, under an unpredictable name', async () => {
  const folder = temporaryFolder();
  await writeSafely(join(folder, 'a'), Buffer.from('new'), { mode: 0o600 });
  await writeSafely(join(folder, 'a'), Buffer.from('new'), { mode: 0o600 });
  expect(state.opened).toHaveLength(2);
  for (const { path, flags, mode } of state.opened) {
    const wanted = constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
    expect([flags & wanted, mode]).toEqual([wanted, 0o600]);
    expect(path).toMatch(new RegExp(`^${folder}/\\.trivet-[0-9a-f]{24}$`));
  }
  expect(new Set(state.opened.map(({ path }) => path)).size).toBe(2);
  expect(state.modeAtFirstByte).toEqual([0o600, 0o600]);
});

it('a disk that accepts three bytes at a time gets all of them', async () => {
  const path = join(temporaryFolder(), 'file');
  state.short = true;
  await writeSafely(path, Buffer.from('0123456789'), { mode: 0o600 });
  expect(readFileSync(path, 'utf8')).toBe('0123456789');
  expect(statSync(path).size).toBe(10);
});
