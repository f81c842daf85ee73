/** The completion script of a shell, where the shell looks for it. */
import { join } from 'node:path';
import { readPackageFile } from '../../../system/package-file.ts';
import type { InstalledFile } from '../../../workflows/installed-file.ts';
import type { World } from '../../../system/world.ts';
import { loginShell, scriptFile, scriptPlaceOf } from './shells.ts';
import type { OfShell } from './shells.ts';

interface OwnScript {
  readonly file: InstalledFile;
  /** What makes the shell look there, if it does not by itself. */
  readonly next: string | undefined;
}

export const ownScript = (input: OfShell, world: World): OwnScript => {
  const shell = input.shell ?? loginShell(world);
  const { folder, file, next } = scriptPlaceOf(shell, world);
  return {
    next,
    file: {
      path: join(folder, file),
      text: readPackageFile(scriptFile(shell)),
      mark: /^# trivet completion for /m,
      kind: 'a trivet script',
      hint: 'Move it away, or print the script: trivet completion SHELL',
    },
  };
};
