import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { localError } from '../system/error.ts';
import { makeFolder } from '../system/make-folder.ts';
import { writeSafely } from '../system/safe-file.ts';
import type { Session } from '../run/session/session.ts';

/**
 * @param rest the path below the home folder
 * @param what to write, for errors
 */
export const userFolder = (
  given: string | undefined,
  home: string | undefined,
  what: string,
  rest: readonly string[],
): string => {
  // XDG says that relative paths are ignored.
  if (given !== undefined && isAbsolute(given)) return given;
  if (home === undefined) throw localError(`there is no home directory for ${what}`);
  return join(home, ...rest);
};

export interface OwnFile {
  readonly path: string;
  /** The beginning of every version of the file. */
  readonly mark: RegExp;
  readonly kind: string;
  readonly hint: string;
}

export interface InstalledFile extends OwnFile {
  readonly text: string;
}

const named = (paths: readonly string[], details: (path: string) => string): readonly string[] => {
  if (paths.length <= 2) return paths.map((path) => `${path}${details(path)}`);
  const folders = [...new Set(paths.map((path) => dirname(path)))];
  return folders.map(
    (folder) => `${paths.filter((path) => dirname(path) === folder).length} files in ${folder}`,
  );
};

const refuseForeign = ({ path, mark, kind, hint }: OwnFile): void => {
  if (!existsSync(path)) return;
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw localError(`${path} exists and cannot be read`, undefined, error);
  }
  if (!mark.test(text.slice(0, 400))) throw localError(`${path} exists and is not ${kind}`, hint);
};

/** Writes all files or none; `--dry-run` only names them. */
export const installFiles = async (
  { reporter, globals }: Session,
  files: readonly InstalledFile[],
): Promise<void> => {
  for (const file of files) refuseForeign(file);
  if (!globals.dryRun) {
    for (const { path, text } of files) {
      makeFolder(dirname(path), 0o755);
      await writeSafely(path, Buffer.from(text), { mode: 0o644 });
    }
  }
  const size = new Map(files.map(({ path, text }) => [path, Buffer.byteLength(text)]));
  const shown = named([...size.keys()], (path) => (globals.dryRun ? ` (${size.get(path)} bytes)` : ''));
  for (const one of shown) reporter.note(`${globals.dryRun ? 'would write' : 'wrote'} ${one}`);
};

/** `--dry-run` only names the files. @param first the file to name if none exists */
export const removeFiles = (
  { reporter, globals }: Session,
  files: readonly OwnFile[],
  first = files[0]?.path ?? '',
): void => {
  for (const file of files) refuseForeign(file);
  const there = files.filter(({ path }) => existsSync(path));
  if (!globals.dryRun) {
    for (const { path } of there) {
      try {
        rmSync(path);
      } catch (error) {
        throw localError(`${path} cannot be removed`, undefined, error);
      }
    }
  }
  for (const one of named(
    there.map(({ path }) => path),
    () => '',
  ))
    reporter.note(`${globals.dryRun ? 'would remove' : 'removed'} ${one}`);
  if (there.length === 0) reporter.note(`nothing to remove: there is no ${first}`);
};
