/** The manifest that the build made from the catalogue, complete or for some commands. */
import { usageError } from '../model/error.ts';
import type { Json, JsonObject } from '../model/json/json.ts';
import { isArray, isObject, textAt } from '../model/json/json.ts';
import { closest } from '../model/text/suggest.ts';
import { readPackageFile } from '../world/package-file.ts';

/** The text of the whole manifest. */
export const savedManifest = (): string => readPackageFile('dist/manifest.json');

/** The objects of a list of the manifest: its commands, its groups. */
export const objectsIn = (manifest: JsonObject, member: string): readonly JsonObject[] => {
  const list = manifest[member];
  return isArray(list) ? list.filter(isObject) : [];
};

export const readManifest = (): JsonObject => {
  // The build wrote it: no number of it is too large, and nothing of it is hostile.
  const document = JSON.parse(savedManifest()) as Json;
  return isObject(document) ? document : {};
};

/**
 * Returns the manifest with the commands at these paths and below them, and their groups.
 * @throws TrivetError usage, for a path that is not one of a command or group
 */
export const narrowed = (manifest: JsonObject, paths: readonly string[]): JsonObject => {
  const commands = objectsIn(manifest, 'commands');
  const all = commands.map((command) => textAt(command, 'path') ?? '');
  const isIn = (path: string, wanted: string): boolean => path === wanted || path.startsWith(`${wanted} `);
  for (const wanted of paths) {
    if (all.some((path) => isIn(path, wanted))) continue;
    const [meant] = closest(wanted, all, 1);
    throw usageError(
      `--command ${wanted}: unknown command`,
      meant === undefined ? undefined : `Did you mean "${meant}"?`,
    );
  }
  const chosen = commands.filter((command) =>
    paths.some((wanted) => isIn(textAt(command, 'path') ?? '', wanted)),
  );
  const groups = new Set(chosen.map((command) => command['group']));
  return {
    ...manifest,
    groups: objectsIn(manifest, 'groups').filter(({ name }) => groups.has(name)),
    commands: chosen,
  };
};
