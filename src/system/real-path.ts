import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

export const realPath = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(realPath(folder), basename(path));
  }
};
