import { readPackageFile } from '../../../system/package-file.ts';
import type { Presenter } from '../../../run/presenter/presenter.ts';
import { scriptFile, wordsFile } from './shells.ts';
import type { OfShell } from './shells.ts';
import type { Workflow } from '../../../run/single/workflow.ts';

const print = async (presenter: Presenter, file: string): Promise<number> => {
  await presenter.write(readPackageFile(file));
  return 0;
};

export const printScript: Workflow<OfShell> = ({ presenter, input: { shell } }) =>
  print(presenter, scriptFile(shell));

export const printWords: Workflow = ({ presenter }) => print(presenter, wordsFile);
