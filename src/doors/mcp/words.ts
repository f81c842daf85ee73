/** Turns the arguments of a tool into the values of its command, each in the syntax that the manifest describes. */
import { usageError } from '../../model/error.ts';
import type { Json, JsonObject } from '../../model/json/json.ts';
import { isArray, isObject, own, textAt } from '../../model/json/json.ts';
import { writeJson } from '../../model/json/lossless.ts';
import type { Flag } from '../../cli/flags.ts';
import { flagsOf } from '../../cli/flags.ts';
import { placeWords } from '../../cli/leaf.ts';
import type { Typed } from '../../cli/leaf.ts';
import { objectsIn } from '../../workflows/manifest-document.ts';
import type { Tool } from './tools.ts';
import { fieldsArgument } from './tools.ts';

const wrong = (name: string, wanted: string): Error => usageError(`${name} must be ${wanted}`);

const scalar = (name: string, value: Json): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value);
  throw wrong(name, 'a single value');
};

const texts = (name: string, value: Json): readonly string[] => {
  if (!isArray(value)) throw wrong(name, 'a list of strings');
  return value.map((one) => scalar(name, one));
};

const pairs = (name: string, value: Json, write: (one: Json) => string): readonly string[] => {
  if (!isObject(value)) throw wrong(name, 'an object');
  const words = Object.entries(value).map(([key, one]) => `${key}=${write(one ?? null)}`);
  return words.length === 0 ? [''] : words;
};

/** Passes a file (`@path`) on unchanged, and anything else as JSON. */
const jsonWord = (value: Json): string =>
  typeof value === 'string' && value.startsWith('@') ? value : writeJson(value);

/** The words of a flag, or of a positional. */
const wordsOf = (name: string, type: string, value: Json): readonly string[] => {
  switch (type) {
    case 'strings':
      // A JSON array is one word, whatever characters its texts hold.
      return [texts(name, value).length === 0 ? '' : writeJson([...texts(name, value)])];
    case 'map':
      return pairs(name, value, (one) => scalar(name, one));
    case 'json-map':
      return pairs(name, value, (one) => writeJson(one));
    case 'pairs':
    case 'secret-pairs':
    case 'conditions':
      return texts(name, value);
    case 'json':
      return [jsonWord(value)];
    case 'boolean':
      if (typeof value !== 'boolean') throw wrong(name, 'true or false');
      return [String(value)];
    default:
      return [scalar(name, value)];
  }
};

/** A positional is a list where it takes several words. */
const placed = (name: string, shape: JsonObject, value: Json): readonly string[] => {
  if (shape['variadic'] === true || textAt(shape, 'type') === 'strings') return texts(name, value);
  return wordsOf(name, textAt(shape, 'type') ?? 'string', value);
};

/**
 * Returns what the arguments of a call give: the words of each flag and of each place.
 * @throws TrivetError usage, for an argument that the tool does not have or that is not of its type
 */
export const callTyped = (tool: Tool, given: JsonObject): Typed | Promise<Typed> => {
  const { described, command, inputSchema } = tool;
  const known = own(inputSchema, 'properties');
  const shapes = new Map(objectsIn(described, 'flags').map((flag) => [textAt(flag, 'name'), flag]));
  const places = objectsIn(described, 'positionals');
  const unknown = Object.keys(given).filter((name) => !isObject(known) || !Object.hasOwn(known, name));
  if (unknown.length > 0) {
    throw usageError(
      `${tool.name} does not take ${unknown.join(', ')}`,
      `It takes ${Object.keys(isObject(known) ? known : {}).join(', ')}.`,
    );
  }
  const taken = new Set(places.map((place) => textAt(place, 'name')));
  const flags = new Map<Flag, readonly string[]>();
  const unset: string[] = [];
  for (const flag of flagsOf(command)) {
    const shape = shapes.get(`--${flag.name}`);
    const value = given[flag.name];
    if (value === undefined || taken.has(flag.name)) continue;
    if (flag.name === fieldsArgument) flags.set(flag, [texts(fieldsArgument, value).join(',')]);
    else if (shape === undefined) continue;
    else if (value !== null) flags.set(flag, wordsOf(flag.name, textAt(shape, 'type') ?? 'string', value));
    else if (shape['nullable'] === true) unset.push(flag.name);
    else throw wrong(flag.name, 'omitted or given a value: it cannot be null');
  }
  const unsetting = unset.length === 0 ? undefined : flagsOf(command).find(({ key }) => key === 'unset');
  if (unsetting !== undefined) flags.set(unsetting, unset);
  const words = places.flatMap((place) => {
    const name = textAt(place, 'name') ?? '';
    const value = given[name];
    return value === undefined || value === null ? [] : placed(name, place, value);
  });
  return placeWords(command, flags, words);
};
