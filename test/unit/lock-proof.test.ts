/** Tests that a lock is taken only from an owner that has ended for certain: whatever else fails, the owner is alive. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net, { Socket } from 'node:net';
import os from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { withLock } from '../../src/system/lock-file.ts';
import { isAlive, machineMark, ownerIn, tidyOwners } from '../../src/system/owner.ts';
import { errorOf, temporaryFolder } from './profiles-surroundings.ts';

const failing = (code: string | undefined): Error =>
  Object.assign(new Error(`connect ${code}`), code === undefined ? {} : { code, syscall: 'connect' });

/** Makes every connection to a socket fail. */
const connectFails = (code: string | undefined): void => {
  vi.spyOn(net, 'connect').mockImplementation(() => new Socket().destroy(failing(code)));
  syncBuiltinESMExports();
};

const runsOn = (platform: NodeJS.Platform): void => {
  vi.spyOn(os, 'platform').mockReturnValue(platform);
  syncBuiltinESMExports();
};

/** Bun, whose `connect` reports nearly every failure as a refusal. */
const bunFails = (work: () => Promise<Response>): void => {
  connectFails('ECONNREFUSED');
  vi.stubGlobal(
    'process',
    Object.create(process, { versions: { value: { ...process.versions, bun: '1' } } }),
  );
  vi.stubGlobal('fetch', work);
};

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  syncBuiltinESMExports();
});

interface Kept {
  readonly alive: boolean;
  readonly exit: number;
  /** The lock file as it was, and the socket. */
  readonly lock: boolean;
  readonly socket: boolean;
}

/** What happens to the lock of a living owner that has not touched it for two minutes. */
const lockOfLiving = async (fail: () => void): Promise<Kept> => {
  const path = join(temporaryFolder(), 'lock');
  return withLock(path, async () => {
    const past = new Date(Date.now() - 120_000);
    const content = readFileSync(path, 'utf8');
    const owner = ownerIn(JSON.parse(content));
    const socket = join(dirname(path), `.owner-${owner?.id}`);
    for (const file of [path, socket]) utimesSync(file, past, past);
    fail();
    const alive = await isAlive(dirname(path), owner, path);
    const { exit } = await errorOf(() => withLock(path, () => 1, { wait: 0 }));
    await tidyOwners(dirname(path), Date.now());
    return { alive, exit, lock: readFileSync(path, 'utf8') === content, socket: existsSync(socket) };
  });
};

const kept: Kept = { alive: true, exit: 3, lock: true, socket: true };

/** The lock of an owner whose socket is there and whose process has ended, and whether it was taken. */
const isTakenFrom = async (pid: number, fail: () => void): Promise<boolean> => {
  const folder = temporaryFolder();
  const path = join(folder, 'lock');
  const id = machineMark() + pid.toString(16).padStart(8, '0') + '0'.repeat(8);
  const content = JSON.stringify({ id, listens: true });
  writeFileSync(path, content);
  writeFileSync(join(folder, `.owner-${id}`), '');
  fail();
  return withLock(path, () => true, { wait: 0 }).catch(() => {
    expect(readFileSync(path, 'utf8')).toBe(content);
    expect(existsSync(join(folder, `.owner-${id}`))).toBe(true);
    return false;
  });
};

const unclear = [
  'EAGAIN',
  'EWOULDBLOCK',
  'EMFILE',
  'ENFILE',
  'ENOMEM',
  'ENOBUFS',
  'EACCES',
  'EPERM',
  'ENOENT',
  'ENOTDIR',
  'ELOOP',
  'EPROTOTYPE',
  'EINTR',
  'EIO',
  'ESTALE',
  'ETIMEDOUT',
  'ECONNRESET',
  'EPIPE',
  undefined,
];

/** A process that has ended, whose number no other has yet. */
const ended = (): number => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  return pid;
};

describe('the lock of a living owner is not taken', () => {
  it.each(unclear)('if a connection to its socket fails with %s', async (code) => {
    expect(await lockOfLiving(() => connectFails(code))).toEqual(kept);
  });

  it.each(unclear)('if Bun calls a failure with %s a refusal', async (code) => {
    expect(await lockOfLiving(() => bunFails(() => Promise.reject(failing(code))))).toEqual(kept);
  });

  it('if Bun gets a reply, or none in time', async () => {
    expect(await lockOfLiving(() => bunFails(() => Promise.resolve(new Response())))).toEqual(kept);
    const late = new DOMException('', 'TimeoutError');
    expect(await lockOfLiving(() => bunFails(() => Promise.reject(late)))).toEqual(kept);
  });

  it.each(['darwin', 'freebsd', 'win32'] as const)(
    'if a full queue refuses connections, on %s',
    async (platform) => {
      const fail = (): void => {
        connectFails('ECONNREFUSED');
        runsOn(platform);
      };
      expect(await lockOfLiving(fail)).toEqual(kept);
    },
  );
});

describe('the lock of an owner that has ended is taken', () => {
  it('if its socket refuses connections', async () => {
    expect(await isTakenFrom(ended(), () => connectFails('ECONNREFUSED'))).toBe(true);
    // The process ID can be that of another process, or of another container.
    expect(await isTakenFrom(process.pid, () => connectFails('ECONNREFUSED'))).toBe(true);
  });

  it('if Bun is refused in both ways', async () => {
    const fail = (): void => bunFails(() => Promise.reject(failing('ECONNREFUSED')));
    expect(await isTakenFrom(ended(), fail)).toBe(true);
  });

  it.each(['darwin', 'freebsd'] as const)('on %s, if its process has ended, too', async (platform) => {
    const fail = (): void => {
      connectFails('ECONNREFUSED');
      runsOn(platform);
    };
    expect(await isTakenFrom(ended(), fail)).toBe(true);
    expect(await isTakenFrom(process.pid, fail)).toBe(false);
    // No system has a process of that number.
    expect(await isTakenFrom(0xff_ff_ff_ff, fail)).toBe(true);
  });
});
