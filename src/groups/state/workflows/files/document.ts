/** An object as a file: YAML that `trivet diff` and `trivet apply` read. */
import { nested } from '../objects/desired.ts';
import type { ObjectName, ObjectState } from '../objects/desired.ts';
import type { Json, JsonObject } from '../../../../model/json/json.ts';
import { safe } from '../../../../screen/text/safe.ts';

/** Kind and name first, then settings with sorted keys, then the parts. */
export const documentOf = ({ kind, name }: ObjectName, { settings, parts }: ObjectState): JsonObject => {
  const document: Record<string, Json> = { kind: kind.kind };
  if (kind.singleton !== true) document['name'] = name;
  document['settings'] = nested(kind, settings);
  for (const part of Object.keys(parts).sort()) document[part] = parts[part] ?? null;
  return document;
};

/**
 * One YAML document with its comments.
 * @param place the server and the scope, for the comment
 */
export const yamlOf = async (object: ObjectName, state: ObjectState, place: string): Promise<string> => {
  const { writeYaml } = await import('../../../../documents/yaml.ts');
  const text = [...writeYaml(documentOf(object, state))].join('');
  return `# yaml-language-server: $schema=${object.kind.kind}.schema.json\n# ${safe(place)}\n${text}`;
};

/** Returns a file name for an object; escapes characters that a file system or a shell could interpret. */
export const fileNameOf = ({ kind, name }: ObjectName): string => {
  const plain = encodeURIComponent(name).replaceAll('*', '%2A').replaceAll("'", '%27');
  return `${kind.kind}.${plain}.yaml`;
};
