/** Prints the words that the completion scripts read, for a script that does not stand beside them. */
import { readPackageFile } from '../../../system/package-file.ts';
import { wordsFile } from './shells.ts';
import type { Workflow } from '../../../run/single/workflow.ts';

const run: Workflow = async ({ presenter }) => {
  await presenter.write(readPackageFile(wordsFile));
  return 0;
};

export default run;
