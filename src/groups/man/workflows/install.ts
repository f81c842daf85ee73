/** Writes the manual pages where man looks for a user's own pages. */
import { delimiter, join } from 'node:path';
import { installFiles } from '../../../workflows/installed-file.ts';
import type { Workflow } from '../../../workflows/workflow.ts';
import { manFolder, manualPages } from './pages.ts';

const run: Workflow = async ({ session }) => {
  const { world, reporter } = session;
  const { env, home = '' } = world;
  await installFiles(session, manualPages(world));
  const folder = manFolder(world);
  // man derives its folders from PATH: ~/.local/bin stands for ~/.local/share/man.
  const derived = (env['PATH'] ?? '').split(delimiter).includes(join(home, '.local', 'bin'));
  const found = env['MANPATH'] === undefined ? derived : env['MANPATH'].split(delimiter).includes(folder);
  if (!found) reporter.note(`man does not look there yet; add to your start file: export MANPATH="${folder}:$MANPATH"`);
  return 0;
};

export default run;
