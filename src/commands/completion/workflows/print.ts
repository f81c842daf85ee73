import { readPackageFile } from '../../../system/package-file.ts';
import { scriptFile } from './shells.ts';
import type { OfShell } from './shells.ts';
import type { Workflow } from '../../../run/single/workflow.ts';

const run: Workflow<OfShell> = async ({ presenter, input }) => {
  await presenter.write(readPackageFile(scriptFile(input.shell)));
  return 0;
};

export default run;
