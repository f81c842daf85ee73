import { limits } from '../../../system/limits.ts';
import { delimiter, join } from 'node:path';
import { childEnvironment } from '../../../system/child/child-environment.ts';
import { capture } from '../../../system/child/child.ts';
import { findProgram } from '../../../system/child/find-program.ts';
import { installFiles } from '../../installed-file.ts';
import type { Workflow } from '../../../run/single/workflow.ts';
import type { World } from '../../../system/world.ts';
import { manFolder, manualPages } from './pages.ts';

const isThere = (program: string, world: World): Promise<boolean> =>
  findProgram(program, world).then(
    () => true,
    () => false,
  );

const isSearched = async (folder: string, world: World): Promise<boolean> => {
  const { env, home = '' } = world;
  // Only man-db has manpath.
  if (await isThere('manpath', world)) {
    const options = { env: childEnvironment(env, {}, () => false), maxBytes: 65_536, timeout: limits.manPath };
    const { exit, stdout } = await capture(['manpath', '-q'], world, options);
    if (exit === 0) return Buffer.from(stdout).toString('utf8').trim().split(delimiter).includes(folder);
  }
  // man derives folders from PATH: ~/.local/bin stands for ~/.local/share/man.
  if (env['MANPATH'] !== undefined) return env['MANPATH'].split(delimiter).includes(folder);
  return (env['PATH'] ?? '').split(delimiter).includes(join(home, '.local', 'bin'));
};

const run: Workflow = async ({ session }) => {
  const { world, reporter } = session;
  await installFiles(session, await manualPages(session.program.catalogue, world));
  const folder = manFolder(world);
  if (!(await isThere('man', world)))
    reporter.note('man is not installed: install the package man-db (mandoc on Alpine)');
  if (!(await isSearched(folder, world)))
    reporter.note(`man does not look there yet; add to your start file: export MANPATH="${folder}:$MANPATH"`);
  return 0;
};

export default run;
