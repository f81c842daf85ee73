import { join } from 'node:path';
import { removeFiles } from '../../installed-file.ts';
import type { Workflow } from '../../../run/single/workflow.ts';
import { installedPages, manFolder } from './pages.ts';

const run: Workflow = ({ session }) => {
  const { io } = session;
  removeFiles(session, installedPages(io), join(manFolder(io), 'man1', 'trivet.1'));
  return Promise.resolve(0);
};

export default run;
