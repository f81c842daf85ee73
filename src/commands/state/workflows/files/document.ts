/** Writes an object as YAML that `trivet diff` and `trivet apply` read. */
import { nested } from '../objects/desired.ts';
import type { ObjectName, ObjectState } from '../objects/desired.ts';
import type { Json, JsonObject } from '../../../../documents/json/json.ts';
import { safe } from '../../../../output/text/safe.ts';
import { writeYaml } from '../../../../documents/yaml.ts';

/** Kind, name and scope come first, then sorted settings, then parts. */
export const documentOf = (
  { kind, name, scope }: Omit<ObjectName, 'address'>,
  { settings, parts }: ObjectState,
): JsonObject => {
  const document: Record<string, Json> = { kind: kind.kind };
  if (kind.singleton !== true) document['name'] = name;
  // The root is written too, since another profile may read the file.
  for (const key of kind.scope) document[key] = scope[key] ?? '';
  document['settings'] = nested(kind, settings);
  for (const part of Object.keys(parts).sort()) document[part] = parts[part] ?? null;
  return document;
};

/** @param place server and scope, for the comment */
export const yamlOf = async (
  object: Omit<ObjectName, 'address'>,
  state: ObjectState,
  place: string,
): Promise<string> => {
  const text = [...writeYaml(documentOf(object, state))].join('');
  return `# yaml-language-server: $schema=${object.kind.kind}.schema.json\n# ${safe(place)}\n${text}`;
};

const plain = (text: string): string =>
  encodeURIComponent(text).replaceAll('*', '%2A').replaceAll("'", '%27');

export const fileNameOf = ({ kind, name, scope }: Omit<ObjectName, 'address'>, scoped: boolean): string => {
  const places = kind.scope.flatMap((key) => {
    const value = key === 'mount' && kind.singleton === true ? undefined : scope[key];
    return scoped && value !== undefined && value !== '' ? [plain(value)] : [];
  });
  return [kind.kind, ...places, plain(name), 'yaml'].join('.');
};
