/** Node learns that a pipe has no reader only from the next write; Linux shows it in /proc. */
import { lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { errorCode } from './system-error.ts';

const readable = 0o400;

const orNothing = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};

/** A process that cannot be inspected counts as reading. */
const isGone = (path: string, pipe: string): boolean => {
  try {
    return readlinkSync(path) !== pipe;
  } catch (error) {
    const code = errorCode(error);
    return code === 'ENOENT' || code === 'ESRCH';
  }
};

const findReader = (pipe: string): string | undefined => {
  for (const pid of orNothing(() => readdirSync('/proc')) ?? []) {
    if (!/^\d+$/.test(pid) || pid === String(process.pid)) continue;
    for (const file of orNothing(() => readdirSync(`/proc/${pid}/fd`)) ?? []) {
      const path = `/proc/${pid}/fd/${file}`;
      if (orNothing(() => readlinkSync(path)) !== pipe) continue;
      if (((orNothing(() => lstatSync(path))?.mode ?? 0) & readable) !== 0) return path;
    }
  }
  return undefined;
};

/** Undefined if it is unknown: no pipe, no /proc, or a reader of another user or container. */
export const pipeReader = (file: number): (() => boolean) | undefined => {
  const pipe = orNothing(() => readlinkSync(`/proc/self/fd/${file}`));
  if (pipe === undefined || !pipe.startsWith('pipe:')) return undefined;
  let reader = findReader(pipe);
  if (reader === undefined) return undefined;
  return () => {
    if (reader !== undefined && isGone(reader, pipe)) reader = findReader(pipe);
    return reader === undefined;
  };
};
