import { installFiles } from '../../installed-file.ts';
import { loginShell } from './shells.ts';
import type { OfShell } from './shells.ts';
import type { Workflow } from '../../../run/single/workflow.ts';
import { ownFiles } from './own-files.ts';

const run: Workflow<OfShell> = async ({ session, input }) => {
  const { io, reporter, globals } = session;
  const { files, next } = ownFiles(input.shell ?? loginShell(io), io);
  await installFiles(session, files);
  if (next !== undefined) reporter.note(next);
  if (!globals.dryRun) reporter.note('Open a new shell to use it.');
  return 0;
};

export default run;
