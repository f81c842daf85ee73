import { limits } from '../../../system/limits.ts';
import { delimiter, join } from 'node:path';
import { childEnvironment } from '../../../system/child/child-environment.ts';
import { capture } from '../../../system/child/child.ts';
import { findProgram } from '../../../system/child/find-program.ts';
import { installFiles, removeFiles } from '../../installed-file.ts';
import type { Workflow } from '../../../run/single/workflow.ts';
import type { Io } from '../../../system/io.ts';
import { installedPages, manFolder, manualPages } from './pages.ts';

const isThere = (program: string, io: Io): Promise<boolean> =>
  findProgram(program, io).then(
    () => true,
    () => false,
  );

const isSearched = async (folder: string, io: Io): Promise<boolean> => {
  const { env, home = '' } = io;
  // Only man-db has manpath.
  if (await isThere('manpath', io)) {
    const options = { env: childEnvironment(env, {}, () => false), maxBytes: 65_536, timeout: limits.manPath };
    const { exit, stdout } = await capture(['manpath', '-q'], io, options);
    if (exit === 0) return Buffer.from(stdout).toString('utf8').trim().split(delimiter).includes(folder);
  }
  // man derives folders from PATH: ~/.local/bin stands for ~/.local/share/man.
  if (env['MANPATH'] !== undefined) return env['MANPATH'].split(delimiter).includes(folder);
  return (env['PATH'] ?? '').split(delimiter).includes(join(home, '.local', 'bin'));
};

export const installPages: Workflow = async ({ session }) => {
  const { io, reporter } = session;
  await installFiles(session, await manualPages(session.program.catalogue, io));
  const folder = manFolder(io);
  if (!(await isThere('man', io)))
    reporter.note('man is not installed: install the package man-db (mandoc on Alpine)');
  if (!(await isSearched(folder, io)))
    reporter.note(`man does not look there yet; add to your start file: export MANPATH="${folder}:$MANPATH"`);
  return 0;
};

export const uninstallPages: Workflow = ({ session }) => {
  const { io } = session;
  removeFiles(session, installedPages(io), join(manFolder(io), 'man1', 'trivet.1'));
  return Promise.resolve(0);
};
