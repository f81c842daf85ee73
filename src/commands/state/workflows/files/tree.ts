/** The files below operands: folders of this machine, or a revision of Git. */
import type { Dirent } from 'node:fs';
import { realpathSync, statSync } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { Exit, localError, TrivetError, usageError } from '../../../../system/error.ts';
import { readFailure } from '../../../../system/system-error.ts';
import { readFileOrInput } from '../../../../system/read-file.ts';
import type { Io } from '../../../../system/io.ts';

export interface FoundFile {
  readonly path: string;
  readonly folder?: string;
  readonly fault?: string;
}

interface Walk {
  readonly excluded: (path: string) => boolean;
  readonly signal: AbortSignal;
}

export interface Tree {
  /** Returns sorted files; throws TrivetError local for a missing operand. */
  files(operand: string, walk: Walk): Promise<readonly FoundFile[]>;
  read(path: string): Promise<Uint8Array>;
  /** Links are followed. */
  isInside(path: string, folder: string): boolean;
}

export const environmentsFile = 'trivet.yaml';

export const isHcl = (path: string): boolean => /\.(?:hcl|nomad)$/i.test(path);
export const isData = (path: string): boolean => /\.(?:ya?ml|json)$/i.test(path);

export const isCandidate = (path: string): boolean =>
  (isHcl(path) || isData(path)) && !/(?:^|[/\\])trivet\.yaml$/.test(path);

export const pathFrom = (file: string, named: string): string | undefined =>
  /^(?:[/\\~]|[A-Za-z]:)/.test(named) ? undefined : join(file === '-' ? '.' : dirname(file), named);

export const isBelow = (path: string, folder: string): boolean => {
  const within = relative(resolve(folder), resolve(path));
  return within !== '..' && !within.startsWith(`..${sep}`) && !/^(?:[/\\]|[A-Za-z]:)/.test(within);
};

const linkFault = (path: string, root: string): string | undefined => {
  try {
    if (!realpathSync(path).startsWith(`${root}${sep}`)) return 'a link that leads out of the folder';
    return statSync(path).isDirectory() ? 'a link to a folder; links to folders are not followed' : undefined;
  } catch (error) {
    return `a link to something that ${readFailure(error)}`;
  }
};

const entriesOf = async (folder: string): Promise<readonly Dirent[]> => {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    throw localError(`the folder ${folder} ${readFailure(error)}`, undefined, error);
  }
};

/** A larger folder does not hold only objects. */
const mostEntries = 50_000;

/** Sorted files, without hidden ones and links that lead out. */
const filesIn = async (folder: string, { excluded, signal }: Walk): Promise<readonly FoundFile[]> => {
  const root = await realpath(folder);
  const found: FoundFile[] = [];
  let entries = 0;
  const visit = async (current: string): Promise<void> => {
    for (const entry of await entriesOf(current)) {
      if (signal.aborted)
        throw new TrivetError(
          'interrupted',
          Exit.unreachable,
          `reading the folder ${folder} was interrupted`,
        );
      entries += 1;
      if (entries > mostEntries)
        throw usageError(
          `${folder} contains more than ${mostEntries} files and folders`,
          'Name the folder of the objects, or leave folders out with --exclude.',
        );
      const path = join(current, entry.name);
      if (entry.name.startsWith('.') || excluded(relative(folder, path).split(sep).join('/'))) continue;
      if (entry.isDirectory()) await visit(path);
      else if (isCandidate(path)) {
        const fault = entry.isSymbolicLink() ? linkFault(path, root) : undefined;
        found.push({ path, folder, ...(fault === undefined ? {} : { fault }) });
      }
    }
  };
  await visit(folder);
  return found;
};

export const diskTree = (io: Io): Tree => ({
  files: async (operand, walk) => {
    if (operand === '-') return [{ path: operand }];
    try {
      return (await stat(operand)).isDirectory() ? await filesIn(operand, walk) : [{ path: operand }];
    } catch (error) {
      if (error instanceof TrivetError) throw error;
      throw localError(`the file ${operand} ${readFailure(error)}`, undefined, error);
    }
  },
  read: (path) => readFileOrInput(path, io),
  isInside: (path, folder) => {
    if (!isBelow(path, folder)) return false;
    try {
      const root = realpathSync(folder);
      return isBelow(realpathSync(path), root);
    } catch {
      // The read reports a missing file.
      return true;
    }
  },
});
