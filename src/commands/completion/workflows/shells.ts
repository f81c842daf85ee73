import { existsSync, readFileSync } from 'node:fs';
import { basename, isAbsolute, join } from 'node:path';
import { usageError } from '../../../system/error.ts';
import { shells } from '../shell-names.ts';
import type { Io } from '../../../system/io.ts';
import { shellWord } from '../../../catalogue/text/shell-words.ts';
import { userFolder } from '../../installed-file.ts';

export type Shell = (typeof shells)[number];

export type OfShell = Readonly<{ shell?: Shell | undefined }>;

export const wordsFile = 'dist/completions/trivet.words';

/** @throws TrivetError usage, without a shell */
export const scriptFile = (shell: Shell | undefined): string => {
  if (shell === undefined) throw usageError(`<shell> must be one of ${shells.join(', ')}`);
  return `dist/completions/trivet.${shell === 'powershell' ? 'ps1' : shell}`;
};

export const loginShell = ({ env, platform }: Io): Shell => {
  const name = basename(env['SHELL'] ?? '');
  const found = shells.find((shell) => shell === name);
  if (found !== undefined) return found;
  if (platform === 'win32') return 'powershell';
  throw usageError(
    name === '' ? 'the variable SHELL is not set' : `there is no completion script for ${name}`,
    `Name one: trivet completion install ${shells.join('|')}`,
  );
};

const hasBashCompletion = ({ XDG_DATA_DIRS: given, HOMEBREW_PREFIX: brew }: Io['env']): boolean =>
  [
    ...(given ?? '/usr/local/share:/usr/share').split(':'),
    ...(brew === undefined ? [] : [join(brew, 'share')]),
  ].some((folder) => existsSync(join(folder, 'bash-completion', 'bash_completion')));

const zshLooksIn = (folder: string, { FPATH, ZDOTDIR }: Io['env'], home = ''): boolean => {
  if (FPATH?.split(':').includes(folder) === true) return true;
  try {
    const text = readFileSync(join(ZDOTDIR ?? home, '.zshrc'), 'utf8');
    const names = [folder, ...['~', '$HOME', '${HOME}'].map((one) => folder.replace(home, one))];
    return text
      .split('\n')
      .some((line) => /^[^#]*fpath/i.test(line) && names.some((name) => line.includes(name)));
  } catch {
    return false;
  }
};

interface ScriptPlace {
  readonly folder: string;
  readonly file: string;
  readonly next?: string;
}

export const scriptPlaceOf = (shell: Shell, { env, home, platform }: Io): ScriptPlace => {
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
        ...(hasBashCompletion(env)
          ? {}
          : {
              next:
                'bash-completion, which loads it, is not installed: install that package, or add to ~/.bashrc: ' +
                `. ${shellWord(join(base, 'completions', 'trivet'))}`,
            }),
      };
    }
    case 'zsh': {
      const folder = join(data(), 'zsh', 'site-functions');
      return {
        folder,
        file: '_trivet',
        ...(zshLooksIn(folder, env, home)
          ? {}
          : {
              next: `zsh does not look there yet; before compinit, ~/.zshrc needs: fpath=(${shellWord(folder)} $fpath)`,
            }),
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
