/** Removes the manual pages that trivet wrote. */
import { removeFiles } from '../../../workflows/installed-file.ts';
import type { Workflow } from '../../../workflows/workflow.ts';
import { manualPages } from './pages.ts';

const run: Workflow = ({ session }) => {
  removeFiles(session, manualPages(session.world));
  return Promise.resolve(0);
};

export default run;
