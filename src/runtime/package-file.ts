/** Files that come with the program: completion scripts, the manifest. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { localError } from '../model/error.ts';

/**
 * The text of a file of the package, by its path below the package's folder.
 * @throws TrivetError local, when the installation lacks it
 */
export const readPackageFile = (path: string): string => {
  // Source files, bundled entry points and chunks lie one or two folders deep.
  let folder = dirname(fileURLToPath(import.meta.url));
  for (let depth = 0; depth < 3; depth += 1) {
    folder = dirname(folder);
    try {
      return readFileSync(join(folder, path), 'utf8');
    } catch {
      // One further up.
    }
  }
  throw localError(`the installation lacks ${path}`, 'Install trivet again; from its sources, run npm ci.');
};
