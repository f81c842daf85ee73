import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue } from '../../../catalogue/catalogue.ts';
import { isHidden, manPageOf } from '../../../catalogue/command.ts';
import { readPackageFile } from '../../../system/package-file.ts';
import type { InstalledFile, OwnFile } from '../../installed-file.ts';
import { userFolder } from '../../installed-file.ts';
import type { Surroundings } from '../../../system/surroundings.ts';

export const manFolder = ({ env, home }: Surroundings): string =>
  join(userFolder(env['XDG_DATA_HOME'], home, 'the manual pages', ['.local', 'share']), 'man');

const fileOf = (where: Surroundings, page: string): OwnFile => ({
  path: join(manFolder(where), 'man1', page),
  mark: /^\.(?:TH TRIVET|so man1\/trivet-)/m,
  kind: 'a trivet manual page',
  hint: 'Move it away, and repeat the command.',
});

/** The page of trivet, those of groups, and links for commands. */
export const manualPages = async (
  catalogue: Catalogue,
  where: Surroundings,
): Promise<readonly InstalledFile[]> => {
  const commands = await catalogue.commands();
  const pages = ['trivet.1', ...catalogue.groups.map(({ name }) => `${manPageOf(name)}.1`)];
  const links = commands.flatMap((command) => {
    const { path } = command;
    const [group = '', ...rest] = path.split(' ');
    if (isHidden(command) || rest.length === 0) return [];
    const text = `.so man1/${manPageOf(group)}.1\n`;
    return [{ ...fileOf(where, `${manPageOf(path)}.1`), text }];
  });
  return [...pages.map((page) => ({ ...fileOf(where, page), text: readPackageFile(`man/${page}`) })), ...links];
};

export const installedPages = (where: Surroundings): readonly OwnFile[] => {
  const folder = join(manFolder(where), 'man1');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => /^trivet(?:-[a-z-]+)?\.1$/.test(name)).map((name) => fileOf(where, name));
};
