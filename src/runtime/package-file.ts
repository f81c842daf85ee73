/** Files that come with the program: completion scripts, the manifest. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { localError } from '../model/error.ts';

/** Where a file of the package is, by its path below the package's folder; undefined when the installation lacks it. */
export const packagePath = (path: string): string | undefined => {
  // Source files, bundled entry points and chunks lie one or two folders deep; the executable holds the files beside it.
  let folder = dirname(fileURLToPath(import.meta.url));
  for (let depth = 0; depth < 4; depth += 1) {
    if (existsSync(join(folder, path))) return join(folder, path);
    folder = dirname(folder);
  }
  return undefined;
};

/**
 * The text of a file of the package.
 * @throws TrivetError local, when the installation lacks it
 */
export const readPackageFile = (path: string): string => {
  const found = packagePath(path);
  if (found !== undefined) return readFileSync(found, 'utf8');
  throw localError(`the installation lacks ${path}`, 'Install trivet again; from its sources, run npm ci.');
};
