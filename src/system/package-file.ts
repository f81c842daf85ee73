import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { localError } from './error.ts';
import { executablePath } from './executable.ts';

export const packagePath = (path: string): string | undefined => {
  // Sources, entry points and chunks are one or two folders deep; the executable has the files beside it.
  let folder = dirname(fileURLToPath(import.meta.url));
  for (let depth = 0; depth < 4; depth += 1) {
    if (existsSync(join(folder, path))) return join(folder, path);
    folder = dirname(folder);
  }
  return undefined;
};

/** @throws TrivetError local, if the installation lacks it */
export const readPackageFile = (path: string): string => {
  const packed = executablePath === undefined ? undefined : packagePath(`${path}.gz`);
  if (packed !== undefined)
    return process.getBuiltinModule('node:zlib').gunzipSync(readFileSync(packed)).toString();
  const found = packagePath(path);
  if (found !== undefined) return readFileSync(found, 'utf8');
  throw localError(`the installation lacks ${path}`, 'Install trivet again; from its sources, run npm ci.');
};
