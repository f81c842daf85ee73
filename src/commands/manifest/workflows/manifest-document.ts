import { usageError } from '../../../system/error.ts';
import type { Json, JsonObject } from '../../../documents/json/json.ts';
import { isArray, isObject, own, textAt } from '../../../documents/json/json.ts';
import { closest } from '../../../catalogue/text/suggest.ts';
import { readPackageFile } from '../../../system/package-file.ts';

const nameOf = (schema: JsonObject): string | undefined => textAt(schema, '$ref')?.slice('#/$defs/'.length);

export const savedManifest = (): string => readPackageFile('dist/manifest.json');

export const objectsIn = (manifest: JsonObject, member: string): readonly JsonObject[] => {
  const list = manifest[member];
  return isArray(list) ? list.filter(isObject) : [];
};

export const resolved = (manifest: JsonObject, value: Json): Json => {
  if (isArray(value)) return value.map((one) => resolved(manifest, one));
  if (!isObject(value)) return value;
  const name = nameOf(value);
  if (name !== undefined) return resolved(manifest, own(manifest['$defs'], name) ?? null);
  return Object.fromEntries(Object.entries(value).map(([key, one = null]) => [key, resolved(manifest, one)]));
};

export const readManifest = (): JsonObject => {
  // The build wrote the manifest, so it can be trusted.
  const document = JSON.parse(savedManifest()) as Json;
  return isObject(document) ? document : {};
};

/**
 * The commands with their shared schemas.
 * @throws TrivetError usage, for an unknown path
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
  const { manifestVersion = null, version = null, schemaDialect = null, $defs = null } = manifest;
  const used = new Set<string>();
  const refer = (value: Json): void => {
    if (isArray(value)) value.forEach(refer);
    if (!isObject(value)) return;
    const name = nameOf(value);
    if (name === undefined) for (const one of Object.values(value)) refer(one ?? null);
    else if (!used.has(name)) {
      used.add(name);
      refer(own($defs, name) ?? null);
    }
  };
  chosen.forEach(refer);
  const shared = [...used].map((name): [string, Json] => [name, own($defs, name) ?? null]);
  return {
    manifestVersion,
    version,
    schemaDialect,
    commands: chosen,
    ...(shared.length === 0 ? {} : { $defs: Object.fromEntries(shared) }),
  };
};
