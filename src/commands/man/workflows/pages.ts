/** The manual pages, where man looks for a user's own pages. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue } from '../../../catalogue/catalogue.ts';
import { manPageOf } from '../../../catalogue/command.ts';
import { readPackageFile } from '../../../system/package-file.ts';
import type { InstalledFile, OwnFile } from '../../../workflows/installed-file.ts';
import { userFolder } from '../../../workflows/installed-file.ts';
import type { Surroundings } from '../../../system/surroundings.ts';

/** The folder above `man1`. */
export const manFolder = ({ env, home }: Surroundings): string =>
  join(userFolder(env['XDG_DATA_HOME'], home, 'the manual pages', ['.local', 'share']), 'man');

const fileOf = (where: Surroundings, page: string): OwnFile => ({
  path: join(manFolder(where), 'man1', page),
  mark: /^\.TH TRIVET/m,
  kind: 'a trivet manual page',
  hint: 'Move it away, and repeat the command.',
});

/** The page of trivet, and those of each group and command. */
export const manualPages = async (
  catalogue: Catalogue,
  where: Surroundings,
): Promise<readonly InstalledFile[]> => {
  const commands = await catalogue.commands();
  const paths = [
    ...catalogue.groups.map(({ name }) => name),
    ...commands.filter(({ hidden }) => hidden !== true).map(({ path }) => path),
  ];
  const pages = new Set(['trivet.1', ...paths.map((path) => `${manPageOf(path)}.1`)]);
  return [...pages].map((page) => ({ ...fileOf(where, page), text: readPackageFile(`man/${page}`) }));
};

/** The pages that are installed, those of other versions included. */
export const installedPages = (where: Surroundings): readonly OwnFile[] => {
  const folder = join(manFolder(where), 'man1');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => /^trivet(?:-[a-z-]+)?\.1$/.test(name)).map((name) => fileOf(where, name));
};
