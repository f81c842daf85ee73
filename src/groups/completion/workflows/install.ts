/** Writes a completion script where its shell looks for it, and reports the path. Changes no start file. */
import { join } from 'node:path';
import { readPackageFile } from '../../../world/package-file.ts';
import { installFiles } from '../../../workflows/installed-file.ts';
import { loginShell, scriptPlaceOf, scriptFile } from './shells.ts';
import type { OfShell } from './shells.ts';
import type { Workflow } from '../../../workflows/workflow.ts';

const run: Workflow<OfShell> = async ({ session, input }) => {
  const shell = input.shell ?? loginShell(session.world);
  const { folder, file, next } = scriptPlaceOf(shell, session.world);
  await installFiles(session, [
    {
      path: join(folder, file),
      text: readPackageFile(scriptFile(shell)),
      mark: /^# trivet completion for /m,
      kind: 'a trivet script',
      hint: 'Move it away, or print the script: trivet completion SHELL',
    },
  ]);
  if (next !== undefined) session.reporter.note(next);
  return 0;
};

export default run;
