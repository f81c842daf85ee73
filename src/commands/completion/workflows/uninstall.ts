import { removeFiles } from '../../installed-file.ts';
import { shells } from '../shell-names.ts';
import type { OfShell } from './shells.ts';
import type { Workflow } from '../../../run/single/workflow.ts';
import { ownFiles } from './own-files.ts';

const run: Workflow<OfShell> = ({ session, input: { shell } }) => {
  const chosen = shell === undefined ? shells : [shell];
  const files = chosen.flatMap((one) => ownFiles(one, session.io).files);
  removeFiles(session, files, shell === undefined ? 'completion script of trivet' : undefined);
  return Promise.resolve(0);
};

export default run;
