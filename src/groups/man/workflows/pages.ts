/** The manual pages, where man looks for a user's own pages. */
import { join } from 'node:path';
import { groups } from '../../groups.ts';
import { readPackageFile } from '../../../world/package-file.ts';
import type { InstalledFile } from '../../../workflows/installed-file.ts';
import { userFolder } from '../../../workflows/installed-file.ts';
import type { Surroundings } from '../../../world/surroundings.ts';

/** The folder above `man1`. */
export const manFolder = ({ env, home }: Surroundings): string =>
  join(userFolder(env['XDG_DATA_HOME'], home, 'the manual pages', ['.local', 'share']), 'man');

export const manualPages = (where: Surroundings): readonly InstalledFile[] =>
  ['trivet.1', ...groups.map(({ name }) => `trivet-${name}.1`)].map((page) => ({
    path: join(manFolder(where), 'man1', page),
    text: readPackageFile(`man/${page}`),
    mark: /^\.TH TRIVET/m,
    kind: 'a trivet manual page',
    hint: 'Move it away, and install the pages again.',
  }));
