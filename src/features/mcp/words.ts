/** Turns the arguments of a tool into the values of its command. */
import { keyOfWord } from '../../catalogue/aliases.ts';
import { usageError } from '../../system/error.ts';
import type { JsonObject } from '../../documents/json/json.ts';
import { isObject, own } from '../../documents/json/json.ts';
import type { Typed } from '../../run/invocation/placed.ts';
import { typedValues } from '../../cli/typed-values.ts';
import type { Tool } from './tools.ts';

/** The arguments of a call by their names in the tool, in place of other words for them. */
export const inOwnWords = ({ inputSchema }: Tool, given: JsonObject): JsonObject => {
  const known = own(inputSchema, 'properties');
  const named = (name: string): string =>
    (isObject(known) ? keyOfWord('flags', name, known) : undefined) ?? name;
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [named(name), value]));
};

/**
 * Returns what the arguments of a call give: the words of each flag and of each place.
 * @throws TrivetError usage, for an argument that the tool does not have or that is not of its type
 */
export const callTyped = (tool: Tool, given: JsonObject): Typed => {
  const known = own(tool.inputSchema, 'properties');
  const unknown = Object.keys(given).filter((name) => !isObject(known) || !Object.hasOwn(known, name));
  if (unknown.length > 0) {
    throw usageError(
      `${tool.name} does not take ${unknown.join(', ')}`,
      `It takes ${Object.keys(isObject(known) ? known : {}).join(', ')}.`,
    );
  }
  return typedValues(tool.command, given);
};
