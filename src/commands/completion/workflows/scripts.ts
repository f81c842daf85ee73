import { join } from 'node:path';
import { readPackageFile } from '../../../system/package-file.ts';
import type { Workflow } from '../../../run/single/workflow.ts';
import type { InstalledFile } from '../../installed-file.ts';
import { installFiles, removeFiles } from '../../installed-file.ts';
import { shells } from '../shell-names.ts';
import type { Io } from '../../../system/io.ts';
import { loginShell, scriptFile, scriptPlaceOf, wordsFile } from './shells.ts';
import type { OfShell, Shell } from './shells.ts';

interface OwnFiles {
  readonly files: readonly InstalledFile[];
  /** The word that follows, if the shell does not look there by itself. */
  readonly next: string | undefined;
}

const ownFiles = (shell: Shell, io: Io): OwnFiles => {
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

export const installScript: Workflow<OfShell> = async ({ session, input: { shell } }) => {
  const { io, reporter, globals } = session;
  const { files, next } = ownFiles(shell ?? loginShell(io), io);
  await installFiles(session, files);
  if (next !== undefined) reporter.note(next);
  if (!globals.dryRun) reporter.note('Open a new shell to use it.');
  return 0;
};

export const uninstallScript: Workflow<OfShell> = ({ session, input: { shell } }) => {
  const files = (shell === undefined ? shells : [shell]).flatMap((one) => ownFiles(one, session.io).files);
  removeFiles(session, files, shell === undefined ? 'completion script of trivet' : undefined);
  return Promise.resolve(0);
};
