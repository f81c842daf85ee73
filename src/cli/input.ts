import { writesFiles } from '../catalogue/view.ts';
import { TrivetError, usageError } from '../system/error.ts';
import type { Command } from '../catalogue/command.ts';
import { parametersOf } from '../catalogue/command.ts';
import { secondsOf } from '../catalogue/text/duration.ts';
import type { Json } from '../documents/json/json.ts';
import type { InputRecord, InputValue, Parameter } from '../catalogue/parameter.ts';
import { readGlobals } from '../run/given-globals.ts';
import type { Globals, Inherited } from '../run/given-globals.ts';
import type { Io } from '../system/io.ts';
import { objectOf } from '../catalogue/selection/selection.ts';
import type { Flag } from '../run/flags.ts';
import { spokenName } from '../run/flags.ts';
import type { Content, Defaults, Given } from '../run/invocation/invocation.ts';
import type { Typed } from '../run/invocation/placed.ts';
import type { ValueContext } from './secret-values.ts';
import { gathered } from './mistakes.ts';
import { readValue } from './values.ts';
import { parseJson } from '../documents/json/lossless.ts';
import { documentedName, flagName } from '../catalogue/parameter.ts';

/** Reads `--set path=json`: a path from `/` is a JSON pointer, any other is dotted. */
const settings = (words: readonly string[]): readonly (readonly [string, Json])[] =>
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

const unsetKeys = (command: Command, words: readonly string[]): readonly string[] => {
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

type Values = ReadonlyMap<string, InputValue>;

const noValues: Values = new Map();

const intoFiles = ({ operations }: Command): boolean =>
  operations.some(({ operation: { view } }) => writesFiles(view));

const intoFolder = (globals: Globals): Globals => ({ ...globals, out: undefined, outFolder: globals.out });

const globalsOf = (values: Values, io: Io, command: Command, inherited: Inherited | undefined): Globals => {
  const read = readGlobals(values, { env: io.env, command }, inherited);
  return intoFiles(command) ? intoFolder(read) : read;
};

/** Checks flags of all commands and the command's own; the enums of an operation are checked with its rules. */
const refuseForeign = (flag: Flag, value: InputValue): void => {
  const allowed = flag.parameter.enum;
  if (allowed === undefined || flag.scope === 'command' || typeof value !== 'string') return;
  if (!allowed.includes(value)) {
    throw usageError(`--${flag.name} must be one of ${allowed.join(', ')}, not "${value}"`);
  }
};

const sourceOf = (words: readonly string[]): string | undefined => {
  const word = words.at(-1) ?? '';
  if (word === '-') return 'standard input';
  if (word.startsWith('env:')) return `the variable ${word.slice(4)}`;
  return word.startsWith('@') && !word.startsWith('@@') ? `the file ${word.slice(1)}` : undefined;
};

const keepContent = (contents: Content[], words: readonly string[], value: InputValue): void => {
  if (typeof value !== 'string' || words.at(-1) === value) return;
  const source = sourceOf(words);
  if (source !== undefined) contents.push({ source, text: value });
};

interface FlagValues {
  readonly input: Record<string, InputValue | undefined>;
  readonly others: Map<string, InputValue>;
  set: Given['set'];
  unset: readonly string[];
  where: readonly string[];
}

const readFlags = async (
  command: Command,
  flags: Typed['flags'],
  context: ValueContext,
  collect: (error: unknown) => void,
  contents: Content[],
): Promise<FlagValues> => {
  const parameters = parametersOf(command);
  const read: FlagValues = { input: {}, others: new Map(), set: [], unset: [], where: [] };
  for (const [flag, words] of flags) {
    try {
      if (flag.key === 'set' && flag.scope === 'command') {
        read.set = settings(words);
      } else if (flag.parameter.type === 'conditions' && !(flag.key in parameters)) read.where = words;
      else if (flag.key === 'unset' && flag.scope === 'command') {
        read.unset = unsetKeys(command, words);
      } else {
        const value = await readValue(`--${flag.name}`, flag.parameter, words, context);
        keepContent(contents, words, value);
        refuseForeign(flag, value);
        // With --none=false nothing is sent, since the switch stands for a part of the body.
        if (value === false && flag.parameter.implies !== undefined) continue;
        if (flag.scope === 'command') read.input[flag.key] = value;
        else read.others.set(flag.key, value);
      }
    } catch (error) {
      collect(error);
    }
  }
  return read;
};

const mayAsk = (flags: Typed['flags']): boolean => {
  for (const [flag, words] of flags) {
    if (flag.key === 'no-input' && words.at(-1) === 'true') return false;
  }
  return true;
};

const globalsFor = (command: Command, values: Values, io: Io, defaults: Defaults | undefined): Globals => {
  if (values.size > 0 || defaults === undefined) return globalsOf(values, io, command, defaults?.inherited);
  const globals = defaults.plain.get(command) ?? globalsOf(values, io, command, defaults.inherited);
  defaults.plain.set(command, globals);
  return globals;
};

/** @throws TrivetError usage, with every value that does not fit its type; local, for a file that cannot be read */
export const readInput = async (
  command: Command,
  typed: Typed,
  io: Io,
  defaults?: Defaults,
): Promise<Given> => {
  const context: ValueContext = { io, mayAsk: mayAsk(typed.flags) };
  const errors: TrivetError[] = [];
  const contents: Content[] = [];
  const collect = (error: unknown): void => {
    if (!(error instanceof TrivetError)) throw error;
    errors.push(error);
  };
  const flags =
    typed.flags.size === 0 ? undefined : await readFlags(command, typed.flags, context, collect, contents);
  const input = flags?.input ?? {};
  let names: string | undefined;
  const parameters = parametersOf(command);
  const name = spokenName(command);
  for (const { key, words } of typed.positionals) {
    const parameter = parameters[key];
    try {
      const reading = positional(name(key), parameter, words, context);
      // Awaits only real promises, since a batch has thousands of lines.
      const value = reading instanceof Promise ? await reading : reading;
      keepContent(contents, words, value);
      if (words[0] === '-' && objectOf(command)?.place === key && holdsNames(parameter, value)) {
        names = value;
        input[key] = '-';
      } else input[key] = value;
    } catch (error) {
      collect(error);
    }
  }
  for (const key of flags?.unset ?? []) {
    if (input[key] !== undefined)
      errors.push(usageError(`${name(key)} and --unset ${key} cannot be given together`));
    input[key] = null;
  }
  const [first] = errors;
  if (first !== undefined) throw gathered(first, errors.slice(1));
  const { body, confirm } = input;
  const rest = body === undefined && confirm === undefined ? input : withoutOwn(input);
  const read = globalsFor(command, flags?.others ?? noValues, io, defaults);
  // A layout writes any reply as files into a folder.
  const globals = input['layout'] !== undefined && read.out !== undefined ? intoFolder(read) : read;
  return {
    globals: waitingGlobals(globals, command, rest),
    input: rest,
    spoken: rest,
    body: body === undefined ? undefined : (body as Json),
    set: flags?.set ?? [],
    where: flags?.where ?? [],
    names,
    contents,
    confirm: typeof confirm === 'string' ? confirm : undefined,
    by: globals.namesAre,
  };
};

/** Milliseconds; a shorter wait still reads a slow server. */
const shortestRead = 5000;

/** `--wait-timeout` also bounds the reads around the change; the change itself has `--timeout`. */
const waitingGlobals = (globals: Globals, { operations }: Command, input: InputRecord): Globals => {
  const limit = input['wait-timeout'];
  if (typeof limit !== 'string' || input['wait'] !== true || operations.length === 0) return globals;
  const longest = Math.max(shortestRead, (secondsOf(limit) ?? Infinity) * 1000);
  return longest < (globals.timeout ?? Infinity) ? { ...globals, longestRead: longest } : globals;
};

const withoutOwn = (input: InputRecord): InputRecord => {
  const { body: _body, confirm: _confirm, ...rest } = input;
  return rest;
};

const holdsNames = (parameter: Parameter | undefined, value: InputValue): value is string =>
  typeof value === 'string' &&
  value !== '-' &&
  !(parameter?.pem !== undefined && value.includes('-----BEGIN '));

/** A positional of several words takes each as it is: a comma is part of a word. */
const positional = (
  spoken: string,
  parameter: Parameter | undefined,
  words: readonly string[],
  context: ValueContext,
): InputValue | Promise<InputValue> => {
  if (parameter === undefined) return words.join(' ');
  if (parameter.type === 'strings') return words;
  return readValue(spoken, parameter, words, context);
};
