/** Relative to the call's `cwd`, not the process's. */
import { isAbsolute, join } from 'node:path';
import type { Flag } from '../../run/flags.ts';
import { flagsOf } from '../../run/flags.ts';
import { positionalName } from '../../catalogue/command.ts';
import type { Command } from '../../catalogue/command.ts';
import { parametersOf } from '../../catalogue/command.ts';
import type { Parameter } from '../../catalogue/parameter.ts';
import { isPath } from '../../catalogue/parameter.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { isArray } from '../../documents/json/json.ts';

const isOther = (word: string): boolean =>
  word === '' || word === '-' || /^(?:[^/.:][^/:]*@)?[a-z][a-z0-9+-]+:/i.test(word);

const isSerial = (word: string): boolean => /^(?:[\da-f]{2}(?:[:-][\da-f]{2})+|[\da-f]{16,})$/i.test(word);

const inFolder = (value: Json, parameter: Parameter, cwd: string): Json => {
  if (isArray(value)) return value.map((one) => inFolder(one, parameter, cwd));
  if (typeof value !== 'string' || isAbsolute(value) || isOther(value)) return value;
  return parameter.metavar?.includes('serial') === true && isSerial(value) ? value : join(cwd, value);
};

export const belowFolder = (command: Command, given: JsonObject, cwd: string): JsonObject => {
  const parameters = parametersOf(command);
  const named: readonly (readonly [string, Parameter | undefined])[] = [
    ...flagsOf(command).map(({ name, parameter }: Flag) => [name, parameter] as const),
    ...(command.positional ?? []).map(
      ({ name }) => [positionalName(command, name), parameters[name]] as const,
    ),
  ];
  const placed: Record<string, Json> = {};
  for (const [name, parameter] of named) {
    const value = given[name];
    if (value !== undefined && parameter !== undefined && isPath(parameter))
      placed[name] = inFolder(value, parameter, cwd);
  }
  return { ...given, ...placed };
};
