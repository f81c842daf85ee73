import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { TrivetError, usageError } from '../error.ts';
import type { Io } from '../io.ts';

/** The exit code of shells for a file that is not executable. */
export const notExecutable = 126;
export const notFound = 127;

type Place = Pick<Io, 'env' | 'platform' | 'cwd'>;

const check = async (path: string): Promise<'program' | 'no-program' | 'missing'> => {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return 'missing';
  if (!found.isFile()) return 'no-program';
  return access(path, constants.X_OK).then(
    () => 'program',
    () => 'no-program',
  );
};

const candidates = (name: string, { env, platform, cwd }: Place): readonly string[] => {
  const windows = platform === 'win32';
  const endings = windows ? ['', ...(env['PATHEXT'] ?? '.COM;.EXE').split(';')] : [''];
  const isPath = name.includes('/') || (windows && name.includes('\\'));
  const folders = isPath
    ? [cwd]
    : (env['PATH'] ?? env['Path'] ?? '/usr/bin:/bin')
        .split(windows ? ';' : ':')
        // An empty part or `.` is the working directory, where anyone may have put a file.
        .filter((folder) => isAbsolute(folder));
  return folders.flatMap((folder) =>
    endings.map((end) => (isPath ? resolve(folder, name + end) : join(folder, name + end))),
  );
};

/** @throws TrivetError exit 127 if it does not exist, 126 if it is not executable */
export const findProgram = async (name: string, place: Place): Promise<string> => {
  if (name === '' || name.includes('\0'))
    throw usageError('the name of the program is empty or has a NUL byte');
  const shown = JSON.stringify(name.slice(0, 200));
  let refused: string | undefined;
  for (const path of candidates(name, place)) {
    const kind = await check(path);
    if (kind === 'program') return path;
    if (kind === 'no-program') refused ??= path;
  }
  if (refused !== undefined) {
    throw new TrivetError(
      'not-executable',
      notExecutable,
      `${shown} cannot be run: ${refused} is not executable`,
    );
  }
  throw new TrivetError('not-found', notFound, `there is no program ${shown}`, {
    hint: name.includes('/') ? undefined : 'PATH was searched, without the working directory.',
  });
};
