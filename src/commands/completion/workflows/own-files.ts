import { join } from 'node:path';
import { readPackageFile } from '../../../system/package-file.ts';
import type { InstalledFile } from '../../installed-file.ts';
import type { Io } from '../../../system/io.ts';
import { scriptFile, scriptPlaceOf, wordsFile } from './shells.ts';
import type { Shell } from './shells.ts';

interface OwnFiles {
  readonly files: readonly InstalledFile[];
  /** The word that follows, if the shell does not look there by itself. */
  readonly next: string | undefined;
}

export const ownFiles = (shell: Shell, io: Io): OwnFiles => {
  const { folder, file, next } = scriptPlaceOf(shell, io);
  const installed = (name: string, source: string): InstalledFile => ({
    path: join(folder, name),
    text: readPackageFile(source),
    mark: /^# trivet completion for /m,
    kind: 'a trivet script',
    hint: 'Move it away, or print the script: trivet completion SHELL',
  });
  return { next, files: [installed(file, scriptFile(shell)), installed('trivet.words', wordsFile)] };
};
