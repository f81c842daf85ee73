/** Identifies a process although its ID may be reused. */
import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { platform } from 'node:os';
import { errorCode } from './system-error.ts';
import { machineMark } from './owner.ts';

export interface ProcessMark {
  readonly pid: number;
  readonly started: string;
  readonly place: string;
}

const place = (): string => {
  try {
    return `${machineMark()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return machineMark();
  }
};

const startedOnLinux = (pid: number): string | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The program's name, in parentheses, may contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ESRCH') return undefined;
    throw error;
  }
};

const startedByPs = (pid: number): string | undefined => {
  try {
    const env = { LC_ALL: 'C', TZ: 'UTC', PATH: '/bin:/usr/bin' };
    const stdio = ['ignore', 'pipe', 'ignore'] as const;
    return (
      execFileSync('ps', ['-o', 'lstart=', '-p', `${pid}`], {
        env,
        stdio: [...stdio],
        encoding: 'utf8',
      }).trim() || undefined
    );
  } catch {
    return undefined;
  }
};

const startOf = (pid: number): string | undefined => {
  if (platform() === 'linux') return startedOnLinux(pid);
  return platform() === 'win32' ? undefined : startedByPs(pid);
};

export const markOf = (pid: number): ProcessMark | undefined => {
  const started = startOf(pid);
  return started === undefined ? undefined : { pid, started, place: place() };
};

export const isRunning = (mark: ProcessMark): boolean =>
  mark.place === place() && startOf(mark.pid) === mark.started;

export const markIn = (value: unknown): ProcessMark | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const { pid, started, place: where }: Partial<Record<keyof ProcessMark, unknown>> = value;
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid <= 0) return undefined;
  return typeof started === 'string' && typeof where === 'string'
    ? { pid, started, place: where }
    : undefined;
};
