/** Schemas that several commands share, stated once: the same item stands in the replies of many commands. */
import type { Json, JsonObject } from '../../src/documents/json/json.ts';
import { isArray, isObject, textAt } from '../../src/documents/json/json.ts';

/** Smaller ones would not gain by it, in characters of JSON. */
const smallest = 100;

type Rename = (schema: JsonObject) => Json | undefined;

/** Replaces objects, from the outside to the inside. */
const replaced = (value: Json, rename: Rename): Json => {
  if (isArray(value)) return value.map((one) => replaced(one, rename));
  if (!isObject(value)) return value;
  return (
    rename(value) ??
    Object.fromEntries(Object.entries(value).map(([key, one = null]) => [key, replaced(one, rename)]))
  );
};

/** Only schemas, not lists of members that happen to be equal. */
const isSchema = (value: JsonObject): boolean => 'type' in value || 'anyOf' in value;

interface Defined {
  readonly commands: readonly JsonObject[];
  readonly $defs: JsonObject;
}

/**
 * Moves schemas that occur more than once in these members of the commands to `$defs`, named by the first command.
 * The names have no dots, from which generators make modules.
 * @param members of a command, whose values are schemas
 */
export const withDefinitions = (commands: readonly JsonObject[], members: readonly string[]): Defined => {
  const names = new Map<string, string>();
  const twice = new Set<string>();
  const count = (value: Json, name: string): void => {
    replaced(value, (schema) => {
      if (!isSchema(schema)) return undefined;
      const text = JSON.stringify(schema);
      if (text.length < smallest) return schema;
      if (names.has(text)) {
        twice.add(text);
        return schema;
      }
      const same = [...names.values()].filter((one) => one === name || one.startsWith(`${name}-`)).length;
      names.set(text, same === 0 ? name : `${name}-${same + 1}`);
      return undefined;
    });
  };
  for (const command of commands) {
    for (const member of members)
      count(command[member] ?? null, `${(textAt(command, 'path') ?? '').replaceAll(' ', '-')}-${member}`);
  }
  const reference = (schema: JsonObject): JsonObject | undefined => {
    const text = JSON.stringify(schema);
    return twice.has(text) ? { $ref: `#/$defs/${names.get(text) ?? ''}` } : undefined;
  };
  const inside = (schema: Json): Json =>
    isObject(schema)
      ? Object.fromEntries(Object.entries(schema).map(([key, one = null]) => [key, replaced(one, reference)]))
      : schema;
  return {
    commands: commands.map((command) =>
      Object.fromEntries(
        Object.entries(command).map(([key, value = null]) => [
          key,
          members.includes(key) ? replaced(value, reference) : value,
        ]),
      ),
    ),
    $defs: Object.fromEntries(
      [...twice].map((text) => [names.get(text) ?? '', inside(JSON.parse(text) as JsonObject)]),
    ),
  };
};
