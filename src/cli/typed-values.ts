import { otherWords } from '../catalogue/aliases.ts';
import { usageError } from '../system/error.ts';
import type { Json, JsonObject } from '../documents/json/json.ts';
import { isArray, isObject } from '../documents/json/json.ts';
import { writeJson } from '../documents/json/lossless.ts';
import type { Command } from '../catalogue/command.ts';
import { parametersOf } from '../catalogue/command.ts';
import type { Flag } from '../run/flags.ts';
import { flagsOf } from '../run/flags.ts';
import { leafOf } from './leaf.ts';
import type { Typed } from '../run/invocation/placed.ts';
import { positionalName } from '../catalogue/command.ts';

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

/** Files (`@path`) stay as they are. */
const jsonWord = (value: Json): string =>
  typeof value === 'string' && value.startsWith('@') ? value : writeJson(value);

/** Whether a text needs no quotes in a list. */
const isPlain = (text: string): boolean => /^[^\s",[][^",]*$/.test(text) && text === text.trim();

const wordsOf = (name: string, type: string, value: Json): readonly string[] => {
  switch (type) {
    case 'strings': {
      const all = texts(name, value);
      if (all.length === 0) return [''];
      // A JSON array is one word, whatever its texts contain.
      return all.every(isPlain) ? all : [writeJson([...all])];
    }
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

/**
 * Turns values into flags and places with their words; other names are ignored.
 * @param given by name, without dashes; null unsets a setting
 * @throws TrivetError usage, for a value of another type
 */
export const typedValues = (command: Command, given: JsonObject): Typed => {
  const parameters = parametersOf(command);
  const places = (command.positional ?? []).map((place) => ({
    ...place,
    shown: positionalName(command, place.name),
    type: parameters[place.name]?.type ?? 'string',
  }));
  const taken = new Set(places.map(({ shown }) => shown));
  const flags = new Map<Flag, readonly string[]>();
  const unset: string[] = [];
  for (const flag of flagsOf(command)) {
    const { name, parameter } = flag;
    const value = [name, ...otherWords('flags', name)]
      .map((word) => given[word])
      .find((one) => one !== undefined);
    if (value === undefined || taken.has(name)) continue;
    if (flag.key === 'fields') flags.set(flag, [texts(name, value).join(',')]);
    else if (value !== null) flags.set(flag, wordsOf(name, parameter.type, value));
    else if (parameter.nullable === true) unset.push(name);
    else throw wrong(name, 'omitted or given a value: it cannot be null');
  }
  const unsetting = unset.length === 0 ? undefined : flagsOf(command).find(({ key }) => key === 'unset');
  if (unsetting !== undefined) flags.set(unsetting, unset);
  const words = places.flatMap(({ shown, type, variadic }) => {
    const value = given[shown];
    if (value === undefined || value === null) return [];
    return variadic === true || type === 'strings' ? texts(shown, value) : wordsOf(shown, type, value);
  });
  return leafOf(command).place(flags, words);
};
