import type { Command } from '../catalogue/command.ts';
import { parametersOf } from '../catalogue/command.ts';
import { usageError } from '../system/error.ts';
import type { Json } from '../documents/json/json.ts';
import { parseJson } from '../documents/json/lossless.ts';
import { documentedName, flagName } from '../catalogue/parameter.ts';

/** Reads `--set path=json`: a path from `/` is a JSON pointer, any other is dotted. */
export const settings = (words: readonly string[]): readonly (readonly [string, Json])[] =>
  words.map((word) => {
    const equals = word.indexOf('=');
    if (equals < 1) throw usageError(`--set must be path=json, not "${word}"`);
    try {
      return [word.slice(0, equals), parseJson(word.slice(equals + 1))] as const;
    } catch {
      throw usageError(
        `--set ${word.slice(0, equals)}: the value is not JSON`,
        `Text needs its own quotes: --set '${word.slice(0, equals)}="text"'`,
      );
    }
  });

export const unsetKeys = (command: Command, words: readonly string[]): readonly string[] => {
  const nullable = Object.entries(parametersOf(command)).filter(([, one]) => one.nullable === true);
  return words
    .flatMap((word) => word.split(','))
    .map((word) => {
      const found = nullable.find(
        ([key, one]) => key === word || documentedName(key, one) === word || flagName(key, one) === word,
      );
      if (found === undefined) {
        throw usageError(
          `--unset ${word}: it cannot be null`,
          `These can: ${nullable.map(([key, one]) => flagName(key, one)).join(', ')}.`,
        );
      }
      return found[0];
    });
};
