import { readPackageFile } from '../../../system/package-file.ts';
import { scriptFile, wordsFile } from './shells.ts';
import type { OfShell } from './shells.ts';
import type { Workflow } from '../../../run/single/workflow.ts';

const run: Workflow<OfShell> = async ({ command, presenter, input }) => {
  const file = command.path === 'completion words' ? wordsFile : scriptFile(input.shell);
  await presenter.write(readPackageFile(file));
  return 0;
};

export default run;
