/** The shells that trivet completes words for: their scripts, and where each looks for them. */
import { basename, isAbsolute, join } from 'node:path';
import { usageError } from '../../../model/error.ts';
import { shells } from '../shell-names.ts';
import type { World } from '../../../world/world.ts';
import { userFolder } from '../../../workflows/installed-file.ts';

type Shell = (typeof shells)[number];

export type OfShell = Readonly<{ shell?: Shell | undefined }>;

/**
 * Returns the path of the script below the package's folder.
 * @throws TrivetError usage, when no shell was given
 */
export const scriptFile = (shell: Shell | undefined): string => {
  if (shell === undefined) throw usageError(`<shell> must be one of ${shells.join(', ')}`);
  return `completions/trivet.${shell === 'powershell' ? 'ps1' : shell}`;
};

/** The login shell. @throws TrivetError usage, when there is no script for the shell that SHELL names */
export const loginShell = ({ env, platform }: World): Shell => {
  const name = basename(env['SHELL'] ?? '');
  const found = shells.find((shell) => shell === name);
  if (found !== undefined) return found;
  if (platform === 'win32') return 'powershell';
  throw usageError(
    name === '' ? 'the variable SHELL is not set' : `there is no completion script for ${name}`,
    `Name one: trivet completion install ${shells.join('|')}`,
  );
};

interface ScriptPlace {
  readonly folder: string;
  readonly file: string;
  /** What the user still has to do; undefined: nothing. */
  readonly next?: string;
}

/** Returns where `shell` looks for the scripts of a user, if possible without a change of its start files. */
export const scriptPlaceOf = (shell: Shell, { env, home, platform }: World): ScriptPlace => {
  const below = (variable: string, ...rest: readonly string[]): string =>
    userFolder(env[variable], home, 'the script', rest);
  const data = (): string => below('XDG_DATA_HOME', '.local', 'share');
  const config = (): string => below('XDG_CONFIG_HOME', '.config');
  switch (shell) {
    case 'bash': {
      const chosen = env['BASH_COMPLETION_USER_DIR'];
      const base = chosen !== undefined && isAbsolute(chosen) ? chosen : join(data(), 'bash-completion');
      return {
        folder: join(base, 'completions'),
        file: 'trivet',
        next: 'The package bash-completion loads it in a new shell; without that package, source the file from ~/.bashrc.',
      };
    }
    case 'zsh': {
      const folder = join(data(), 'zsh', 'site-functions');
      return {
        folder,
        file: '_trivet',
        next: `Before compinit, ~/.zshrc needs: fpath=('${folder.replaceAll("'", String.raw`'\''`)}' $fpath)`,
      };
    }
    case 'fish':
      return { folder: join(config(), 'fish', 'completions'), file: 'trivet.fish' };
    case 'powershell': {
      const folder =
        platform === 'win32' ? below('', 'Documents', 'PowerShell') : join(config(), 'powershell');
      const file = 'trivet-completion.ps1';
      return {
        folder,
        file,
        next: `$PROFILE needs the line: . '${join(folder, file).replaceAll("'", "''")}'`,
      };
    }
  }
};
