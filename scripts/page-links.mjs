// Links of the pages that ship. A page of a checkout links to sources and tests; in a package, where these are not, such a
// link leads to the repository.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Whether a path of the checkout is in the package, by the `files` of package.json. */
const shipsOf = (files) => {
  const isBelow = (path, name) => path === name || path.startsWith(`${name}/`);
  return (path) => files.some((name) => !name.startsWith('!') && isBelow(path, name));
};

/** @param isFolder whether a path of the checkout is one */
const linkedPage = (page, text, ships, repository, isFolder) =>
  text.replaceAll(/(?<=\]\()(?!https?:|#)([^)#\s]+)(#[^)\s]*)?(?=\))/g, (link, target, part = '') => {
    const path = posix.join(posix.dirname(page), target);
    return ships(path) ? link : `${repository}/${isFolder(path) ? 'tree' : 'blob'}/HEAD/${path}${part}`;
  });

/**
 * The pages of `folder` that a package changes: path -> text. Without an address of the repository there are none.
 * @param root the checkout that knows what is a folder
 */
export const linkedPages = (root, folder, files, repository) => {
  if (repository === undefined) return new Map();
  const ships = shipsOf(files);
  const isFolder = (path) => existsSync(join(root, path)) && statSync(join(root, path)).isDirectory();
  const pages = files
    .filter((name) => !/^!|^(?:bin|dist|man)$/.test(name) && existsSync(join(folder, name)))
    .flatMap((name) =>
      statSync(join(folder, name)).isDirectory()
        ? readdirSync(join(folder, name), { recursive: true }).map((one) => posix.join(name, String(one)))
        : [name],
    )
    .filter((name) => name.endsWith('.md'));
  return new Map(
    pages.flatMap((page) => {
      const text = readFileSync(join(folder, page), 'utf8');
      const linked = linkedPage(page, text, ships, repository, isFolder);
      return linked === text ? [] : [[page, linked]];
    }),
  );
};
