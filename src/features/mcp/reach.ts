import { statSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import type { Typed } from '../../run/invocation/placed.ts';
import type { Command } from '../../catalogue/command.ts';
import { parametersOf } from '../../catalogue/command.ts';
import { isPath } from '../../catalogue/parameter.ts';
import { realPath } from '../../system/real-path.ts';
import { usageError } from '../../system/error.ts';
import { cacheFolder } from '../../system/cache-folder.ts';
import { configFolder } from '../../system/config-folder.ts';
import { stateFolder } from '../../system/state-folder.ts';
import { refuseOutside } from '../../system/read-file.ts';
import type { Surroundings } from '../../system/surroundings.ts';

const isBelow = (folder: string, path: string): boolean => {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !way.startsWith(sep);
};

/**
 * Resolves links.
 * @param given `--root`; default: the working directory
 * @throws TrivetError usage, for `/`, the home folder and those above, which hold other programs' secrets
 */
export const rootsOf = (
  given: readonly string[] | undefined,
  surroundings: Surroundings,
): ((path: string) => boolean) => {
  const { cwd, home } = surroundings;
  const roots = (given ?? [cwd]).map((root) => realPath(resolve(cwd, root)));
  for (const root of roots) {
    const [what] = [
      ...(dirname(root) === root ? ['the root of the file system'] : []),
      ...(home !== undefined && isBelow(root, realPath(home))
        ? ['the home folder, or a folder above it']
        : []),
    ];
    if (what === undefined) continue;
    throw usageError(
      `${given === undefined ? 'the working directory' : `--root ${root}`} is ${what}, which tools are not allowed to read`,
      'Start it in the folder of your files, or name that folder with --root DIR.',
    );
  }
  // These folders hold tokens, names and credentials.
  const own = [configFolder, stateFolder, cacheFolder].flatMap((folderOf) => {
    const folder = folderOf(surroundings);
    return folder === undefined ? [] : [realPath(folder)];
  });
  return (path) => {
    const whole = realPath(resolve(cwd, path));
    if (isStream(resolve(cwd, path))) return false;
    return roots.some((root) => isBelow(root, whole)) && !own.some((folder) => isBelow(folder, whole));
  };
};

const addressIn = (word: string): URL | undefined =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(word) && URL.canParse(word) ? new URL(word) : undefined;

/** A stream such as /dev/stdin is in no folder. */
const isStream = (path: string): boolean => {
  try {
    const found = statSync(path);
    return !found.isFile() && !found.isDirectory();
  } catch {
    return false;
  }
};

interface Reach {
  readonly mayRead: (path: string) => boolean;
  readonly hosts: readonly string[];
}

/** @throws TrivetError for a path outside the roots, and a host that is not allowed */
export const refuseReach = (command: Command, typed: Typed, { mayRead, hosts }: Reach): void => {
  const parameters = parametersOf(command);
  const given = [
    ...[...typed.flags].map(([{ parameter, name }, words]) => ({ parameter, name: `--${name}`, words })),
    ...typed.positionals.map(({ key, words }) => ({ parameter: parameters[key], name: key, words })),
  ];
  for (const { parameter, name, words } of given) {
    if (parameter === undefined || !isPath(parameter)) continue;
    for (const word of words) {
      const address = addressIn(word);
      if (address !== undefined) {
        const { hostname: host, protocol } = address;
        if (hosts.includes(host)) continue;
        if (host === '')
          throw usageError(
            `${name}: a ${protocol} address does not name a server`,
            'A file is named by its path.',
          );
        throw usageError(
          `${name}: the host ${host} is not allowed here`,
          `A person can start trivet mcp with --allow-host ${host}.`,
        );
      }
      refuseOutside(word, { mayRead });
    }
  }
};
