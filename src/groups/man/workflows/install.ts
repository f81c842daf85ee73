/** Writes the manual pages where man looks for a user's own pages. */
import { join } from 'node:path';
import { groups } from '../../groups.ts';
import { readPackageFile } from '../../../world/package-file.ts';
import { installFiles, userFolder } from '../../../workflows/installed-file.ts';
import type { Workflow } from '../../../workflows/workflow.ts';

const run: Workflow = async ({ session }) => {
  const pages = ['trivet.1', ...groups.map(({ name }) => `trivet-${name}.1`)];
  const { env, home } = session.world;
  const data = userFolder(env['XDG_DATA_HOME'], home, 'the manual pages', ['.local', 'share']);
  await installFiles(
    session,
    pages.map((page) => ({
      path: join(data, 'man', 'man1', page),
      text: readPackageFile(`man/${page}`),
      mark: /^\.TH TRIVET/m,
      kind: 'a trivet manual page',
      hint: 'Move it away, and install the pages again.',
    })),
  );
  return 0;
};

export default run;
