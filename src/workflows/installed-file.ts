/** Files that trivet puts into the user's folders: completion scripts, manual pages. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { localError } from '../model/error.ts';
import { makeFolder } from '../disk/make-folder.ts';
import { writeSafely } from '../disk/safe-file.ts';
import type { Session } from '../engine/session/session.ts';

/**
 * Returns the folder that an XDG variable gives, else `rest` below the home.
 * @param what what is to be written, for errors
 */
export const userFolder = (
  given: string | undefined,
  home: string | undefined,
  what: string,
  rest: readonly string[],
): string => {
  // The XDG specification: a relative path is invalid and ignored.
  if (given !== undefined && isAbsolute(given)) return given;
  if (home === undefined) throw localError(`there is no home directory for ${what}`);
  return join(home, ...rest);
};

export interface InstalledFile {
  readonly path: string;
  readonly text: string;
  /** Matches the beginning of every version of this file. */
  readonly mark: RegExp;
  /** The kind of file, for the error: "a trivet script". */
  readonly kind: string;
  /** The hint where trivet did not write the file. */
  readonly hint: string;
}

/** Refuses to replace a file that trivet did not write. */
const refuseForeign = ({ path, mark, kind, hint }: InstalledFile): void => {
  if (!existsSync(path)) return;
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw localError(`${path} exists and cannot be read`, undefined, error);
  }
  if (!mark.test(text.slice(0, 400))) throw localError(`${path} exists and is not ${kind}`, hint);
};

/** Writes all of `files`, or none where trivet did not write one of them; `--dry-run` only names them. */
export const installFiles = async (
  { reporter, globals }: Session,
  files: readonly InstalledFile[],
): Promise<void> => {
  for (const file of files) refuseForeign(file);
  for (const { path, text } of files) {
    if (globals.dryRun) {
      reporter.note(`would write ${path} (${Buffer.byteLength(text)} bytes)`);
    } else {
      makeFolder(dirname(path), 0o755);
      await writeSafely(path, Buffer.from(text), { mode: 0o644 });
      reporter.note(`wrote ${path}`);
    }
  }
};

/** Removes those of `files` that exist, or none where trivet did not write one of them; `--dry-run` only names them. */
export const removeFiles = ({ reporter, globals }: Session, files: readonly InstalledFile[]): void => {
  for (const file of files) refuseForeign(file);
  const there = files.filter(({ path }) => existsSync(path));
  for (const { path } of there) {
    if (globals.dryRun) {
      reporter.note(`would remove ${path}`);
      continue;
    }
    try {
      rmSync(path);
    } catch (error) {
      throw localError(`${path} cannot be removed`, undefined, error);
    }
    reporter.note(`removed ${path}`);
  }
  if (there.length === 0)
    reporter.note(`nothing to remove: there is no ${files.map(({ path }) => path).join(', ')}`);
};
