/** The owner of something in a shared folder, by a socket that only it serves: process IDs differ in containers. */
import { limits } from './limits.ts';
import {
  closeSync,
  constants,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { hostname, platform } from 'node:os';
import { join } from 'node:path';
import { errorCode } from './system-error.ts';
import { randomHex } from './random-hex.ts';
import { sha256 } from './values/sha256.ts';

export interface Owner {
  readonly id: string;
  readonly listens: boolean;
}

interface Ownership {
  readonly owner: Owner;
  beat(file: string): void;
  release(): void;
}

const beatTime = 10_000;
const staleTime = 60_000;
const longestPath = 100;

const socketName = (id: string): string => `.owner-${id}`;
const socketPattern = /^\.owner-([0-9a-f]{24})$/;
const clockPattern = /^\.clock-[0-9a-f]{24}$/;

const bootId = (): string => {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1');
  } catch {
    return hostname();
  }
};

/** Differs between machines and boots; containers of one machine share it, like sockets. */
export const machineMark = (): string => sha256(bootId()).slice(0, 8);

interface Address {
  readonly path: string;
  close(): void;
}

const addressOf = (folder: string, id: string): Address | undefined => {
  const close = (): void => undefined;
  if (platform() === 'win32') return { path: `\\\\.\\pipe\\trivet-${id}`, close };
  const path = join(folder, socketName(id));
  if (Buffer.byteLength(path) <= longestPath) return { path, close };
  if (platform() !== 'linux') return undefined;
  const file = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  return { path: `/proc/self/fd/${file}/${socketName(id)}`, close: () => closeSync(file) };
};

const listen = (path: string): Promise<Server | undefined> =>
  new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', () => resolve(undefined));
    server.listen(path, () => resolve(server));
    server.unref();
  });

const remove = (path: string): void => {
  try {
    unlinkSync(path);
  } catch {
    // The file was removed before, or never made.
  }
};

export const becomeOwner = async (folder: string): Promise<Ownership> => {
  const id = machineMark() + process.pid.toString(16).padStart(8, '0') + randomHex(4);
  const address = addressOf(folder, id);
  const server = address === undefined ? undefined : await listen(address.path);
  let beating: NodeJS.Timeout | undefined;
  return {
    owner: { id, listens: server !== undefined },
    beat: (file) => {
      clearInterval(beating);
      beating = setInterval(() => {
        try {
          utimesSync(file, new Date(), new Date());
        } catch {
          // The file was removed, or the file system is gone.
        }
      }, beatTime);
      beating.unref();
    },
    release: () => {
      clearInterval(beating);
      server?.close();
      remove(join(folder, socketName(id)));
      address?.close();
    },
  };
};

const exists = (path: string): boolean => {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    return errorCode(error) !== 'ENOENT';
  }
};

const connectFailure = (path: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    const socket = connect(path);
    socket.once('error', (error) => resolve(errorCode(error) ?? 'unknown'));
    socket.once('connect', () => {
      socket.destroy();
      resolve(undefined);
    });
  });

/** A stopped process accepts connections without a reply, which is not a refusal. */
const fetchFailure = async (path: string): Promise<string | undefined> => {
  const options: RequestInit & { readonly unix: string } = {
    unix: path,
    signal: AbortSignal.timeout(limits.owner),
  };
  try {
    await fetch('http://owner/', options);
    return undefined;
  } catch (error) {
    return errorCode(error) ?? 'unknown';
  }
};

/** Bun's `connect` reports a full queue and a lack of descriptors as ECONNREFUSED; its fetch does not. */
const isRefused = async (path: string, failure: string | undefined): Promise<boolean> =>
  failure === 'ECONNREFUSED' && (!('bun' in process.versions) || (await fetchFailure(path)) === failure);

/** A process of another user is EPERM, so it is alive. */
const hasEnded = (id: string): boolean => {
  try {
    process.kill(Number.parseInt(id.slice(8, 16), 16), 0);
    return false;
  } catch (error) {
    return errorCode(error) !== 'EPERM';
  }
};

/**
 * False only with proof that the owner ended: its socket refuses connections or is gone and, outside Linux, where a
 * full queue refuses too, its process ended. Undefined if the socket cannot be reached.
 */
const answers = async (folder: string, id: string): Promise<boolean | undefined> => {
  const address = addressOf(folder, id);
  if (address === undefined) return undefined;
  try {
    const failure = await connectFailure(address.path);
    const isGone = failure === 'ENOENT' && !exists(join(folder, socketName(id)));
    if (isGone && platform() !== 'win32') return false;
    if (!isGone && !(await isRefused(address.path, failure))) return true;
    return platform() !== 'linux' && !hasEnded(id);
  } finally {
    address.close();
  }
};

const changedAt = (file: string): number | undefined => {
  try {
    return statSync(file).mtimeMs;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
};

export const isOld = (file: string, now: number): boolean => {
  const changed = changedAt(file);
  return changed !== undefined && now - changed > staleTime;
};

const isStale = (folder: string, file: string): boolean => {
  const probe = join(folder, `.clock-${randomHex(12)}`);
  try {
    const changed = changedAt(file);
    if (changed === undefined) return true;
    writeFileSync(probe, '', { flag: 'wx', mode: 0o600 });
    return statSync(probe).mtimeMs - changed > staleTime;
  } catch {
    return false;
  } finally {
    remove(probe);
  }
};

/**
 * Whether `owner` is alive, in any container, with any process ID or clock. The age of `file` decides if its socket
 * cannot be reached, or no owner is recorded.
 */
export const isAlive = async (folder: string, owner: Owner | undefined, file: string): Promise<boolean> => {
  if (owner?.listens === true && owner.id.startsWith(machineMark())) {
    const alive = await answers(folder, owner.id);
    if (alive !== undefined) return alive;
  }
  return !isStale(folder, file);
};

export const forget = (folder: string, owner: Owner): void => remove(join(folder, socketName(owner.id)));

export const ownerIn = (value: unknown): Owner | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const { id, listens } = value as Readonly<Record<string, unknown>>;
  return typeof id === 'string' && /^[0-9a-f]{24}$/.test(id) ? { id, listens: listens === true } : undefined;
};

export const tidyOwners = async (folder: string, now: number): Promise<void> => {
  for (const name of readdirSync(folder)) {
    const id = socketPattern.exec(name)?.[1];
    const file = join(folder, name);
    if ((id === undefined && !clockPattern.test(name)) || !isOld(file, now)) continue;
    if (id !== undefined && (!id.startsWith(machineMark()) || (await answers(folder, id)) !== false))
      continue;
    remove(file);
  }
};
