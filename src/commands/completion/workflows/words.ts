import { readPackageFile } from '../../../system/package-file.ts';
import { wordsFile } from './shells.ts';
import type { Workflow } from '../../../run/single/workflow.ts';

const run: Workflow = async ({ presenter }) => {
  await presenter.write(readPackageFile(wordsFile));
  return 0;
};

export default run;
