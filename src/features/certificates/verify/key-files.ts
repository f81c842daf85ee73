/** Finds files of keys that others can read, even if no client minds. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileContent } from './folder-content.ts';

export const protect = 'Allow only the owner and its group to read the key: chmod 640, or 600.';

export const exposedIn = async (
  folder: string,
  contents: readonly FileContent[],
): Promise<readonly string[]> => {
  const found: string[] = [];
  const held = contents.flatMap(({ file, key }) => (key === undefined ? [] : [file]));
  for (const name of process.platform === 'win32' ? [] : held) {
    const there = await stat(join(folder, name)).catch(() => undefined);
    if (there === undefined) continue;
    const mode = (there.mode & 0o777).toString(8).padStart(4, '0');
    if ((there.mode & 0o007) !== 0) found.push(`everybody can use ${name} (mode ${mode})`);
    else if ((there.mode & 0o020) !== 0) found.push(`its group can replace ${name} (mode ${mode})`);
    if (there.uid !== 0 && there.uid !== process.getuid?.())
      found.push(`${name} belongs to another user (${there.uid})`);
  }
  return found;
};
