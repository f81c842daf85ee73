/** Removes the completion script that trivet wrote. */
import { removeFiles } from '../../../workflows/installed-file.ts';
import type { OfShell } from './shells.ts';
import type { Workflow } from '../../../engine/single/workflow.ts';
import { ownScript } from './own-script.ts';

const run: Workflow<OfShell> = ({ session, input }) => {
  removeFiles(session, [ownScript(input, session.world).file]);
  return Promise.resolve(0);
};

export default run;
