/** Writes a completion script where its shell looks for it, and reports the path. Changes no start file. */
import { installFiles } from '../../../workflows/installed-file.ts';
import type { OfShell } from './shells.ts';
import type { Workflow } from '../../../engine/single/workflow.ts';
import { ownScript } from './own-script.ts';

const run: Workflow<OfShell> = async ({ session, input }) => {
  const { file, next } = ownScript(input, session.world);
  await installFiles(session, [file]);
  if (next !== undefined) session.reporter.note(next);
  return 0;
};

export default run;
